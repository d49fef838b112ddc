#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# queues.sh: synthesizes task queues alone with Yosys, for iCE40 or, in LUT RAM, for ECP5, and prints
# what they take, a line each. tests/data/queues.txt holds what it printed, docs/costs.md says where
# it is used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../rtl/shared"

queue() {  # MEMORY NUMBER-IN-isobar_pkg SYNTHESIS DEPTH WIDTH
  yosys -q -p "read_verilog -sv isobar_pkg.sv isobar_queue.sv
    chparam -set Depth $4 -set TaskBits $5 -set LoadBits 16 -set Memory $2 isobar_queue
    $3 -top isobar_queue -flatten; tee -o /dev/stdout stat" |
    awk -v of="$1 $4 $5" '
      $1 ~ /^(SB_LUT4|LUT4)$/ { luts += $2 }
      $1 == "CCU2C" { luts += 2 * $2 }
      $1 ~ /^(SB_DFF|TRELLIS_FF)/ { registers += $2 }
      $1 ~ /^(SB_RAM40_4K|TRELLIS_DPR16X4)/ { rams += $2 }
      END { print of, luts + 0, registers + 0, rams + 0 }'
}

echo "# $(yosys -V | cut -d' ' -f1,2), load words of 16 bits: docs/queues.sh"
echo "# memory depth task_bits luts registers rams"
for width in 16 64 256; do
  for depth in 4 16 64 256 1024; do
    queue block-ram 2 synth_ice40 "$depth" "$width"
    queue lut-ram 1 synth_ecp5 "$depth" "$width"
    # Larger ones take Yosys longer than they are worth.
    if ((depth * width <= 16384)); then queue registers 0 synth_ice40 "$depth" "$width"; fi
  done
done
