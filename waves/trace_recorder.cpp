// SPDX-License-Identifier: Apache-2.0
#include "waves/trace_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/errors.h"
#include "models/experiment/credits.h"
#include "models/experiment/phase_ends.h"
#include "waves/phase_names.h"
#include "waves/wave_time.h"

namespace isobar {
namespace {

// Numbers of the fabric's threads.
constexpr unsigned steps_thread = 0;
constexpr unsigned phases_thread = 1;

// Names of slices.
const JsonString words_name("words");
const JsonString decision_name("decision");
const JsonString transfer_name("transfer");
const JsonString waiting_name("waiting");
const JsonString barrier_name("barrier");
const JsonString word_name("word");
const JsonString credit_name("credit");
const JsonString status_name("landed");
const JsonString idle_name("idle");
const JsonString work_name("work");
const JsonString balance_name("balance");
const JsonString wait_name("wait");

const JsonString& activity_name(Activity activity) {
  switch (activity) {
    case Activity::idle:
      return idle_name;
    case Activity::work:
      return work_name;
    case Activity::balance:
      return balance_name;
    case Activity::wait:
      return wait_name;
  }
  throw ModelError("an activity without a name");
}

std::vector<JsonString> json_strings(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

TraceRecorder::TraceRecorder(const Experiment& experiment, const WaveScope& scope,
                             const std::filesystem::path& file, const WaveWindow& window)
    : experiment_(experiment),
      scope_(scope),
      phased_(!experiment.agents),
      executors_(experiment.agents || experiment.application),
      places_(experiment),
      phase_names_(phased_ ? json_strings(phase_names(experiment)) : std::vector<JsonString>()),
      window_(window),
      file_(file),
      ordered_(experiment.fabric.pes(), 0),
      transfers_(experiment.fabric.nodes(), false),
      loads_(experiment.loads),
      doing_(places_.all()) {
  for (Node node = 0; node < experiment.fabric.pes(); ++node) {
    if (scope.has_pe(node)) nodes_.push_back(node);
  }
  const auto [min, max] = std::minmax_element(loads_.begin(), loads_.end());
  if (*min >= 1) shared_from_ = 0;
  if (*max - *min <= experiment.tolerance) balanced_from_ = 0;
  file_.stream() << fmt::format(
      "{{\"otherData\": {{\"program\": \"isobar\", \"fabric\": "
      "{}, \"clock_hz\": {}}}, \"traceEvents\": [",
      JsonString(experiment.fabric.name()).json(), boost::rational_cast<double>(experiment.clock));
  name_tracks();
}

// Viewers take process 0 for the idle process, and threads of the same number in several processes
// for one thread.
TraceRecorder::Track TraceRecorder::fabric_track(unsigned thread) const { return {1, 1 + thread}; }

TraceRecorder::Track TraceRecorder::pe_track(Node node) const {
  return {2 + std::uint64_t{node}, 3 + std::uint64_t{node} * threads_of_pe()};
}

/// Runs with phases have a thread for balancing before those of the links and of the executors;
/// without phases the first executor has that place.
TraceRecorder::Track TraceRecorder::executor_track(ExecutorId executor) const {
  auto track = pe_track(executor.node);
  const auto place = executor.number + (phased_ ? 1 : 0);
  if (place > 0) track.thread += experiment_.fabric.degree() + place;
  return track;
}

std::uint64_t TraceRecorder::threads_of_pe() const {
  return experiment_.fabric.degree() + (phased_ && executors_ ? 1 : 0) + places_.of_pe();
}

TraceRecorder::Track TraceRecorder::link_track(std::uint64_t link) const {
  auto track = pe_track(sender(link));
  track.thread += 1 + port(link);
  return track;
}

Node TraceRecorder::sender(std::uint64_t link) const {
  return static_cast<Node>(link / experiment_.fabric.degree());
}

Node TraceRecorder::receiver(std::uint64_t link) const {
  return *experiment_.fabric.neighbour(sender(link), port(link));
}

unsigned TraceRecorder::port(std::uint64_t link) const {
  return static_cast<unsigned>(link % experiment_.fabric.degree());
}

bool TraceRecorder::shows_link(std::uint64_t link) const {
  return scope_.has_dimension(experiment_.fabric.ports()[port(link)].dimension) &&
         scope_.has_pe(sender(link));
}

void TraceRecorder::name_tracks() {
  const auto& fabric = experiment_.fabric;
  name_track("process_name", fabric_track(steps_thread), fabric.name());
  name_track("thread_name", fabric_track(steps_thread), phased_ ? "steps" : "run");
  if (phased_) name_track("thread_name", fabric_track(phases_thread), "phases");
  for (Node node = 0; node < fabric.nodes(); ++node) {
    if (!scope_.has_pe(node)) continue;
    const bool pe = !fabric.is_switch(node);
    name_track("process_name", pe_track(node), fabric.title(node));
    if (pe && phased_) name_track("thread_name", pe_track(node), "balancing");
    for (unsigned i = 0; pe && executors_ && i < experiment_.executors_of(node); ++i) {
      name_track("thread_name", executor_track({node, i}),
                 i == 0 ? "executor" : fmt::format("executor {}", i));
    }
    for (unsigned p = 0; p < fabric.degree(); ++p) {
      const auto link = std::uint64_t{node} * fabric.degree() + p;
      const auto neighbour = fabric.neighbour(node, p);
      if (!neighbour || !shows_link(link)) continue;
      name_track("thread_name", link_track(link),
                 fmt::format("{} to {}", port_name(fabric, p), fabric.title(*neighbour)));
    }
  }
}

void TraceRecorder::name_track(const char* what, const Track& track, const std::string& name) {
  const auto event = [&](const char* kind, const std::string& argument) {
    write_event(fmt::format(R"("ph": "M", "pid": {}, "tid": {}, "name": "{}", "args": {{{}}})",
                            track.process, track.thread, kind, argument));
  };
  const bool process = std::string_view(what) == "process_name";
  event(what, fmt::format(R"("name": {})", JsonString(name).json()));
  event(process ? "process_sort_index" : "thread_sort_index",
        fmt::format(R"("sort_index": {})", process ? track.process : track.thread));
}

void TraceRecorder::phase_begins(Cycle start, std::int64_t step, std::size_t phase) {
  end_phase(start);
  window_.reached(start, step);
  phase_ = phase;
  phase_start_ = start;
  words_end_ = start;
  transfers_end_ = start;
}

void TraceRecorder::load_changes(Cycle from, Node node, std::int64_t load) {
  // Message-driven runs announce loads in order of cycles.
  if (!phased_ && (changes_.empty() || changes_.back().from < from)) write_loads(from);
  if (scope_.has_pe(node)) changes_.push_back({from, node, load});
}

void TraceRecorder::activity_changes(Cycle from, ExecutorId executor, Activity activity,
                                     std::uint64_t task) {
  if (!executors_ || !scope_.has_pe(executor.node)) return;
  auto& does = doing(executor);
  if (activity != Activity::work) task = 0;
  if (does.activity == activity && does.task == task) return;
  write_doing(executor, from);
  does = {from, activity, task};
}

void TraceRecorder::decides(Cycle /*cycle*/, Node node, unsigned /*port*/, std::int64_t tasks) {
  ordered_[node] += tasks;
}

void TraceRecorder::word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) {
  words_end_ = std::max(words_end_, to + experiment_.link_of_slot(link).latency());
  if (!shows_link(link)) return;
  messages_.push_back({Kind::word, link, from, to, value});
  if (!phased_) write_messages();
}

void TraceRecorder::credit_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) {
  if (shows_link(link)) messages_.push_back({Kind::credit, link, from, to, tasks});
}

void TraceRecorder::status_sent(std::uint64_t link, Cycle from, Cycle to) {
  if (shows_link(link)) messages_.push_back({Kind::status, link, from, to, 1});
}

void TraceRecorder::transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) {
  transfers_end_ = std::max(transfers_end_, to + experiment_.link_of_slot(link).latency());
  transfers_[sender(link)] = true;
  transfers_[receiver(link)] = true;
  if (!shows_link(link)) return;
  messages_.push_back({Kind::transfer, link, from, to, tasks});
  if (!phased_) write_messages();
}

