# SPDX-License-Identifier: MIT
# cmake -DMANIFEST=FILE -P uninstall.cmake: removes what was installed, by the list that CMake made
# of it, below DESTDIR if that is set. Of the folders only those that are ours alone, once empty.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "Nothing was installed from here: there is no ${MANIFEST} (install to the same place again, then it can be removed)")
endif()
file(STRINGS "${MANIFEST}" files)
foreach(file IN LISTS files)
  set(file "$ENV{DESTDIR}${file}")
  if(EXISTS "${file}" OR IS_SYMLINK "${file}")
    message(STATUS "Removing ${file}")
    file(REMOVE "${file}")
    if(EXISTS "${file}" OR IS_SYMLINK "${file}")
      message(FATAL_ERROR "Cannot remove ${file} (as another user, root perhaps?)")
    endif()
  endif()
  get_filename_component(folder "${file}" DIRECTORY)
  while(folder MATCHES "/prioshim(/tools)?$")
    execute_process(COMMAND rmdir "${folder}" ERROR_QUIET) # not before it is empty
    get_filename_component(folder "${folder}" DIRECTORY)
  endwhile()
endforeach()
