#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# campaigns.sh: runs the campaigns that ship as examples and makes their reports, docs/campaigns.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p docs/campaigns
for plan in sim/examples/explore/*.toml; do
  name=$(basename "$plan" .toml)
  ./isobar explore "$plan" -o "$work/$name"
  ./isobar explore report "$work/$name" -o "docs/campaigns/$name.html" --run-pages 0
done
