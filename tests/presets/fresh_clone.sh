#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fresh_clone.sh ROOT WORK [dry]: builds ROOT as someone does who has the packages and does not use
# the launcher, in a copy without anything that git does not know: the program isobar. With `dry`
# ninja only says what it would do for all of it, which it refuses if a file is missing.
set -euo pipefail
root=$1
work=$2
dry=${3:-}

rm -rf "$work"
mkdir -p "$work"
cd "$root"
if files=$(git ls-files 2>/dev/null) && [[ $files ]]; then
  git ls-files -z
else  # an archive of the sources
  find . -path ./build -prune -o ! -type d -print0
fi | xargs -0 cp -P --parents -t "$work"

cd "$work"
cmake --preset release
options=(--target isobar)
if [[ $dry ]]; then
  # Where ninja could remake its own file, it would do no more than say so.
  cp build/release/build.ninja build/release/dry.ninja
  options=(-- -f dry.ninja -n)
fi
cmake --build --preset release "${options[@]}" >"$work/build.log" ||
  { tail -n 40 "$work/build.log"; exit 1; }
tail -n 1 "$work/build.log"
if [[ $dry ]]; then
  grep -q 'Linking CXX executable sim/isobar$' "$work/build.log"
else
  ./build/release/sim/isobar --version
  status=0
  said=$(./build/release/sim/isobar explore plan.toml 2>&1) || status=$?
  [[ $status == 2 && $said == *"isobar-explore, which is not there; built by: "* ]] ||
    { echo "without isobar-explore: status $status, $said"; exit 1; }
fi
rm -rf "$work"
