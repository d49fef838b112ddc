#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fresh_clone.sh ROOT WORK: what the preset `release` would build of ROOT for someone who has the
# packages and does not use the launcher, in a copy without anything that git does not know. Ninja
# only says what it would do, which it refuses if a file is missing.
set -euo pipefail
root=$1
work=$2

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
# Where ninja could remake its own file, it would do no more than say so.
cp build/release/build.ninja build/release/dry.ninja
cmake --build --preset release -- -f dry.ninja -n >"$work/build.log" ||
  { tail -n 40 "$work/build.log"; exit 1; }
tail -n 1 "$work/build.log"
grep -q 'Linking CXX executable sim/isobar$' "$work/build.log"
rm -rf "$work"
