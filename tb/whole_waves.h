// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/output_file.h"
#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "tb/whole_fabric.h"
#include "waves/layout_files.h"
#include "waves/wave_scope.h"
#include "waves/wave_timeline.h"
#include "waves/wave_window.h"

namespace isobar {

/// Writes what a whole fabric of RTL shows into a wave file, with layouts beside it:
///   isobar.run.step                            the step under way, from 0, where there are steps
///   isobar.pe_0.load, .errors                  as isobar_pe shows them
///   isobar.pe_0.link_1_succ.transfer_cycles, .word_cycles, .setup_cycles
///                                              the hardware's counters of that link
class WholeWaves final : public FabricWatcher {
 public:
  /// The references must outlive it. Throws ValueError if the file cannot be written.
  WholeWaves(const Experiment& experiment, const RtlParameters& parameters, const WaveScope& scope,
             const std::filesystem::path& file, const WaveWindow& window);

  void cycle(Cycle now, std::int64_t steps, const FabricOutputs& outputs) override;
  /// Completes the files of a run that ended before cycle `end`. Without this call none appears.
  /// Throws ValueError if they could not be written whole.
  void finish(Cycle end);
  /// After finish: whether the run ended before its window.
  bool window_missed() const { return window_.missed(); }

 private:
  using Signal = WaveTimeline::Signal;
  struct Pe {
    Node node;
    Signal load;
    Signal errors;
    std::int64_t last_load = 0;
    std::int64_t last_errors = 0;
  };
  struct Counter {
    std::size_t port;  ///< of the whole fabric
    FabricOutputs::Counter kind;
    Signal signal;
    std::int64_t last = 0;
  };

  void declare(Node node, const RtlParameters& parameters, const WaveScope& scope, bool shown);
  void announce(Cycle now, Signal signal, std::uint64_t value, std::int64_t& last);

  const Experiment& experiment_;
  OutputFile file_;
  LayoutFiles layout_files_;
  WaveLayout layout_;
  WindowFinder window_;
  WaveTimeline timeline_;
  unsigned load_bits_;
  std::optional<Signal> step_;
  std::int64_t last_step_ = 0;
  std::vector<Pe> pes_;
  std::vector<Counter> counters_;
};

}  // namespace isobar
