// SPDX-License-Identifier: Apache-2.0
#include "tb/whole_waves.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "waves/phase_names.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

constexpr std::size_t max_laid_out = 64;  ///< PEs in a layout
constexpr unsigned step_bits = 32;

const std::array<std::pair<const char*, FabricOutputs::Counter>, 3> link_counter_names = {
    {{"transfer_cycles", FabricOutputs::Counter::transfers},
     {"word_cycles", FabricOutputs::Counter::words},
     {"setup_cycles", FabricOutputs::Counter::setups}}};

}  // namespace

WholeWaves::WholeWaves(const Experiment& experiment, const RtlParameters& parameters,
                       const WaveScope& scope, const std::filesystem::path& file,
                       const WaveWindow& window)
    : experiment_(experiment),
      file_(file),
      layout_files_(file),
      window_(window),
      timeline_(make_wave_writer(wave_format(file.string()), file_.path().string()),
                experiment.clock),
      load_bits_(static_cast<unsigned>(parameters.load_bits)) {
  timeline_.show(window_.from(), window_.to());
  auto& writer = timeline_.writer();
  writer.open_scope("isobar", "");
  if (!experiment.agents) {
    writer.open_scope("run", experiment.fabric.name());
    step_ = timeline_.add_number("step", step_bits, 0);
    writer.close_scope();
    layout_.number("isobar.run.step", step_bits);
  }
  for (Node node = 0; node < experiment.fabric.pes(); ++node) {
    if (scope.has_pe(node)) declare(node, parameters, scope, pes_.size() < max_laid_out);
  }
  writer.close_scope();
}

void WholeWaves::declare(Node node, const RtlParameters& parameters, const WaveScope& scope,
                         bool shown) {
  const auto& fabric = experiment_.fabric;
  auto& writer = timeline_.writer();
  const auto name = fabric.title(node);
  const auto path = fmt::format("isobar.pe_{}", node);
  writer.open_scope(fmt::format("pe_{}", node), name);
  pes_.push_back({node, timeline_.add_number("load", load_bits_, 0),
                  timeline_.add_number("errors", FabricOutputs::error_bits, 0)});
  if (shown) {
    layout_.staircase(path + ".load", load_bits_, name + " load");
    layout_.begin_group(name + " counters", true);
    layout_.number(path + ".errors", FabricOutputs::error_bits);
  }
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    if (!scope.has_dimension(fabric.ports()[port].dimension)) continue;
    const auto at = node * parameters.ports() + parameters.port(fabric.ports()[port]);
    const auto link = port_name(fabric, port);
    writer.open_scope(link, "to " + fabric.title(*fabric.neighbour(node, port)));
    for (const auto& [counter, kind] : link_counter_names) {
      counters_.push_back({at, kind, timeline_.add_number(counter, rtl_counter_bits, 0)});
      if (shown) {
        layout_.number(fmt::format("{}.{}.{}", path, link, counter), rtl_counter_bits,
                       fmt::format("{} {}", link, counter));
      }
    }
    writer.close_scope();
  }
  if (shown) layout_.end_group();
  writer.close_scope();
}

void WholeWaves::announce(Cycle now, Signal signal, std::uint64_t value, std::int64_t& last) {
  const auto number = static_cast<std::int64_t>(value);
  if (number != last) timeline_.change(now, signal, last = number);
}

void WholeWaves::cycle(Cycle now, std::int64_t steps, const FabricOutputs& outputs) {
  window_.reached(now, steps);
  timeline_.show(window_.from(), window_.to());
  timeline_.write_before(now);
  if (step_) announce(now, *step_, static_cast<std::uint64_t>(steps), last_step_);
  for (auto& pe : pes_) {
    announce(now, pe.load, outputs.load(pe.node), pe.last_load);
    announce(now, pe.errors, outputs.errors(pe.node), pe.last_errors);
  }
  for (auto& counter : counters_) {
    announce(now, counter.signal, outputs.counter(counter.kind, counter.port), counter.last);
  }
}

void WholeWaves::finish(Cycle end) {
  window_.finish(end);
  timeline_.show(window_.from(), window_.to());
  timeline_.finish(window_.to());
  WaveView view;
  view.begin = timeline_.picoseconds(window_.from());
  view.end = timeline_.picoseconds(window_.to());
  file_.commit();
  layout_files_.commit(layout_, view);
}

}  // namespace isobar