void TraceRecorder::step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) {
  // The window is found before the step is written: its bounds may become known with this step.
  window_.reached(cycle, steps);
  write_slice(fabric_track(steps_thread), JsonString(fmt::format("step {}", steps - 1)),
              step_start_, cycle);
  step_start_ = cycle;
  if (shared && !shared_from_) shared_from_ = cycle;
  if (balanced && !balanced_from_) balanced_from_ = cycle;
}

Slot TraceRecorder::slot(Cycle end) const {
  const auto& phase = experiment_.scheme->phases()[*phase_];
  if (phase.shift) return shift_slot(experiment_, phase);
  Slot slot;
  slot.words = cycles_for_words(experiment_, phase).value_or(words_end_ - phase_start_) +
               cycles_for_credits(experiment_, phase);
  slot.decision = phase.decision;
  slot.transfers = std::max<Cycle>(0, transfers_end_ - phase_start_ - slot.words - slot.decision);
  slot.barrier = end - phase_start_ - slot.total();
  return slot;
}

void TraceRecorder::end_phase(Cycle end) {
  if (!phase_) return;
  if (window_.meets(phase_start_, end)) {
    write_slice(fabric_track(phases_thread), phase_names_[*phase_], phase_start_, end,
                fmt::format(", \"phase\": {}", *phase_));
    const auto spent = slot(end);
    for (const auto node : nodes_) write_pe(node, spent);
    write_messages();
  }
  write_loads(end);
  std::fill(ordered_.begin(), ordered_.end(), 0);
  std::fill(transfers_.begin(), transfers_.end(), false);
  messages_.clear();
  phase_.reset();
}

