// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace isobar {
namespace {

/// GTKWave itself is quick with more, but nobody can look at them.
constexpr std::size_t max_laid_out = 64;

const std::array<std::string, 3> link_states = {"idle", "word", "transfer"};
enum LinkState : std::int64_t { idle, word, transfer };

const std::array<std::string, 5> moments = {"none", "words", "decision", "transfer", "barrier"};
enum Moment : std::int64_t { no_moment, words, decision, transfers, barrier };

constexpr std::int64_t no_phase = 0;  ///< before the first; phase p is 1 + p

unsigned width(std::int64_t largest) {
  unsigned bits = 1;
  while (bits < 63 && (largest >> bits) > 0) ++bits;
  return bits;
}

std::string phase_name(const Fabric& fabric, const Phase& phase) {
  auto ports = phase.hears;
  ports.insert(ports.end(), phase.receives.begin(), phase.receives.end());
  if (ports.empty()) return "no_links";
  const unsigned first = fabric.ports()[ports.front()].dimension;
  const bool one = std::all_of(ports.begin(), ports.end(), [&](unsigned port) {
    return fabric.ports()[port].dimension == first;
  });
  return one ? fmt::format("dimension_{}", first) : "all";
}

std::vector<std::string> phase_names(const Experiment& experiment) {
  std::vector<std::string> names = {"none"};
  for (const auto& phase : experiment.scheme->phases()) {
    names.push_back(phase_name(experiment.fabric, phase));
  }
  return names;
}

bool all_shift(const std::vector<Phase>& phases) {
  return std::all_of(phases.begin(), phases.end(), [](const Phase& phase) { return phase.shift; });
}

/// A wave file's name, once it is known to be one.
const std::filesystem::path& checked(const std::filesystem::path& file) {
  wave_format(file.string());
  return file;
}

unsigned widest_word(const Experiment& experiment) {
  auto bits = std::max<std::int64_t>(1, experiment.load_bits);
  for (const auto& phase : experiment.scheme->phases()) bits = std::max(bits, phase.word_bits);
  return static_cast<unsigned>(std::min<std::int64_t>(bits, 64));
}

}  // namespace

WaveRecorder::WaveRecorder(const Experiment& experiment, const WaveScope& scope,
                           const std::filesystem::path& file, const AddSignals& add)
    : experiment_(experiment),
      phase_names_(phase_names(experiment)),
      has_moments_(all_shift(experiment.scheme->phases())),
      load_bits_(width(experiment.queue_depth)),
      word_bits_(widest_word(experiment)),
      file_(checked(file)),
      layout_file_(std::filesystem::path(file).replace_extension(".gtkw")),
      timeline_(make_wave_writer(wave_format(file.string()), file_.path().string()),
                experiment.clock),
      place_(experiment.fabric.nodes(), std::numeric_limits<std::uint32_t>::max()) {
  timeline_.writer().open_scope("isobar", "");
  declare_run();
  for (Node node = 0; node < experiment.fabric.nodes(); ++node) {
    if (scope.has_pe(node)) declare_pe(node, scope, add);
  }
  timeline_.writer().close_scope();
  if (pes_.size() > max_laid_out) {
    layout_.comment(fmt::format("the first {} of {} PEs; the others are in the wave file",
                                max_laid_out, pes_.size()));
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
  if (has_moments_) run_.moment = timeline_.add_state("moment", moments, no_moment);
  run_.shared = timeline_.add_number("shared", 1, *min >= 1 ? 1 : 0);
  run_.balanced = timeline_.add_number("balanced", 1, *max - *min <= experiment_.tolerance ? 1 : 0);
  writer.close_scope();

  layout_.begin_group("run", false);
  layout_.number("isobar.run.step", step_bits);
  layout_.text("isobar.run.phase");
  if (has_moments_) layout_.text("isobar.run.moment");
  layout_.number("isobar.run.shared", 1);
  layout_.number("isobar.run.balanced", 1);
  layout_.end_group();
}

void WaveRecorder::declare_pe(Node node, const WaveScope& scope, const AddSignals& add) {
  const auto& fabric = experiment_.fabric;
  auto& writer = timeline_.writer();
  place_[node] = static_cast<std::uint32_t>(pes_.size());
  PeSignals pe;
  writer.open_scope(fmt::format("pe_{}", node), fmt::format("PE {}", fabric.address(node)));
  pe.load = timeline_.add_number("load", load_bits_, experiment_.loads[node]);
  pe.links.resize(fabric.degree());
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    if (!scope.has_dimension(fabric.ports()[port].dimension)) continue;
    const auto neighbour = fabric.neighbour(node, port);
    if (!neighbour) continue;
    writer.open_scope(port_name(port), fmt::format("to PE {}", fabric.address(*neighbour)));
    auto& link = pe.links[port];
    link.recorded = true;
    link.state = timeline_.add_state("state", link_states, idle);
    link.word = timeline_.add_number("word", word_bits_, 0);
    link.tasks = timeline_.add_number("tasks", load_bits_, 0);
    link.shift = timeline_.add_number("shift", load_bits_, 0);
    writer.close_scope();
  }
  const bool laid_out = pes_.size() < max_laid_out;
  if (laid_out) lay_out_pe(node, pe);
  if (add) add(node, timeline_, laid_out ? &layout_ : nullptr);
  writer.close_scope();
  pes_.push_back(std::move(pe));
}

