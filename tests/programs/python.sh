# SPDX-License-Identifier: MIT
# Sourced by run.sh: CPython, Debian's own: another one found first in PATH may be a script.

python_programs() {
    if ! [ -x /usr/bin/python3 ]; then
        skip "CPython: there is no /usr/bin/python3 (package python3)"
        return
    fi
    python=/usr/bin/python3
    # From 3.12 on it warns of a fork beside threads, once or more often.
    quiet=-Wignore::DeprecationWarning
    program "CPython: its whole standard library imported" "" $python -B "$sources/stdlib.py"
    program "CPython: ctypes" "" $python "$sources/ctypes_calls.py"
    program "CPython: threads" "" $python $quiet "$sources/threads.py"
    for start in fork spawn forkserver; do
        program "CPython: multiprocessing by $start" "" $python $quiet "$sources/processes.py" $start
    done
    program "CPython: subprocess, exec, pipes, signals" "" $python "$sources/children.py"
    program "CPython: asyncio" "" $python -c '
import asyncio, sys
async def child(n):
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", f"print({n} ** 2)",
                                                   stdout=asyncio.subprocess.PIPE)
    return (await process.communicate())[0].decode()
async def main():
    print(*await asyncio.gather(*(child(n) for n in range(4))), sep="")
    print(await asyncio.to_thread(sum, range(100)))
asyncio.run(main())'
    program "CPython: libraries that extensions bring in" "" $python -c '
import bz2, hashlib, lzma, sqlite3, ssl, zlib, decimal, unicodedata
data = b"some data " * 1000
for module in bz2, lzma, zlib:
    assert module.decompress(module.compress(data)) == data
print(hashlib.sha256(data).hexdigest(), hashlib.blake2b(data).hexdigest()[:16])
print(sqlite3.connect(":memory:").execute("select 6 * 7, upper(?)", ("a",)).fetchall())
print(ssl.create_default_context().verify_mode, decimal.Decimal(2).sqrt(), unicodedata.name("\u20ac"))'
    program -s 1 "CPython: an exception that nobody catches" "" $python -c '
import sys
print("before")
print("on stderr", file=sys.stderr)
{}["no such key"]'
    program -s 139 -f addresses "CPython: a crash, told by faulthandler" "" $python -X faulthandler -c '
import ctypes
ctypes.string_at(0)'
    program "CPython: a virtual environment, compileall, a zip application" "" sh -c '
        /usr/bin/python3 -m venv --without-pip v &&
            v/bin/python -c "import sys; print(sys.prefix != sys.base_prefix)"
        mkdir app && echo "print(6 * 7)" >app/__main__.py && /usr/bin/python3 -m zipapp app &&
            /usr/bin/python3 app.pyz
        /usr/bin/python3 -m compileall app | sort && echo "[1, {}]" | /usr/bin/python3 -m json.tool'
}