void TraceRecorder::write_pe(Node node, const Slot& slot) {
  const auto track = pe_track(node);
  Cycle at = phase_start_;
  const auto next = [&](const JsonString& name, Cycle cycles, const std::string& arguments = "") {
    write_slice(track, name, at, at + cycles, arguments);
    at += cycles;
  };
  next(words_name, slot.words);
  next(decision_name, slot.decision, fmt::format(", \"tasks_out\": {}", ordered_[node]));
  next(transfers_[node] ? transfer_name : waiting_name, slot.transfers);
  next(barrier_name, slot.barrier);
}

void TraceRecorder::write_messages() {
  for (const auto& message : messages_) write_message(message);
  messages_.clear();
}

void TraceRecorder::write_message(const Message& message) {
  if (!window_.meets(message.from, message.to)) return;
  const auto track = link_track(message.link);
  const auto& timing = experiment_.link_of_slot(message.link);
  const bool transfer = message.kind == Kind::transfer;
  const bool tasks = transfer || message.kind == Kind::credit;
  auto arguments = fmt::format(", \"{}\": {}", tasks ? "tasks" : "value", message.amount);
  // A circuit is set up for all its links together, before its message passes.
  const bool circuit = !phased_ && experiment_.switching == Switching::circuit;
  if (timing.setup() > 0 && !circuit)
    arguments += fmt::format(", \"setup_cycles\": {}", timing.setup());
  const auto& name = transfer                       ? transfer_name
                     : message.kind == Kind::credit ? credit_name
                     : message.kind == Kind::status ? status_name
                                                    : word_name;
  write_slice(track, name, message.from, message.to, arguments);
  if (!transfer || !scope_.has_pe(receiver(message.link))) return;
  const auto arrow = [&](const char* end, const Track& at, Cycle cycle) {
    write_event(fmt::format(
        R"("ph": {}, "id": {}, "cat": "tasks", "name": "tasks", "pid": {}, "tid": {}, {})", end,
        flows_, at.process, at.thread, microseconds(cycle, cycle)));
  };
  arrow(R"("s")", track, message.from);
  arrow(R"("f", "bp": "e")", pe_track(receiver(message.link)), message.to + timing.latency() - 1);
  ++flows_;
}

