/* SPDX-License-Identifier: MIT */
// Exceptions of every sort: through frames, threads and a library that is opened; or, with the
// argument "uncaught", one that nobody catches.
#include <dlfcn.h>
#include <exception>
#include <future>
#include <iostream>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

struct counted {
    static int alive;
    counted() { alive++; }
    ~counted() { alive--; }
};
int counted::alive;

static int deep(int depth)
{
    counted one;
    if (!depth)
        throw std::out_of_range("deep");
    return deep(depth - 1) + 1;
}

int main(int, char **argv)
{
    if (std::string(argv[1]) == "uncaught")
        deep(3);
    try {
        deep(100);
    } catch (const std::logic_error &error) {
        std::cout << error.what() << ' ' << counted::alive << '\n';
    }

    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    auto thrower = reinterpret_cast<void (*)(int)>(dlsym(library, "throw_one"));
    for (int kind = 0; kind < 3; kind++) {
        try {
            thrower(kind);
        } catch (const std::exception &error) {
            std::cout << typeid(error).name() << ' ' << error.what() << '\n';
        } catch (int number) {
            std::cout << number << '\n';
        }
    }

    std::vector<std::future<int>> results;
    for (int i = 0; i < 8; i++)
        results.push_back(std::async(std::launch::async, [i] { return i % 2 ? deep(i) : i; }));
    for (auto &result : results) {
        try {
            std::cout << result.get() << '\n';
        } catch (const std::exception &error) {
            std::cout << error.what() << '\n';
        }
    }
    try {
        std::regex("(");
    } catch (const std::regex_error &) {
        std::cout << "regex\n";
    }
    try {
        try {
            deep(1);
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (const std::nested_exception &) {
        std::cout << "nested\n";
    }
    dlclose(library);
}
