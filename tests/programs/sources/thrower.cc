/* SPDX-License-Identifier: MIT */
// A library that throws at its caller.
#include <stdexcept>

extern "C" void throw_one(int kind)
{
    if (kind == 0)
        throw std::runtime_error("from a library");
    if (kind == 1)
        throw 17;
    struct own : std::exception {
        const char *what() const noexcept override { return "of the library's own type"; }
    };
    throw own();
}
