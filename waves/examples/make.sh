#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the files of this folder anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

../../isobar run ../../sim/examples/ring.toml --wave ring.fst >/dev/null
../../isobar run --fabric torus:32x32 --scheme lm-c5 --load spike:5 --wave torus.fst \
  --wave-scope 'coordinates=0..2,0..1' --wave-from steps:100 --wave-to steps:104 >/dev/null
../../isobar run --fabric hypercube:3 --scheme rid --app uts --balancer software --poll-period 100 \
  --poll-cost 10 --handling 20 --wave messages.fst --wave-scope pes=0..2 --wave-to cycles:4000 \
  >/dev/null
../../isobar run --fabric torus:4x4 --scheme lm-c5 --load spike:2 --trace trace.json \
  --wave-scope 'coordinates=0..1,0..1' --wave-to steps:8 >/dev/null
