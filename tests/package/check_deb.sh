#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check_deb.sh BUILD INSTALLED WORK: makes the Debian package of a build and holds its files against
# the tree that `cmake --install` made, and its dependencies against what the program is linked with.
set -euo pipefail
build=$1
installed=$2
work=$3
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: no dpkg-shlibdeps"; exit 77; }

failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

rm -rf "$work"
cpack -G DEB --config "$build/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=none -B "$work"
packages=("$work"/*.deb)
((${#packages[@]} == 1)) || fail "packages: ${packages[*]}"
deb=${packages[0]}

# The same files, below /usr; only zsh looks into another folder there.
diff <(cd "$installed" && find . ! -type d | sed 's#zsh/site-functions#zsh/vendor-completions#' | sort) \
  <(dpkg-deb --fsys-tarfile "$deb" | tar -t | grep -v '/$' | sed -n 's#^\./usr#.#p' | sort) ||
  fail "the package has other files than the installed tree"
outside=$(dpkg-deb --fsys-tarfile "$deb" | tar -t | grep -v '^\./\(usr/.*\)\{0,1\}$' || true)
[[ -z $outside ]] || fail "outside of /usr: $outside"
others=$(dpkg-deb -c "$deb" | grep -v '^\(drwxr-xr-x\|-rw-r--r--\|-rwxr-xr-x\) root/root ' || true)
[[ -z $others ]] || fail "owner or mode: $others"

# has FIELD PACKAGE
has() { dpkg-deb -f "$deb" "$1" | grep -qE "(^|[ ,])$2([ ,:]|\$)" || fail "$1 without $2"; }
# A library that is no package's has no owner.
needed=$(objdump -p "$installed"/bin/* | awk '$1 == "NEEDED" { print $2 }' | sort -u)
mapfile -t files < <(ldd "$installed"/bin/* | awk -v names="$needed" '
  BEGIN { split(names, list); for (i in list) is_needed[list[i]] = 1 }
  $1 in is_needed && !seen[$1]++ { print $3 }')
mapfile -t real < <(realpath "${files[@]}")
mapfile -t owners < <({ dpkg -S "${files[@]}" "${real[@]}" 2>/dev/null || true; } | cut -d : -f 1 | sort -u)
((${#owners[@]} > 5)) || fail "only ${#owners[@]} packages of libraries were found"
for owner in "${owners[@]}" libsystemc; do has Depends "${owner//+/\\+}"; done
has Recommends verilator
has Recommends 'g\+\+'
has Recommends libsystemc-dev
has Suggests yosys
has Suggests python3-pandas
dpkg-deb --info "$deb" prerm | grep -q __pycache__ || fail "prerm leaves what Python compiled"

((failures == 0)) || { echo "$failures failures"; exit 1; }
rm -rf "$work"
