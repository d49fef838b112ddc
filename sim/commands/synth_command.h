// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/synth.h"

namespace CLI {
class App;
}

namespace isobar {

/// The options of `isobar synth` as they were written.
struct SynthOptions {
  std::string scheme = "lm";
  std::string conditions = "c0..c5";
  std::string dimensions = "1..4";
  std::string radix2 = "none";
  std::string radix;      ///< of the others; empty: 4
  std::string phase_end;  ///< empty: words
  std::string task_bits = "64";
  std::string load_bits = "16";
  std::string queue_depth = "16";
  std::string queue_memory = "block-ram";
  std::string lanes = "1";
  std::string cycles_per_bit = "1";
  std::string setup = "0";
  std::string latency = "1";
  std::string device = "hx8k";
  std::string package;  ///< empty: the device's first
  std::string seeds;    ///< empty: 3
  std::string jobs;     ///< empty: as many as the machine has processors
  std::string json;     ///< empty: none
  std::string netlist;  ///< a folder; empty: none
};

/// Adds the subcommand; its options fill `options`, which must outlive the app.
CLI::App* add_synth(CLI::App& app, SynthOptions& options);

/// Throws ValueError that names the option, the value and what is allowed.
SynthPlan synth_plan(const SynthOptions& options);

/// Synthesizes, shows a table or writes JSON. Returns the exit status: 0 done, 1 interrupted, with
/// nothing written, or the device is too small for some PE. Throws ValueError for what cannot be
/// used, before anything is run.
int synth_command(const SynthOptions& options);

}  // namespace isobar
