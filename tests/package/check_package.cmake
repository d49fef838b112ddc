# SPDX-License-Identifier: Apache-2.0
# Installs the build, moves the installed tree elsewhere, looks at its manual page and completions,
# and builds and runs the consumer there.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${work}/installed ${work}/moved ${work}/consumer)
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/installed)
file(RENAME ${work}/installed ${work}/moved)  # a package must not remember where it was made
run(${CMAKE_CURRENT_LIST_DIR}/check_manual.sh ${work}/moved)
run(${CMAKE_COMMAND} -S ${source} -B ${work}/consumer -G ${generator}
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=${build_type}
  -D CMAKE_PREFIX_PATH=${work}/moved)
run(${CMAKE_COMMAND} --build ${work}/consumer)
run(${CMAKE_CTEST_COMMAND} --test-dir ${work}/consumer --output-on-failure --no-tests=error)
