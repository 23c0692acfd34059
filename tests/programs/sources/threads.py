# SPDX-License-Identifier: MIT
"""Threads that look symbols up, fork and wait for each other."""
import concurrent.futures
import ctypes
import os
import queue
import threading


def look_up(n):
    libm = ctypes.CDLL("libm.so.6")
    found = sum(hasattr(libm, name) for name in ("cos", "sin", "tan", f"no_such_{n}") * 50)
    return n, found


def fork(n):
    pid = os.fork()
    if pid == 0:
        os._exit(look_up(n)[1] % 100 + n)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


with concurrent.futures.ThreadPoolExecutor(16) as pool:
    print(sorted(pool.map(look_up, range(64))))
    print(sorted(pool.map(fork, range(16))))

numbers = queue.Queue()
done = threading.Barrier(9)


def produce(n):
    for i in range(100):
        numbers.put(n * i)
    done.wait()


for n in range(8):
    threading.Thread(target=produce, args=(n,)).start()
done.wait()
print(sum(numbers.get() for _ in range(800)), numbers.empty())
