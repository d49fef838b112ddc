# isobar_options(TARGET [HEADER ...] | REUSE OTHER): how every target is compiled. What nearly every
# source includes is parsed once a target: these headers, and HEADER. More would not pay, for each
# source loads all of them. REUSE: what OTHER parsed.
function(isobar_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  if(ARGV1 STREQUAL "REUSE")
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cstdint> <functional> <map> <memory> <numeric> <optional> <string>
      <utility> <vector> <boost/rational.hpp> <fmt/format.h> ${ARGN})
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # GCC's -Wconversion is not about signs in C++; which loops must be vectorised, GCC is asked.
    target_compile_options(${target} PRIVATE -Wno-sign-conversion -Wno-pass-failed)
  endif()
  if(ISOBAR_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE ISOBAR_SANITIZED)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
