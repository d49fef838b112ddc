// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/output_file.h"
#include "models/experiment/executor_places.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "waves/json_string.h"
#include "waves/wave_scope.h"
#include "waves/wave_window.h"

namespace isobar {

/// Writes a run, or a window of it, in the Trace Event Format of Perfetto and chrome://tracing. The
/// fabric is a process with its steps and phases and the instants *shared* and *balanced*; every PE
/// is a process with
///   a thread `balancing`: words, decision, transfer or waiting, barrier;
///   a thread `executor` where an application runs: work with the task's identity, idle, balance,
///   wait;
///   a thread for each link that leaves it: words with their values, transfers with their tasks,
///   set-up included, and an arrow from each transfer to where it lands;
///   a counter of its load.
/// Time is in microseconds with a resolution of a picosecond; arguments have the exact cycles.
/// Events that are partly in the window are written whole. At most one phase is held in memory. A
/// message-driven run has no steps and phases, and no `balancing`; every PE has an executor, and
/// every link shows the messages that go over it.
class TraceRecorder final : public Observer {
 public:
  /// `experiment` must outlive the recorder. Throws ValueError if the file cannot be written.
  TraceRecorder(const Experiment& experiment, const WaveScope& scope,
                const std::filesystem::path& file, const WaveWindow& window = {});

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override;
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override;
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override;
  void credit_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;
  void status_sent(std::uint64_t link, Cycle from, Cycle to) override;
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override;

  /// Announces the cycles in which a message-driven run, which has no step ends, was first *shared*
  /// and first *balanced*.
  void reached(const std::optional<Cycle>& shared, const std::optional<Cycle>& balanced);
  /// Completes the file of a run that ended before cycle `end`. Without this call no file appears.
  /// Throws ValueError if it could not be written whole.
  void finish(Cycle end);
  /// After finish: whether the run ended before its window; then the file holds the last loads
  /// alone.
  bool window_missed() const { return window_.missed(); }

 private:
  enum class Kind : std::uint8_t { word, transfer, credit, status };
  struct Message {
    Kind kind;
    std::uint64_t link;
    Cycle from;
    Cycle to;
    std::int64_t amount;  ///< a word's value, a number of tasks, or 1
  };
  struct LoadChange {
    Cycle from;
    Node node;
    Load load;
  };
  /// What an executor is doing, which is written when it ends.
  struct Doing {
    Cycle since = 0;
    Activity activity = Activity::idle;
    std::uint64_t task = 0;  ///< the task if it works
  };
  /// A row of the viewer: the numbers of a process and a thread.
  struct Track {
    std::uint64_t process;
    std::uint64_t thread;
  };

  Track fabric_track(unsigned thread) const;
  Track pe_track(Node node) const;
  Track executor_track(ExecutorId executor) const;
  Doing& doing(ExecutorId executor) { return doing_[places_.place(executor)]; }
  Track link_track(std::uint64_t link) const;
  Node sender(std::uint64_t link) const;
  Node receiver(std::uint64_t link) const;
  unsigned port(std::uint64_t link) const;
  bool shows_link(std::uint64_t link) const;

  std::uint64_t threads_of_pe() const;
  void name_tracks();
  void name_track(const char* what, const Track& track, const std::string& name);
  void end_phase(Cycle end);
  Slot slot(Cycle end) const;
  void write_pe(Node node, const Slot& slot);
  void write_messages();
  void write_message(const Message& message);
  void write_doing(ExecutorId executor, Cycle end);
  void write_loads(Cycle before);
  void write_load(Cycle from, Node node);
  /// Writes a slice of a track, unless it is empty or outside the window. `arguments`, each with a
  /// comma before it, are added after the cycles.
  void write_slice(const Track& track, const JsonString& name, Cycle from, Cycle to,
                   const std::string& arguments = "");
  void write_instant(const char* name, const std::optional<Cycle>& cycle);
  void write_event(const std::string& fields);
  std::string microseconds(Cycle from, Cycle to) const;

  const Experiment& experiment_;
  const WaveScope scope_;
  bool phased_;            ///< whether the scheme is synchronous
  bool executors_;         ///< whether executors are shown
  ExecutorPlaces places_;  ///< of executors
  std::vector<JsonString> phase_names_;
  WindowFinder window_;
  OutputFile file_;
  bool is_first_ = true;
  std::vector<Node> nodes_;  ///< the PEs that are shown

  std::optional<std::size_t> phase_;  ///< the one under way
  Cycle phase_start_ = 0;
  Cycle step_start_ = 0;
  Cycle words_end_ = 0;      ///< when the slowest word of the phase under way can be used
  Cycle transfers_end_ = 0;  ///< when its slowest transfer has landed
  std::vector<Message> messages_;
  std::vector<Load> ordered_;    ///< by node: the tasks that its decision sends out
  std::vector<bool> transfers_;  ///< by node: whether tasks go out or come in
  std::vector<LoadChange> changes_;
  std::vector<Load> loads_;
  std::vector<Doing> doing_;  ///< by place
  bool counting_ = false;     ///< whether the loads at the window's beginning are written
  std::uint64_t flows_ = 0;
  std::optional<Cycle> shared_from_;
  std::optional<Cycle> balanced_from_;
};

}  // namespace isobar
