# How every target of the project is compiled.
function(isobar_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Werror)
  if(ISOBAR_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE ISOBAR_SANITIZED)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
