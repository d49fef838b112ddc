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
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion)
  # Of Clang, which fuzzers need, warnings are looked at by the lint.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ISOBAR_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE ISOBAR_SANITIZED)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
    # At a fixed address a program has none of the millions of relocations that the checks bring, and
    # starts in two thirds of the time. Each access to a member would be checked for null, alignment and
    # type, which takes a third of the time to compile: null ends a program anyway, and the
    # fuzzers, which Clang compiles, have all checks.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE
        -fno-sanitize=null,alignment,object-size,vptr,nonnull-attribute,returns-nonnull-attribute)
      target_link_options(${target} PUBLIC -no-pie)
    endif()
  endif()
endfunction()