/// Writes what an executor did until `end`.
void TraceRecorder::write_doing(ExecutorId executor, Cycle end) {
  const auto& [since, activity, task] = doing(executor);
  const bool works = activity == Activity::work;
  write_slice(executor_track(executor), activity_name(activity), since, end,
              works ? fmt::format(", \"task\": {}", task) : "");
}

/// Writes the loads announced for cycles before `before`; later ones may still be announced. Where
/// several loads hold from one cycle on, the last one is written.
void TraceRecorder::write_loads(Cycle before) {
  std::stable_sort(changes_.begin(), changes_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.from, a.node) < std::tie(b.from, b.node);
  });
  const auto begin_counting = [&] {
    for (const auto node : nodes_) write_load(window_.from(), node);
    counting_ = true;
  };
  std::size_t done = 0;
  for (; done < changes_.size() && changes_[done].from < before; ++done) {
    const auto& [from, node, load] = changes_[done];
    if (from > window_.from() && !counting_) begin_counting();
    if (done + 1 < changes_.size() && changes_[done + 1].from == from &&
        changes_[done + 1].node == node) {
      continue;
    }
    const bool changed = std::exchange(loads_[node], load) != load;
    if (changed && counting_ && from <= window_.to()) write_load(from, node);
  }
  if (window_.from() < before && !counting_) begin_counting();
  changes_.erase(changes_.begin(), changes_.begin() + static_cast<std::ptrdiff_t>(done));
}

void TraceRecorder::write_load(Cycle from, Node node) {
  const auto track = pe_track(node);
  write_event(
      fmt::format(R"("ph": "C", "name": "load", "pid": {}, "tid": {}, {}, "args": {{"tasks": {}}})",
                  track.process, track.thread, microseconds(from, from), loads_[node]));
}

void TraceRecorder::write_slice(const Track& track, const JsonString& name, Cycle from, Cycle to,
                                const std::string& arguments) {
  if (from >= to || !window_.meets(from, to)) return;
  write_event(fmt::format(
      R"("ph": "X", "name": {}, "pid": {}, "tid": {}, {}, "args": {{"cycles": [{}, {}]{}}})",
      name.json(), track.process, track.thread, microseconds(from, to), from, to, arguments));
}

void TraceRecorder::write_instant(const char* name, const std::optional<Cycle>& cycle) {
  if (!cycle || *cycle < window_.from() || *cycle > window_.to()) return;
  const auto track = fabric_track(steps_thread);
  write_event(fmt::format(
      R"("ph": "i", "s": "g", "name": "{}", "pid": {}, "tid": {}, {}, "args": {{"cycle": {}}})",
      name, track.process, track.thread, microseconds(*cycle, *cycle), *cycle));
}

void TraceRecorder::write_event(const std::string& fields) {
  file_.stream() << (is_first_ ? "\n{" : ",\n{") << fields << '}';
  is_first_ = false;
}

/// The fields for the beginning of an event and, unless that is 0, for its duration.
std::string TraceRecorder::microseconds(Cycle from, Cycle to) const {
  const auto text = [](std::uint64_t ps) {
    constexpr std::uint64_t unit = 1'000'000;
    return fmt::format("{}.{:06}", ps / unit, ps % unit);
  };
  const auto begin = picoseconds(from, experiment_.clock);
  auto time = fmt::format(R"("ts": {})", text(begin));
  if (from == to) return time;
  return time + fmt::format(R"(, "dur": {})", text(picoseconds(to, experiment_.clock) - begin));
}

void TraceRecorder::reached(const std::optional<Cycle>& shared,
                            const std::optional<Cycle>& balanced) {
  shared_from_ = shared;
  balanced_from_ = balanced;
}

void TraceRecorder::finish(Cycle end) {
  end_phase(end);
  window_.finish(end);
  for (const auto node : nodes_) {
    for (unsigned i = 0; executors_ && i < experiment_.executors_of(node); ++i) {
      write_doing({node, i}, end);
    }
  }
  write_loads(end + 1);
  write_instant("shared", shared_from_);
  write_instant("balanced", balanced_from_);
  file_.stream() << "\n]}\n";
  file_.commit();
}

}  // namespace isobar
