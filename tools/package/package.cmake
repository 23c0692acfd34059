# SPDX-License-Identifier: MIT
# What `cpack` makes: a Debian package, and a tar.gz that works from wherever it is unpacked.
set(PRIOSHIM_MAINTAINER "prioshim authors <prioshim@localhost.invalid>" CACHE STRING
    "Whom the Debian package names as its maintainer: NAME <ADDRESS>")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_SYSTEM_NAME linux-${PRIOSHIM_ARCH})
set(CPACK_PACKAGE_VENDOR "prioshim authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "run CUDA programs at a stream priority, as nice does for CPUs")
set(CPACK_PACKAGE_DESCRIPTION
"prio-exec runs an unmodified CUDA program so that the GPU streams which it
creates take the priority asked for: low, default or high. A preloaded
library changes the program's calls to the driver; the program itself and
the driver stay as they are.
.
Priorities order work within one process, or among the clients of one
daemon of NVIDIA's Multi-Process Service (MPS), and not other processes that
share a device. On NVIDIA devices low is the default priority's own number,
so it changes only programs that ask for more themselves.
.
prio-exec --check tells whether a level arrives on this machine, and
--report what became of a program's streams. Installing it needs no GPU, no
driver and no CUDA toolkit, and programs without CUDA run as ever.")
set(CPACK_STRIP_FILES ON)
# All there is, but named: without a component, cpack would write over the manifest that
# `uninstall` reads.
set(CPACK_INSTALL_CMAKE_PROJECTS ${CMAKE_BINARY_DIR} ${PROJECT_NAME} Unspecified /)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${PRIOSHIM_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
if(PRIOSHIM_ARCH STREQUAL "x86_64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
else()
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()

# What the script needs to know; cpack hands on what begins so.
set(CPACK_PRIOSHIM_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_PRIOSHIM_LIBRARY_DIR ${CMAKE_INSTALL_LIBDIR}/prioshim)
set(CPACK_PRIOSHIM_MULTIARCH ${PRIOSHIM_ARCH}-linux-gnu)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/stage.cmake)
include(CPack)
