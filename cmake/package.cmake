# SPDX-License-Identifier: Apache-2.0
# The Debian package that `./isobar package` makes: all that `cmake --install` puts below a prefix,
# below /usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS  # whatever the umask
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "Isobar <isobar@localhost>" CACHE STRING "Maintainer of the package")
set(CPACK_PACKAGE_DESCRIPTION
"Isobar simulates processing elements on a torus, hypercube, Hyper Hexa-Cell, ring, mesh or graph
that balance their load in hardware, in cycles and with every bit on every link paid for.
It comes with the RTL of such an element, pages that show runs, campaigns of many runs, and
a CMake package: find_package(isobar) puts a fabric into a SystemC project of one's own.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_depends.cmake)
set(CPACK_ISOBAR_PROGRAMS ${PROJECT_BINARY_DIR}/sim/isobar ${PROJECT_BINARY_DIR}/sim/isobar-*)
# Simulating, reporting and exploring need none of these, so they can be left out.
set(recommends
  g++ verilator  # isobar cosim
  gnuplot-nox    # plots of isobar reproduce and isobar explore
  # What a project that uses the CMake package compiles and links with (isobarConfig.cmake.in).
  libboost-dev libbrotli-dev libcsv-dev libfmt-dev libmsgsl-dev libssl-dev libsystemc-dev
  libtomlplusplus-dev libzip-dev pkg-config zlib1g-dev)
set(suggests
  cmake
  yosys nextpnr-ice40  # isobar synth; isobar cosim --mutants needs the first
  slurm-client         # isobar explore --engine slurm
  gtkwave              # waves
  python3-numpy python3-pandas)  # import isobar
# What Python compiled beside its sources is no file of the package's.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/prerm)
list(JOIN recommends ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
list(JOIN suggests ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)

include(CPack)
