# SPDX-License-Identifier: MIT
"""multiprocessing, by the way of starting processes that the argument names."""
import multiprocessing
import os
import sys


def square(n):
    return n * n


def talk(pipe):
    while True:
        word = pipe.recv()
        if word is None:
            break
        pipe.send(word.upper())
    os._exit(5)


def add(total, lock):
    for _ in range(100):
        with lock:
            total.value += 1


if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with context.Pool(3) as pool:
        print(pool.map(square, range(20)))
    here, there = context.Pipe()
    process = context.Process(target=talk, args=(there,))
    process.start()
    for word in "one", "two":
        here.send(word)
        print(here.recv())
    here.send(None)
    process.join(30)
    print(process.exitcode)
    total, lock = context.Value("i", 0), context.Lock()
    processes = [context.Process(target=add, args=(total, lock)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    print(total.value, [process.exitcode for process in processes])
