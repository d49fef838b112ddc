# SPDX-License-Identifier: Apache-2.0
# The manual page and the completions for shells, made from what the program says of itself, and
# where `cmake --install` puts them. There are none where a program was left out, whose commands they
# would not have.
if(NOT "explore" IN_LIST ISOBAR_PROGRAMS OR NOT "report" IN_LIST ISOBAR_PROGRAMS)
  return()
endif()
set(manual ${PROJECT_BINARY_DIR}/manual)
set(manual_files ${manual}/isobar.1 ${manual}/isobar.bash ${manual}/_isobar ${manual}/isobar.fish)

# All programs of sim/, because isobar hands some commands on to others.
get_property(programs DIRECTORY sim PROPERTY BUILDSYSTEM_TARGETS)
foreach(target ${programs})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    list(REMOVE_ITEM programs ${target})
  endif()
endforeach()

add_custom_command(OUTPUT ${manual_files}
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/manual.sh $<TARGET_FILE:isobar> ${manual}
  DEPENDS ${programs} cmake/manual.sh
  COMMENT "Making the manual page and completions" VERBATIM)
add_custom_target(isobar_manual ALL DEPENDS ${manual_files})

install(FILES ${manual}/isobar.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/isobar.bash RENAME isobar
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/isobar.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks into vendor-completions below /usr, and into site-functions below /usr/local.
set(zsh ${CMAKE_INSTALL_DATADIR}/zsh)
install(CODE "
  set(zsh ${zsh}/site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    set(zsh ${zsh}/vendor-completions)
  endif()
  file(INSTALL \"${manual}/_isobar\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${zsh}\")")
