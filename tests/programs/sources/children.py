# SPDX-License-Identifier: MIT
"""Children by every call that CPython has for it, and what they inherit."""
import os
import resource
import signal
import subprocess
import sys


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    print(done.returncode, done.stdout.strip(), done.stderr.strip())


run("echo", "a word")
run("sh", "-c", "echo $0 $$ >/dev/null; kill -INT $$")
run(sys.executable, "-c", "import sys; sys.exit('gone')")
run("ls", "/proc/self/fd", close_fds=False)
run("cat", "/proc/self/environ", env={})
run("cat", "/proc/self/environ", env={"ONE": "1"})
run("sh", "-c", "ulimit -n", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
run("tr", "a-z", "A-Z", input="through a pipe")
run("sleep", "0", start_new_session=True)
try:
    run("no-such-command")
except FileNotFoundError as error:
    print(error)
try:
    subprocess.run(["sleep", "20"], timeout=0.1)
except subprocess.TimeoutExpired as error:
    print(type(error))

sys.stdout.flush()
pid = os.posix_spawn("/bin/echo", ["echo", "spawned"], {})
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
pid = os.fork()
if pid == 0:
    os.execve("/bin/sh", ["sh", "-c", "echo executed; exit 9"], {})
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(os.popen("echo by popen").read(), os.system("exit 4") >> 8)

signal.signal(signal.SIGALRM, lambda *_: print("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
print(sorted(s.name for s in signal.Signals if signal.getsignal(s) == signal.SIG_IGN))
print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
sys.stdout.flush()
os.execv("/bin/sh", ["sh", "-c", "echo the end; ls /proc/self/fd | wc -l"])
