// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "host/output_file.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "waves/layout_files.h"
#include "waves/wave_scope.h"
#include "waves/wave_timeline.h"
#include "waves/wave_window.h"

namespace isobar {

/// Records a run, or a window of it, as a wave file, .vcd or .fst by its name, and beside it
/// layouts for GTKWave and Surfer of the same name that end in .gtkw and .surf.ron. Time is real,
/// in picoseconds. These are the signals:
///   isobar.run.step, .phase_number   the step and the phase under way, from 0
///   isobar.run.phase                 what the phase's ports have in common: `dimension_1`, `all`
///   isobar.run.phase_part            words, decision, transfer or barrier; only where all phases
///                                    of the scheme are shifts, which have fixed slots
///   isobar.run.step_ends             an event
///   isobar.run.shared, .balanced     as of the last step end
///   isobar.pe_0.load                 tasks
///   isobar.pe_0.activity             the executor's: idle, work, balance, wait; only where an
///                                    application runs or the scheme is message-driven
///   isobar.pe_0.task                 the lowest 32 bits of the identity of the task that it works
///                                    on, or worked on last; 0 before any; only with an application
///   isobar.pe_0.link_1_succ.state    what keeps the link towards dimension 1's successor busy,
///                                    set-up included: idle, word, transfer
///   isobar.pe_0.link_1_succ.word     the value of the last word, 0 before any
///   isobar.pe_0.link_1_succ.tasks    the tasks of the last transfer, the one under way included; 0
///                                    before any
///   isobar.pe_0.link_1_succ.task     of the last transfer, the lowest 32 bits of the identity of
///                                    the task whose bits are on the link, or were last
///   isobar.pe_0.link_1_succ.shift    tasks of the last order to send any out, from the decision's
///                                    cycle on; 0 before any
/// and of a message-driven run, of the last message on the link, the one under way included:
///   isobar.pe_0.link_1_succ.kind     the kind of its word, or `tasks`; `none` before any
///   isobar.pe_0.link_1_succ.from, .to, .number
///                                    as MessageLabel says; `to` is the number of nodes if there
///                                    are several
///   isobar.pe_0.link_1_succ.buffered messages that have a buffer at the far end, from where they
///                                    go on; between routers that have buffers
/// The links towards predecessors are called `_pred`; at radix 2 there is only the successor; on a
/// graph links are named by the port alone, `link_0`. The layouts have markers S and B where
/// *shared* and *balanced* are first true. A message-driven run has neither steps nor phases, so
/// isobar.run is left out. A run with circuits, which are announced only after they have been set
/// up, is held in memory until it ends.
class WaveRecorder final : public Observer {
 public:
  /// Adds signals of PE `node` while its scope is open, and to the layout if there is one.
  using AddSignals = std::function<void(Node node, WaveTimeline& timeline, WaveLayout* layout)>;

  /// `experiment` must outlive the recorder. Links have `task` if the run is message-driven or
  /// `has_tasks`, which a run of loads alone must not be. Throws ValueError if the file's name is
  /// not one of a wave file or the files cannot be written there.
  WaveRecorder(const Experiment& experiment, const WaveScope& scope,
               const std::filesystem::path& file, const AddSignals& add = {},
               const WaveWindow& window = {}, bool has_tasks = false);

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override;
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override;
  void word_sent(std::uint64_t slot, Cycle from, Cycle to, std::int64_t value) override;
  void transfer_sent(std::uint64_t slot, Cycle from, Cycle to, std::int64_t tasks) override;
  void message_sent(std::uint64_t slot, Cycle from, Cycle to, const MessageLabel& label) override;
  void task_sent(std::uint64_t slot, Cycle from, std::uint64_t task) override;
  void buffer_taken(std::uint64_t slot, Cycle from) override;
  void buffer_freed(std::uint64_t slot, Cycle from) override;
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override;

  /// Announces the cycles in which a message-driven run, which has no step ends, was first *shared*
  /// and first *balanced*.
  void reached(const std::optional<Cycle>& shared, const std::optional<Cycle>& balanced);
  /// Completes the files of a run that ended before cycle `end`. Without this call none appears.
  /// Throws ValueError if they could not be written whole.
  void finish(Cycle end);
  /// After finish: whether the run ended before its window; then the files hold the run's end
  /// alone.
  bool window_missed() const { return window_.missed(); }

