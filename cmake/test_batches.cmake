# isobar_test_batches(TARGET SIZE SOURCE ...): adds sources of tests, SIZE of them compiled at once, each in
# a namespace of its own. So headers are parsed and templates instantiated once for all of them, and two
# tests may have helpers of one name, which CMake's unity build does not allow. With CMAKE_UNITY_BUILD=OFF
# each is compiled by itself.
function(isobar_test_batches target size)
  if(NOT CMAKE_UNITY_BUILD)
    target_sources(${target} PRIVATE ${ARGN})
    return()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/cmake/write_test_batch.cmake)
  set(batches)
  list(LENGTH ARGN count)
  math(EXPR last "(${count} - 1) / ${size}")
  foreach(number RANGE ${last})
    math(EXPR first "${number} * ${size}")
    list(SUBLIST ARGN ${first} ${size} members)
    set(batch ${CMAKE_CURRENT_BINARY_DIR}/batches/${target}_${number}.cpp)
    add_custom_command(OUTPUT ${batch} VERBATIM DEPENDS ${script} ${members}
      COMMAND ${CMAKE_COMMAND} -D batch=${batch} -D folder=${CMAKE_CURRENT_SOURCE_DIR}
              -D "members=${members}" -P ${script})
    list(APPEND batches ${batch})
  endforeach()
  target_sources(${target} PRIVATE ${batches})
  # A target of their own, or they would wait for the libraries that TARGET is linked with.
  add_custom_target(${target}_batches DEPENDS ${batches})
  add_dependencies(${target} ${target}_batches)
endfunction()