void WaveRecorder::lay_out_pe(Node node, const PeSignals& pe) {
  const auto name = "PE " + experiment_.fabric.address(node);
  const auto path = fmt::format("isobar.pe_{}", node);
  layout_.steps(name + " load", path + ".load", load_bits_);
  layout_.begin_group(name + " links", true);
  for (unsigned port = 0; port < pe.links.size(); ++port) {
    if (!pe.links[port].recorded) continue;
    const auto link = path + "." + port_name(port);
    layout_.begin_group(port_name(port), false);
    layout_.number(link + ".shift", load_bits_);
    layout_.text(link + ".state");
    layout_.number(link + ".word", word_bits_);
    layout_.number(link + ".tasks", load_bits_);
    layout_.end_group();
  }
  layout_.end_group();
}

std::string WaveRecorder::port_name(unsigned port) const {
  const auto& [dimension, direction] = experiment_.fabric.ports()[port];
  return fmt::format("link_{}_{}", dimension, direction == Direction::successor ? "succ" : "pred");
}

WaveRecorder::PeSignals* WaveRecorder::find_pe(Node node) {
  return place_[node] < pes_.size() ? &pes_[place_[node]] : nullptr;
}

WaveRecorder::LinkSignals* WaveRecorder::find_link(Node node, unsigned port) {
  auto* pe = find_pe(node);
  return pe != nullptr && pe->links[port].recorded ? &pe->links[port] : nullptr;
}

void WaveRecorder::phase_begins(Cycle start, std::int64_t step, std::size_t phase) {
  // What lands in `start` itself is announced after this call.
  timeline_.write_before(start);
  const auto number = static_cast<std::int64_t>(phase);
  timeline_.change(start, run_.step, step);
  timeline_.change(start, run_.phase_number, number);
  timeline_.change(start, run_.phase, 1 + number);
  if (!has_moments_) return;
  const auto slot = shift_slot(experiment_, experiment_.scheme->phases()[phase]);
  const Cycle decided = start + slot.words + slot.decision;
  if (slot.words > 0) timeline_.change(start, run_.moment, words);
  timeline_.change(start + slot.words, run_.moment, decision);
  timeline_.change(decided, run_.moment, transfers);
  if (slot.barrier > 0) timeline_.change(decided + slot.transfers, run_.moment, barrier);
}

void WaveRecorder::load_changes(Cycle from, Node node, std::int64_t load) {
  if (const auto* pe = find_pe(node)) timeline_.change(from, pe->load, load);
}

void WaveRecorder::decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) {
  const auto* link = find_link(node, port);
  if (link == nullptr) return;
  timeline_.change(cycle, link->shift, tasks);
  timeline_.fall_back(cycle + 1, link->shift, 0);
}

void WaveRecorder::word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) {
  const auto degree = experiment_.fabric.degree();
  const auto* signals =
      find_link(static_cast<Node>(link / degree), static_cast<unsigned>(link % degree));
  if (signals == nullptr) return;
  timeline_.change(from, signals->state, word);
  timeline_.change(from, signals->word, value);
  timeline_.fall_back(to, signals->state, idle);
}

void WaveRecorder::transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) {
  const auto degree = experiment_.fabric.degree();
  const auto* signals =
      find_link(static_cast<Node>(link / degree), static_cast<unsigned>(link % degree));
  if (signals == nullptr) return;
  timeline_.change(from, signals->state, transfer);
  timeline_.change(from, signals->tasks, tasks);
  timeline_.fall_back(to, signals->state, idle);
  timeline_.fall_back(to, signals->tasks, 0);
}

void WaveRecorder::step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) {
  timeline_.change(cycle, run_.step, steps);
  timeline_.change(cycle, run_.shared, shared ? 1 : 0);
  timeline_.change(cycle, run_.balanced, balanced ? 1 : 0);
}

void WaveRecorder::finish(Cycle end) {
  timeline_.finish(end);
  layout_file_.stream() << layout_.contents(layout_file_.target().filename().string(),
                                            file_.target().filename().string(),
                                            timeline_.picoseconds(end));
  file_.commit();
  layout_file_.commit();
}

}  // namespace isobar
