// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/link/observer.h"
#include "models/measure/experiment.h"
#include "waves/gtkw.h"
#include "waves/output_file.h"
#include "waves/wave_scope.h"
#include "waves/wave_timeline.h"

namespace isobar {

/// Records a run as a wave file, .vcd or .fst by its name, and beside it a GTKWave layout of the
/// same name that ends in .gtkw. Time is real, in picoseconds. Signals:
///   isobar.run.step, .phase_number   the step and the phase under way, from 0
///   isobar.run.phase                 what the phase's ports have in common: `dimension_1`, `all`
///   isobar.run.moment                words, decision, transfer or barrier; only where all phases
///                                    of the scheme are shifts, which have fixed slots
///   isobar.run.shared, .balanced     as of the last step end
///   isobar.pe_0.load                 tasks
///   isobar.pe_0.link_1_succ.state    what keeps the link towards dimension 1's successor busy,
///                                    set-up included: idle, word, transfer
///   isobar.pe_0.link_1_succ.word     the value of the last word, 0 before any
///   isobar.pe_0.link_1_succ.tasks    of the transfer, 0 while there is none
///   isobar.pe_0.link_1_succ.shift    tasks ordered out, in the decision's cycle, else 0
/// The links towards predecessors are called `_pred`; at radix 2 there is but the successor.
class WaveRecorder final : public Observer {
 public:
  /// Adds signals of PE `node` while its scope is open, and to the layout if there is one.
  using AddSignals = std::function<void(Node node, WaveTimeline& timeline, Gtkw* layout)>;

  /// `experiment` must outlive the recorder. Throws ValueError if the file's name is not one of a
  /// wave file or the files cannot be written there.
  WaveRecorder(const Experiment& experiment, const WaveScope& scope,
               const std::filesystem::path& file, const AddSignals& add = {});

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override;
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override;
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override;

  /// The run has ended before cycle `end`: completes the files. Without it none appears.
  /// Throws ValueError if they could not be written whole.
  void finish(Cycle end);

 private:
  using Signal = WaveTimeline::Signal;

  struct Run {
    Signal step;
    Signal phase_number;
    Signal phase;
    Signal moment;
    Signal shared;
    Signal balanced;
  };
  struct LinkSignals {
    bool recorded = false;
    Signal state = 0;
    Signal word = 0;
    Signal tasks = 0;
    Signal shift = 0;
  };
  struct PeSignals {
    Signal load = 0;
    std::vector<LinkSignals> links;  ///< by port
  };

  void declare_run();
  void declare_pe(Node node, const WaveScope& scope, const AddSignals& add);
  void lay_out_pe(Node node, const PeSignals& pe);
  std::string port_name(unsigned port) const;
  PeSignals* find_pe(Node node);
  LinkSignals* find_link(Node node, unsigned port);

  const Experiment& experiment_;
  std::vector<std::string> phase_names_;
  bool has_moments_;
  unsigned load_bits_;
  unsigned word_bits_;
  OutputFile file_;
  OutputFile layout_file_;
  Gtkw layout_;
  WaveTimeline timeline_;
  Run run_{};
  std::vector<std::uint32_t> place_;  ///< by node: where in `pes_`; past its end if not recorded
  std::vector<PeSignals> pes_;
};

}  // namespace isobar
