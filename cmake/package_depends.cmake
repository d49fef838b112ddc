# SPDX-License-Identifier: Apache-2.0
# What the package depends on: the packages of the libraries that the programs are linked with, as
# dpkg-shlibdeps finds them. CPack would find the same, and start a program for each file of the package.
find_program(shlibdeps dpkg-shlibdeps)
if(NOT shlibdeps)
  message(FATAL_ERROR "the Debian package needs dpkg-shlibdeps, which is in the package dpkg-dev")
endif()
set(folder ${CPACK_PACKAGE_DIRECTORY}/depends)
file(WRITE ${folder}/debian/control "")  # without it dpkg-shlibdeps does nothing
file(GLOB programs ${CPACK_ISOBAR_PROGRAMS})
# A library that somebody installed by hand is no package's, and no fault.
execute_process(COMMAND ${shlibdeps} --ignore-missing-info -O ${programs} WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE found ERROR_VARIABLE said RESULT_VARIABLE status)
file(REMOVE_RECURSE ${folder})
if(NOT status EQUAL 0 OR NOT found MATCHES "shlibs:Depends=([^\n]+)")
  message(FATAL_ERROR "dpkg-shlibdeps: ${said}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS ${CMAKE_MATCH_1})
