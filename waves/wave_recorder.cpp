// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "waves/phase_names.h"

namespace isobar {
namespace {

/// The most PEs in a layout. GTKWave could show more, but nobody can look at them.
constexpr std::size_t max_laid_out = 64;

const std::array<std::string, 3> link_states = {"idle", "word", "transfer"};
enum LinkState : std::int64_t { idle, word, transfer };

/// The names of the values of Activity.
const std::array<std::string, 4> activities = {"idle", "work", "balance", "wait"};

const std::array<std::string, 5> phase_parts = {"none", "words", "decision", "transfer", "barrier"};
enum PhasePart : std::int64_t { no_part, words, decision, transfers, barrier };

constexpr unsigned task_bits = 32;
constexpr unsigned number_bits = 31;
constexpr unsigned buffer_bits = 16;

/// The names of an executor's signals end with this, which is empty for the first, so that a PE of
/// one executor has plain names.
std::string name_end(unsigned executor) {
  return executor == 0 ? "" : fmt::format("_{}", executor);
}

constexpr std::int64_t no_phase = 0;  ///< before the first; phase p is 1 + p

unsigned width(std::int64_t largest) {
  unsigned bits = 1;
  while (bits < 63 && (largest >> bits) > 0) ++bits;
  return bits;
}

std::vector<std::string> phase_states(const Experiment& experiment) {
  if (experiment.agents) return {};
  auto names = phase_names(experiment);
  names.insert(names.begin(), "none");
  return names;
}

/// `none`, the scheme's kinds of words, `tasks`.
std::vector<std::string> message_kinds(const Experiment& experiment) {
  if (!experiment.agents) return {};
  std::vector<std::string> names = {"none"};
  for (const auto& word : experiment.agents->words()) names.push_back(word.name);
  names.emplace_back("tasks");
  return names;
}

bool all_shift(const Experiment& experiment) {
  if (experiment.agents) return false;
  const auto& phases = experiment.scheme->phases();
  return std::all_of(phases.begin(), phases.end(), [](const Phase& phase) { return phase.shift; });
}

/// Returns `file`. Throws ValueError if its name is not one of a wave file.
const std::filesystem::path& checked(const std::filesystem::path& file) {
  wave_format(file.string());
  return file;
}

unsigned widest_word(const Experiment& experiment) {
  auto bits = std::max<std::int64_t>(1, experiment.load_bits);
  if (experiment.agents) {
    for (const auto& word : experiment.agents->words()) bits = std::max(bits, word.bits);
  } else {
    for (const auto& phase : experiment.scheme->phases()) bits = std::max(bits, phase.word_bits);
  }
  return static_cast<unsigned>(std::min<std::int64_t>(bits, 64));
}

}  // namespace

WaveRecorder::WaveRecorder(const Experiment& experiment, const WaveScope& scope,
                           const std::filesystem::path& file, const AddSignals& add,
                           const WaveWindow& window, bool has_tasks)
    : experiment_(experiment),
      phase_names_(phase_states(experiment)),
      degree_(experiment.fabric.degree()),
      has_phase_parts_(all_shift(experiment)),
      has_tasks_(has_tasks || experiment.agents),
      in_order_(experiment.agents && experiment.switching != Switching::circuit),
      load_bits_(width(experiment.queue_depth)),
      word_bits_(widest_word(experiment)),
      node_bits_(width(experiment.fabric.nodes())),
      has_buffers_(experiment.switching != Switching::circuit),
      file_(checked(file)),
      layout_files_(file),
      window_(window),
      timeline_(make_wave_writer(wave_format(file.string()), file_.path().string()),
                experiment.clock),
      loads_(experiment.fabric.pes(), none),
      executors_(experiment.fabric.pes()),
      links_(experiment.fabric.link_slots()),
      kinds_(message_kinds(experiment)),
      messages_(kinds_.empty() ? 0 : experiment.fabric.link_slots()) {
  timeline_.show(window_.from(), window_.to());
  timeline_.writer().open_scope("isobar", "");
  if (!experiment.agents) declare_run();
  for (Node node = 0; node < experiment.fabric.nodes(); ++node) {
    if (!scope.has_pe(node)) continue;
    if (experiment.fabric.is_switch(node)) {
      declare_switch(node, scope);
    } else {
      declare_pe(node, scope, add);
    }
  }
  timeline_.writer().close_scope();
  if (recorded_pes_ > max_laid_out) {
    layout_.comment(fmt::format("the first {} of {} PEs; the others are in the wave file",
                                max_laid_out, recorded_pes_));
  }
}

void WaveRecorder::declare_run() {
  const auto& loads = experiment_.loads;
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  const auto phases = static_cast<std::int64_t>(experiment_.scheme->phases().size());
  const unsigned step_bits = width(experiment_.max_steps);
  const unsigned phase_bits = width(phases - 1);
  auto& writer = timeline_.writer();
  writer.open_scope("run", experiment_.fabric.name());
  run_.step = timeline_.add_number("step", step_bits, 0);
  run_.phase_number = timeline_.add_number("phase_number", phase_bits, 0);
  run_.phase = timeline_.add_state("phase", phase_names_, no_phase);
  if (has_phase_parts_) run_.phase_part = timeline_.add_state("phase_part", phase_parts, no_part);
  run_.step_ends = timeline_.add_event("step_ends");
  if (*min >= 1) shared_from_ = 0;
  if (*max - *min <= experiment_.tolerance) balanced_from_ = 0;
  run_.shared = timeline_.add_number("shared", 1, shared_from_ ? 1 : 0);
  run_.balanced = timeline_.add_number("balanced", 1, balanced_from_ ? 1 : 0);
  writer.close_scope();

  layout_.begin_group("run", false);
  layout_.number("isobar.run.step", step_bits);
  layout_.event("isobar.run.step_ends");
  layout_.text("isobar.run.phase");
  if (has_phase_parts_) layout_.text("isobar.run.phase_part");
  layout_.number("isobar.run.shared", 1);
  layout_.number("isobar.run.balanced", 1);
  layout_.end_group();
}

void WaveRecorder::declare_executors(Node node) {
  if (!experiment_.agents && !experiment_.application) return;
  executors_[node].resize(experiment_.executors_of(node));
  unsigned number = 0;
  for (auto& executor : executors_[node]) {
    const auto end = name_end(number++);
    executor.activity = timeline_.add_state("activity" + end, activities,
                                            static_cast<std::int64_t>(Activity::idle));
    if (experiment_.application) executor.task = timeline_.add_number("task" + end, task_bits, 0);
  }
}

void WaveRecorder::declare_pe(Node node, const WaveScope& scope, const AddSignals& add) {
  auto& writer = timeline_.writer();
  writer.open_scope(fmt::format("pe_{}", node), experiment_.fabric.title(node));
  loads_[node] = timeline_.add_number("load", load_bits_, experiment_.loads[node]);
  declare_executors(node);
  const auto ports = declare_links(node, scope);
  const bool laid_out = recorded_pes_++ < max_laid_out;
  if (laid_out) lay_out_pe(node, ports);
  if (add) add(node, timeline_, laid_out ? &layout_ : nullptr);
  writer.close_scope();
}

/// A switch has links but no load.
void WaveRecorder::declare_switch(Node node, const WaveScope& scope) {
  auto& writer = timeline_.writer();
  const auto name = fmt::format("switch_{}", node);
  writer.open_scope(name, experiment_.fabric.title(node));
  const auto ports = declare_links(node, scope);
  if (recorded_pes_++ < max_laid_out) lay_out_links(node, "isobar." + name, ports);
  writer.close_scope();
}

std::vector<unsigned> WaveRecorder::declare_links(Node node, const WaveScope& scope) {
  const auto& fabric = experiment_.fabric;
  auto& writer = timeline_.writer();
  std::vector<unsigned> ports;
  for (unsigned port = 0; port < degree_; ++port) {
    if (!scope.has_dimension(fabric.ports()[port].dimension)) continue;
    const auto neighbour = fabric.neighbour(node, port);
    if (!neighbour) continue;
    writer.open_scope(port_name(fabric, port), "to " + fabric.title(*neighbour));
    links_[std::uint64_t{node} * degree_ + port].state =
        timeline_.add_state("state", link_states, idle);
    timeline_.add_number("word", word_bits_, 0);
    timeline_.add_number("tasks", load_bits_, 0);
    timeline_.add_number("shift", load_bits_, 0);
    if (has_tasks_) timeline_.add_number("task", task_bits, 0);
    if (!messages_.empty()) declare_messages(std::uint64_t{node} * degree_ + port);
    writer.close_scope();
    ports.push_back(port);
  }
  return ports;
}

void WaveRecorder::declare_messages(std::uint64_t slot) {
  messages_[slot].kind = timeline_.add_state("kind", kinds_, 0);
  timeline_.add_number("from", node_bits_, 0);
  timeline_.add_number("to", node_bits_, 0);
  timeline_.add_number("number", number_bits, 0);
  if (has_buffers_) timeline_.add_number("buffered", buffer_bits, 0);
}

void WaveRecorder::lay_out_pe(Node node, const std::vector<unsigned>& ports) {
  const auto name = experiment_.fabric.title(node);
  const auto path = fmt::format("isobar.pe_{}", node);
  layout_.staircase(path + ".load", load_bits_, name + " load");
  unsigned number = 0;
  for (const auto& executor : executors_[node]) {
    const auto end = name_end(number++);
    layout_.text(path + ".activity" + end, name + " activity" + end);
    if (executor.task == none) continue;
    layout_.number(path + ".task" + end, task_bits, name + " task" + end);
  }
  lay_out_links(node, path, ports);
}

void WaveRecorder::lay_out_links(Node node, const std::string& path,
                                 const std::vector<unsigned>& ports) {
  layout_.begin_group(experiment_.fabric.title(node) + " links", true);
  for (const auto port : ports) {
    const auto link = path + "." + port_name(experiment_.fabric, port);
    layout_.begin_group(port_name(experiment_.fabric, port), false);
    layout_.number(link + ".shift", load_bits_);
    layout_.text(link + ".state");
    layout_.number(link + ".word", word_bits_);
    layout_.number(link + ".tasks", load_bits_);
    if (has_tasks_) layout_.number(link + ".task", task_bits);
    if (!messages_.empty()) {
      layout_.text(link + ".kind");
      layout_.number(link + ".from", node_bits_);
      layout_.number(link + ".to", node_bits_);
      layout_.number(link + ".number", number_bits);
      if (has_buffers_) layout_.number(link + ".buffered", buffer_bits);
    }
    layout_.end_group();
  }
  layout_.end_group();
}

void WaveRecorder::seek(Cycle cycle, std::int64_t steps) {
  window_.reached(cycle, steps);
  timeline_.show(window_.from(), window_.to());
}

void WaveRecorder::phase_begins(Cycle start, std::int64_t step, std::size_t phase) {
  seek(start, step);
  // Tasks that land in `start` itself are announced after this call.
  timeline_.write_before(start);
  const auto number = static_cast<std::int64_t>(phase);
  timeline_.change(start, run_.step, step);
  timeline_.change(start, run_.phase_number, number);
  timeline_.change(start, run_.phase, 1 + number);
  if (!has_phase_parts_) return;
  const auto slot = shift_slot(experiment_, experiment_.scheme->phases()[phase]);
  const Cycle decided = start + slot.words + slot.decision;
  if (slot.words > 0) timeline_.change(start, run_.phase_part, words);
  timeline_.change(start + slot.words, run_.phase_part, decision);
  timeline_.change(decided, run_.phase_part, transfers);
  if (slot.barrier > 0) timeline_.change(decided + slot.transfers, run_.phase_part, barrier);
}

void WaveRecorder::load_changes(Cycle from, Node node, std::int64_t load) {
  passes(from);
  if (loads_[node] != none) timeline_.change(from, loads_[node], load);
}

void WaveRecorder::activity_changes(Cycle from, ExecutorId id, Activity activity,
                                    std::uint64_t task) {
  passes(from);
  auto& all = executors_[id.node];
  if (all.empty()) return;
  auto& executor = all[id.number];
  timeline_.change(from, executor.activity, static_cast<std::int64_t>(activity));
  if (activity != Activity::work || executor.task == none) return;
  constexpr auto mask = (std::uint64_t{1} << task_bits) - 1;
  announce(from, executor.task, static_cast<std::int64_t>(task & mask), executor.last_task);
}

void WaveRecorder::decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) {
  passes(cycle);
  auto& link = links_[std::uint64_t{node} * degree_ + port];
  if (link.is_recorded()) announce(cycle, link.shift_signal(), tasks, link.shift);
}

