#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# program_alone.sh PROGRAM WORK: the program isobar without the others beside it, as it is when only
# its target was built, runs, and names what is missing.
set -euo pipefail
program=$1
work=$2

rm -rf "$work"
mkdir -p "$work"
cp "$program" "$work/isobar"
"$work/isobar" --version
status=0
said=$("$work/isobar" explore plan.toml 2>&1) || status=$?
[[ $status == 2 && $said == *"isobar-explore, which is not there; built by: "* ]] ||
  { echo "without isobar-explore: status $status, $said"; exit 1; }
rm -rf "$work"
