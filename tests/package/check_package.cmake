# SPDX-License-Identifier: Apache-2.0
# Installs the build, moves the installed tree elsewhere, looks at its manual page and completions,
# and builds and runs the consumer and the examples of SystemC there.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${work}/installed ${work}/moved ${work}/projects)
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/installed)
file(RENAME ${work}/installed ${work}/moved)  # a package must not remember where it was made
run(${CMAKE_CURRENT_LIST_DIR}/check_manual.sh ${work}/moved)
function(check project)
  get_filename_component(name ${project} NAME)
  run(${CMAKE_COMMAND} -S ${project} -B ${work}/projects/${name} -G ${generator}
    -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=${build_type}
    -D CMAKE_PREFIX_PATH=${work}/moved)
  run(${CMAKE_COMMAND} --build ${work}/projects/${name})
  run(${CMAKE_CTEST_COMMAND} --test-dir ${work}/projects/${name} --output-on-failure
      --no-tests=error)
endfunction()

file(GLOB examples ${work}/moved/share/isobar/examples/systemc/*)
list(LENGTH examples count)
if(count LESS 4)
  message(FATAL_ERROR "only ${count} examples of SystemC are installed")
endif()
foreach(project ${source} ${examples})
  check(${project})
endforeach()
