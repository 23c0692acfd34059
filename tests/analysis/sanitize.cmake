# SPDX-License-Identifier: MIT
# Sanitizer builds: -DPRIOSHIM_SANITIZE=address,undefined or =thread, by gcc. By clang the first
# builds and its units, crowd, scopes and matrix pass; no tier runs it.
#
# Instrumented are the two builds of the library that the integration tests preload and, for all but
# thread, the launcher and the unit tests: Criterion cannot start under the thread sanitizer (it
# maps memory where that has its own), and the launcher has one thread. The library that is
# installed stays as it is, so that what the checks say of it is said in these builds too.
#
#   prioshim_sanitized            what an instrumented program is built and linked with
#   prioshim_sanitize_library()   the same for a build of the preloaded library
#   PRIOSHIM_SANITIZER_RUNTIME    what goes before that library in LD_PRELOAD, ":" after each entry

set(PRIOSHIM_SANITIZE "" CACHE STRING "Sanitizers of the tests' builds: address,undefined or thread")
add_library(prioshim_sanitized INTERFACE)
set(PRIOSHIM_SANITIZER_RUNTIME "")

if(PRIOSHIM_SANITIZE)
  set(sanitize_flags -fsanitize=${PRIOSHIM_SANITIZE} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)

  string(REPLACE "," ";" sanitizers ${PRIOSHIM_SANITIZE})
  # Programs carry the runtime in themselves: a shared one would want to be the first library, and
  # the launcher's tests preload others. (clang does so unless told otherwise.)
  if(NOT "thread" IN_LIST sanitizers)
    target_compile_options(prioshim_sanitized INTERFACE $<$<COMPILE_LANGUAGE:C>:${sanitize_flags}>)
    target_link_options(prioshim_sanitized INTERFACE ${sanitize_flags})
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
      target_link_options(prioshim_sanitized INTERFACE -static-libasan -static-libubsan)
    endif()
    target_sources(prioshim_sanitized INTERFACE
      $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_CURRENT_LIST_DIR}/sanitizer_options.c>)
  endif()

  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    string(REPLACE address libasan.so runtimes "${sanitizers}")
    string(REPLACE undefined libubsan.so runtimes "${runtimes}")
    string(REPLACE thread libtsan.so runtimes "${runtimes}")
  elseif("address" IN_LIST sanitizers) # clang's have the handlers of undefined in them
    set(runtimes libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  elseif("thread" IN_LIST sanitizers) # 14's shared runtime ends even programs that are built for it
    message(FATAL_ERROR "PRIOSHIM_SANITIZE=thread needs gcc")
  else()
    set(runtimes libclang_rt.ubsan_standalone-${CMAKE_SYSTEM_PROCESSOR}.so)
  endif()

  foreach(runtime IN LISTS runtimes)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=${runtime}
      OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT IS_ABSOLUTE "${path}" OR NOT EXISTS "${path}")
      message(FATAL_ERROR "PRIOSHIM_SANITIZE: ${CMAKE_C_COMPILER} has no ${runtime}")
    endif()
    file(REAL_PATH "${path}" path)
    string(APPEND PRIOSHIM_SANITIZER_RUNTIME "${path}:")
  endforeach()
endif()

# The thread sanitizer's runtime starts only where something instrumented is loaded, and until then
# breaks its hosts: the bare ones have this for it.
if(PRIOSHIM_SANITIZE STREQUAL "thread")
  add_library(sanitizer_start MODULE ${CMAKE_CURRENT_LIST_DIR}/sanitizer_start.c)
  target_compile_options(sanitizer_start PRIVATE ${sanitize_flags})
  set_target_properties(sanitizer_start PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/lib)
  string(APPEND PRIOSHIM_SANITIZER_RUNTIME "${CMAKE_BINARY_DIR}/tests/lib/libsanitizer_start.so:")
endif()

# prioshim_sanitize_library(target): to be called in the folder that made it with prioshim_library.
function(prioshim_sanitize_library target)
  if(NOT PRIOSHIM_SANITIZE)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${sanitize_flags}>)
  # The runtime comes by LD_PRELOAD, since the hosts know of none; it is not linked.
  target_link_options(${target} PRIVATE -Wl,-z,undefs)
  # Left as they are: these answer lookups that the runtime makes before it can be called itself.
  # All but lookup.c and cuda.c are instrumented in the unit tests.
  set(shim ${PROJECT_SOURCE_DIR}/shim)
  set_source_files_properties(
    ${shim}/loader.c ${shim}/objects.c ${shim}/symbols.c ${shim}/symtab.c ${shim}/lookup.c ${shim}/cuda/cuda.c
    ${shim}/cuda/names.c ${shim}/asked.c ${shim}/settings.c ${shim}/priority.c
    PROPERTIES COMPILE_OPTIONS -fno-sanitize=all)
endfunction()
