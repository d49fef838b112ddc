#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Draws the documents' pictures anew: of the schemes, each on the same spike, 384 tasks on PE 0; and
# of the page (in Chromium, with what npm ci --prefix tests/sim/page installs).
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

# The page, light and dark: Liquid beside averaging, at T = 18, with tasks on their way.
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for scheme in lm-c5 nna; do
  ./isobar run --fabric torus:8x8 --scheme "$scheme" --load uniform:0..24 --seed 3 \
    --save "$work/$scheme.db" >/dev/null
done
./isobar report "$work/lm-c5.db" "$work/nna.db" -o "$work/page.html"
for theme in light dark; do
  node tests/sim/page/screenshot.mjs "$work/page.html" '#step=9&by=shifts' \
    "docs/pictures/page-$theme.webp" "$theme"
done

# The page of a campaign.
./isobar explore sim/examples/explore/schemes-at-64.toml -o "$work/schemes" >/dev/null
./isobar explore report "$work/schemes" -o "$work/schemes.html" --run-pages 0
for theme in light dark; do
  node tests/sim/page/screenshot.mjs "$work/schemes.html" '#' "docs/pictures/campaign-$theme.webp" "$theme"
done
