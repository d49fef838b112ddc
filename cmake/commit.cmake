# SPDX-License-Identifier: Apache-2.0
# cmake -D SOURCE=… -D HEADER=… -P commit.cmake: a header that says of which commit the sources are,
# marked where they were changed since. It is written only if it says something new.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty=-changed --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT EXISTS "${SOURCE}/.git")
  set(commit "")
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#pragma once\n#define ISOBAR_COMMIT \"@commit@\"\n" @ONLY)
