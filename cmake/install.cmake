# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where: the model as a CMake package with the targets isobar::core
# and isobar::systemc, and with the program isobar::waves, isobar::tb and isobar::config; headers,
# the examples. The program's own line is in sim/.
include(CMakePackageConfigHelpers)

set(isobar_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/isobar)

if(ISOBAR_PROGRAM)
  install(DIRECTORY sim/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/examples)
  # JSON Schemas of results and configurations, for editors and other programs.
  install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar)
  # What the program verilates, synthesizes and compiles at run time, as host/data_root.h finds it.
  install(DIRECTORY rtl DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar)
  install(DIRECTORY tb/abi tb/coverage tb/synth DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/tb)
  install(DIRECTORY tb/mutants DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/tb
          FILES_MATCHING PATTERN *.txt)
  install(DIRECTORY sim/page DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/sim
          PATTERN "*.cpp" EXCLUDE PATTERN "*.h" EXCLUDE)
  install(FILES models/schemes/contract/condition.h
          DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/models/schemes/contract)
  install(FILES models/experiment/queue_memory.h
          DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar/models/experiment)
  # Where Debian's Python looks below /usr; the package finds the program by its place.
  install(DIRECTORY sim/python/isobar DESTINATION lib/python3/dist-packages
          PATTERN __pycache__ EXCLUDE)
  install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "*.sh" EXCLUDE)
  install(DIRECTORY tests/package/consumer DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/package)
endif()

# Headers are included as "models/pe/fabric_model.h", installed or not.
set(isobar_libraries core systemc schemes applications)
set(isobar_headers models)
if(ISOBAR_PROGRAM)
  list(APPEND isobar_libraries host waves lz4 tb config)
  list(APPEND isobar_headers host waves tb)
  install(DIRECTORY sim/config sim/input DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isobar/sim
          FILES_MATCHING PATTERN "*.h"
          PATTERN "*json*" EXCLUDE PATTERN "toml_text.h" EXCLUDE)  # of other packages
endif()
install(DIRECTORY ${isobar_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isobar
        FILES_MATCHING PATTERN "*.h"
        PATTERN "mutants" EXCLUDE)  # their library is not installed

# Schemes and applications stay objects also when installed: isobar::core hands them to whatever is
# linked with it (models/CMakeLists.txt), so that the linker cannot drop what only registers itself.
foreach(library IN LISTS isobar_libraries)
  set_target_properties(isobar_${library} PROPERTIES EXPORT_NAME ${library})
endforeach()
list(TRANSFORM isobar_libraries PREPEND isobar_)
install(TARGETS ${isobar_libraries} EXPORT isobar
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/isobar)
install(EXPORT isobar NAMESPACE isobar:: FILE isobarTargets.cmake
        DESTINATION ${isobar_package_dir})

configure_package_config_file(cmake/isobarConfig.cmake.in
  ${PROJECT_BINARY_DIR}/isobarConfig.cmake INSTALL_DESTINATION ${isobar_package_dir}
  PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isobarConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may change anything
install(FILES ${PROJECT_BINARY_DIR}/isobarConfig.cmake
              ${PROJECT_BINARY_DIR}/isobarConfigVersion.cmake
        DESTINATION ${isobar_package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)  # Debian's name
