#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# gallery.sh [NAME ...]: draws the pictures of docs/gallery.md anew, all or some: of a run as the program
# draws them, of a campaign the top of its page, in Chromium, made smaller by ImageMagick.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

draw_run() {
  ./isobar run "sim/examples/$1.toml" --picture "docs/gallery/$1.svg" >/dev/null
}

draw_campaign() {
  ./isobar explore "sim/examples/explore/$1.toml" -o "$work/$1" >/dev/null
  ./isobar explore report "$work/$1" -o "$work/$1.html" --run-pages 0 >/dev/null
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=5000 \
    --window-size=1280,1000 --screenshot="$work/$1.png" "file://$work/$1.html" 2>/dev/null
  convert "$work/$1.png" -resize 900x -quality 80 "docs/gallery/$1.webp"
}

names=("$@")
if ((${#names[@]} == 0)); then
  for file in sim/examples/*.toml sim/examples/explore/*.toml; do names+=("$(basename "$file" .toml)"); done
fi
for name in "${names[@]}"; do
  if [[ -e sim/examples/$name.toml ]]; then draw_run "$name"; else draw_campaign "$name"; fi
done
