# SPDX-License-Identifier: MIT
# project.sh - writes into the current folder a C project of twelve parts, for make and CMake.
set -e
parts=$(seq 12)
for n in $parts; do
    cat >"part$n.c" <<END
#include <string.h>
int part$n(const char *text) { return (int)strlen(text) * $n; }
END
done
{
    echo '#include <stdio.h>'
    for n in $parts; do echo "int part$n(const char *);"; done
    echo 'int main(void) { int sum = 0;'
    for n in $parts; do echo "sum += part$n(\"part $n\");"; done
    echo 'puts("the sum:"); return sum == 501 ? 0 : 1; }'
} >main.c
cat >Makefile <<'END'
parts := $(patsubst %.c,%.o,$(sort $(wildcard part*.c)))
program: main.o libparts.a
	$(CC) -Wl,--build-id=none -o $@ $^
libparts.a: $(parts)
	$(AR) rcsD $@ $^
word := $(shell echo from a shell)
$(info $(word))
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(small C)
include(CheckFunctionExists)
check_function_exists(dlsym HAVE_DLSYM)
find_package(Threads REQUIRED)
file(GLOB parts part*.c)
add_library(parts SHARED ${parts})
add_executable(program main.c)
target_link_libraries(program parts Threads::Threads)
execute_process(COMMAND sh -c "echo executed; echo err >&2; exit 3" RESULT_VARIABLE result)
message(STATUS "result ${result}")
END