 private:
  using Signal = WaveTimeline::Signal;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Run {
    Signal step;
    Signal phase_number;
    Signal phase;
    Signal phase_part;
    Signal step_ends;
    Signal shared;
    Signal balanced;
  };
  struct Executor {
    Signal activity = none;
    Signal task = none;
    std::int64_t last_task = 0;  ///< the one announced last
  };
  /// The first of a link's signals, which have consecutive numbers, and what was last announced.
  struct Link {
    Signal state = none;
    std::int64_t word = 0;
    std::int64_t tasks = 0;
    std::int64_t shift = 0;

    bool is_recorded() const { return state != none; }
    Signal word_signal() const { return state + 1; }
    Signal tasks_signal() const { return state + 2; }
    Signal shift_signal() const { return state + 3; }
    Signal task_signal() const { return state + 4; }
  };
  /// What is added to a link of a message-driven run, as above.
  struct Messages {
    Signal kind = none;
    std::int64_t last_kind = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t number = 0;
    std::int64_t buffered = 0;

    bool is_recorded() const { return kind != none; }
    Signal from_signal() const { return kind + 1; }
    Signal to_signal() const { return kind + 2; }
    Signal number_signal() const { return kind + 3; }
    Signal buffered_signal() const { return kind + 4; }
  };
  /// A buffer that will be free.
  struct Freed {
    Cycle from;
    std::uint64_t slot;

    bool operator>(const Freed& other) const {
      return std::tie(from, slot) > std::tie(other.from, other.slot);
    }
  };

  void declare_run();
  void declare_executors(Node node);
  void declare_pe(Node node, const WaveScope& scope, const AddSignals& add);
  void declare_switch(Node node, const WaveScope& scope);
  /// Declares the recorded links of a node and returns their ports.
  std::vector<unsigned> declare_links(Node node, const WaveScope& scope);
  void lay_out_pe(Node node, const std::vector<unsigned>& ports);
  void lay_out_links(Node node, const std::string& path, const std::vector<unsigned>& ports);
  /// Announces a value unless it is the signal's last one; calls for a signal come in order of
  /// time.
  void announce(Cycle cycle, Signal signal, std::int64_t value, std::int64_t& last) {
    if (value != last) timeline_.change(cycle, signal, last = value);
  }
  void declare_messages(std::uint64_t slot);
  /// Lets the timeline write what came before `now`, if nothing earlier can be announced any more.
  void passes(Cycle now) {
    if (!in_order_) return;
    if (!freed_.empty()) free_buffers(now);
    timeline_.write_before(now);
  }
  /// Announces the buffers that are free by `now`.
  void free_buffers(Cycle now);
  void seek(Cycle cycle, std::int64_t steps);
  std::vector<WaveMarker> markers() const;

  const Experiment& experiment_;
  std::vector<std::string> phase_names_;
  unsigned degree_;
  bool has_phase_parts_;
  bool has_tasks_;
  bool in_order_;  ///< whether everything is announced in the cycle in which it holds
  unsigned load_bits_;
  unsigned word_bits_;
  unsigned node_bits_;
  bool has_buffers_;  ///< whether routers have some
  OutputFile file_;
  LayoutFiles layout_files_;
  WaveLayout layout_;
  WindowFinder window_;
  WaveTimeline timeline_;
  Run run_{};
  std::size_t recorded_pes_ = 0;
  std::vector<Signal> loads_;                     ///< by node; `none` if it is not recorded
  std::vector<std::vector<Executor>> executors_;  ///< by node
  std::vector<Link> links_;                       ///< by link slot
  std::vector<std::string> kinds_;                ///< of messages; empty if they have none
  std::vector<Messages> messages_;                ///< by link slot; empty if they have no kinds
  std::priority_queue<Freed, std::vector<Freed>, std::greater<>> freed_;
  std::optional<Cycle> shared_from_;
  std::optional<Cycle> balanced_from_;
};

}  // namespace isobar
