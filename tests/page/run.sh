#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM FOLDER: the page and the trace in headless Chromium. FOLDER gets what npm installs.
set -euo pipefail
program=$1 folder=$2
source=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
mkdir -p "$folder"
cp "$source"/{package.json,package-lock.json,.npmrc,*.mjs} "$folder"
cd "$folder"
# Anew only where something else is asked for: the registry need not be there each time.
if ! cmp -s package-lock.json node_modules/.isobar-lock; then
  if ! npm ci --no-audit --no-fund --loglevel=error; then
    echo "skipped: npm could not get what package.json asks for"
    exit 77
  fi
  cp package-lock.json node_modules/.isobar-lock
fi
ISOBAR_PROGRAM=$program exec node --test page_test.mjs trace_test.mjs
