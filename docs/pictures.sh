#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Draws the pictures of the schemes' pages anew: each scheme on the same spike, 384 tasks on PE 0.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# draw SCHEME FABRIC LOAD OPTION ...
draw() {
  local scheme=$1 fabric=$2 load=$3
  shift 3
  ./isobar run --fabric "$fabric" --scheme "$scheme" --load "$load" "$@" --level steps --summary \
    --picture "docs/schemes/pictures/$scheme.svg" --json - >/dev/null || (($? == 1))
}

for scheme in lm-c5 nna nna-portions de gde hhc-a hhc-b hhc-c; do
  draw "$scheme" hhc:3 spike:16 --max-steps 100
done
for scheme in diffusion diffusion2 dem; do
  draw "$scheme" hhc:3 spike:16 --max-steps 12  # it comes to rest unbalanced
done
draw multilevel hypercube:4 spike:24 --max-steps 12
