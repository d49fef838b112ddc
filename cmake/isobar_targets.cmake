# How every target of the project is compiled.
function(isobar_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  # What nearly every source includes of other libraries is parsed once a target. (CMake counts a
  # precompiled header among the objects of an object library.)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "OBJECT_LIBRARY")
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cstdint> <filesystem> <functional> <iostream> <map> <memory> <numeric>
      <optional> <string> <utility> <vector> <boost/rational.hpp> <fmt/format.h>)
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Werror)
  if(ISOBAR_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE ISOBAR_SANITIZED)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
