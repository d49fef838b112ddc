#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM FOLDER TEST: pages in headless Chromium, as one of the tests here has it. FOLDER
# gets what npm installs.
set -euo pipefail
program=$1 folder=$2 test=$3
source=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
mkdir -p "$folder"
cp "$source"/{package.json,package-lock.json,.npmrc,*.mjs} "$folder"
cd "$folder"
# Anew only where something else is asked for: the registry need not be there each time.
if ! cmp -s package-lock.json node_modules/.isobar-lock; then
  if ! npm ci --no-audit --no-fund --loglevel=error --fetch-retry-mintimeout=1000 \
    --fetch-retry-maxtimeout=8000; then
    echo "skipped: npm could not get what package.json asks for"
    exit 77
  fi
  cp package-lock.json node_modules/.isobar-lock
fi
ISOBAR_PROGRAM=$program ISOBAR_EXAMPLES=$source/../../../sim/examples exec node --test "$test"