void WaveRecorder::word_sent(std::uint64_t slot, Cycle from, Cycle to, std::int64_t value) {
  passes(from);
  auto& link = links_[slot];
  if (!link.is_recorded()) return;
  timeline_.pulse(from, to, link.state, word);
  announce(from, link.word_signal(), value, link.word);
}

void WaveRecorder::transfer_sent(std::uint64_t slot, Cycle from, Cycle to, std::int64_t tasks) {
  passes(from);
  auto& link = links_[slot];
  if (!link.is_recorded()) return;
  timeline_.pulse(from, to, link.state, transfer);
  announce(from, link.tasks_signal(), tasks, link.tasks);
}

void WaveRecorder::message_sent(std::uint64_t slot, Cycle from, Cycle /*to*/,
                                const MessageLabel& label) {
  passes(from);
  auto& message = messages_[slot];
  if (!message.is_recorded()) return;
  const auto kind = label.word ? 1 + *label.word : kinds_.size() - 1;
  announce(from, message.kind, static_cast<std::int64_t>(kind), message.last_kind);
  announce(from, message.from_signal(), label.from, message.from);
  announce(from, message.to_signal(), label.to.value_or(experiment_.fabric.nodes()), message.to);
  announce(from, message.number_signal(), label.number, message.number);
}

