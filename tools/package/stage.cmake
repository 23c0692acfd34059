# SPDX-License-Identifier: MIT
# Run by cpack for each package, between installing its files in a folder and packing them.
set(stage ${CPACK_TEMPORARY_DIRECTORY})

# What Debian's policy asks for: its own folders, the licence in its form, and compression.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(share ${stage}/usr/share)
  set(doc ${share}/doc/${CPACK_PACKAGE_NAME})
  file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
  # In /usr/lib itself cpack would take the library for one that ldconfig has to know.
  set(library ${stage}/usr/${CPACK_PRIOSHIM_LIBRARY_DIR})
  set(place ${stage}/usr/lib/${CPACK_PRIOSHIM_MULTIARCH}/prioshim)
  if(NOT library STREQUAL place)
    get_filename_component(folder ${place} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(RENAME ${library} ${place})
  endif()

  file(READ ${doc}/LICENSE text)
  string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n\n(.*)" text "${text}")
  set(holder ${CMAKE_MATCH_1})
  string(REPLACE "\n" "\n " text "\n${CMAKE_MATCH_2}")
  string(REPLACE "\n \n" "\n .\n" text "${text}")
  string(STRIP "${text}" text)
  file(WRITE ${doc}/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
    "Upstream-Name: ${CPACK_PACKAGE_NAME}\n\n"
    "Files: *\nCopyright: ${holder}\nLicense: Expat\n ${text}\n")
  file(REMOVE ${doc}/LICENSE)

  execute_process(COMMAND awk -v "package=${CPACK_PACKAGE_NAME}"
                          -v "maintainer=${CPACK_DEBIAN_PACKAGE_MAINTAINER}"
                          -f ${CMAKE_CURRENT_LIST_DIR}/changelog.awk ${doc}/README.md
                  OUTPUT_FILE ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB texts ${share}/man/man?/* ${doc}/changelog ${doc}/README.md)
  execute_process(COMMAND gzip -9n ${texts} COMMAND_ERROR_IS_FATAL ANY)
  file(CHMOD ${doc}/changelog.gz ${doc}/copyright
       PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()

# Folders take their rights from the umask.
execute_process(COMMAND find ${stage} -type d -exec chmod 755 {} + COMMAND_ERROR_IS_FATAL ANY)

# The same files give the same package: by this cpack makes all as old as the version.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  file(STRINGS ${CPACK_PRIOSHIM_SOURCE_DIR}/README.md date
       REGEX "^### [0-9.]+ \\([0-9-]+\\)$" LIMIT_COUNT 1)
  string(REGEX REPLACE ".*\\((.*)\\)" "\\1" date "${date}")
  execute_process(COMMAND date -u -d ${date} +%s OUTPUT_VARIABLE seconds
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