void WaveRecorder::task_sent(std::uint64_t slot, Cycle from, std::uint64_t task) {
  const auto& link = links_[slot];
  if (!has_tasks_ || !link.is_recorded()) return;
  constexpr auto mask = (std::uint64_t{1} << task_bits) - 1;
  timeline_.change(from, link.task_signal(), static_cast<std::int64_t>(task & mask));
}

void WaveRecorder::buffer_taken(std::uint64_t slot, Cycle from) {
  passes(from);
  auto& message = messages_[slot];
  if (!message.is_recorded()) return;
  ++message.buffered;
  timeline_.change(from, message.buffered_signal(), message.buffered);
}

void WaveRecorder::buffer_freed(std::uint64_t slot, Cycle from) {
  if (messages_[slot].is_recorded()) freed_.push({from, slot});
}

void WaveRecorder::free_buffers(Cycle now) {
  while (!freed_.empty() && freed_.top().from <= now) {
    const auto [from, slot] = freed_.top();
    freed_.pop();
    auto& message = messages_[slot];
    --message.buffered;
    timeline_.change(from, message.buffered_signal(), message.buffered);
  }
}

void WaveRecorder::step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) {
  seek(cycle, steps);
  timeline_.happens(cycle, run_.step_ends);
  timeline_.change(cycle, run_.step, steps);
  timeline_.change(cycle, run_.shared, shared ? 1 : 0);
  timeline_.change(cycle, run_.balanced, balanced ? 1 : 0);
  if (shared && !shared_from_) shared_from_ = cycle;
  if (balanced && !balanced_from_) balanced_from_ = cycle;
}

std::vector<WaveMarker> WaveRecorder::markers() const {
  std::vector<WaveMarker> markers;
  const auto add = [&](char letter, const char* name, const std::optional<Cycle>& from) {
    if (!from || *from < window_.from() || *from > window_.to()) return;
    markers.push_back({letter, name, timeline_.picoseconds(*from)});
  };
  add('S', "shared", shared_from_);
  add('B', "balanced", balanced_from_);
  return markers;
}

void WaveRecorder::reached(const std::optional<Cycle>& shared,
                           const std::optional<Cycle>& balanced) {
  shared_from_ = shared;
  balanced_from_ = balanced;
}

void WaveRecorder::finish(Cycle end) {
  free_buffers(end);
  window_.finish(end);
  timeline_.show(window_.from(), window_.to());
  timeline_.finish(window_.to());
  WaveView view;
  view.begin = timeline_.picoseconds(window_.from());
  view.end = timeline_.picoseconds(window_.to());
  view.markers = markers();
  file_.commit();
  layout_files_.commit(layout_, view);
}

}  // namespace isobar
