// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_waves.h"

#include <fmt/format.h>

#include <algorithm>

namespace isobar {
namespace {

/// Makes one name of `link_1_succ.valid`, because GTKWave would not show the scopes of its parts.
std::string flat(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

}  // namespace

void RtlWaves::add(Node node, WaveTimeline& timeline, WaveLayout* shown) {
  pes_[node] = {&timeline, declare("model", timeline), declare("rtl", timeline)};
  if (shown != nullptr) show(node, *shown);
}

RtlWaves::Side RtlWaves::declare(const char* side, WaveTimeline& timeline) const {
  Side made;
  made.values.assign(layout_.signals().size(), 0);
  timeline.writer().open_scope(side, "");
  for (const auto& signal : layout_.signals()) {
    const auto name = flat(signal.name);
    made.signals.push_back(signal.states.empty() ? timeline.add_number(name, signal.bits, 0)
                                                 : timeline.add_state(name, signal.states, 0));
  }
  timeline.writer().close_scope();
  return made;
}

void RtlWaves::show(Node node, WaveLayout& shown) const {
  shown.begin_group(fmt::format("PE {}: model and RTL", node), false);
  for (const auto& signal : layout_.signals()) {
    if (signal.name.rfind("no_link", 0) == 0) continue;
    for (const char* side : {"model", "rtl"}) {
      const auto path = fmt::format("isobar.pe_{}.{}.{}", node, side, flat(signal.name));
      const auto name = fmt::format("{} {}", flat(signal.name), side);
      if (signal.states.empty()) {
        shown.number(path, signal.bits, name);
      } else {
        shown.text(path, name);
      }
    }
  }
  shown.end_group();
}

void RtlWaves::change(Cycle cycle, WaveTimeline& timeline, Side& side,
                      const std::uint64_t* row) const {
  for (std::size_t i = 0; i < side.signals.size(); ++i) {
    const auto& signal = layout_.signals()[i];
    auto value = signal.of(row);
    if (!signal.states.empty()) value = std::min(value, signal.states.size() - 1);
    if (value == side.values[i]) continue;
    side.values[i] = value;
    timeline.change(cycle, side.signals[i], static_cast<std::int64_t>(value));
  }
}

void RtlWaves::row(Cycle cycle, Node node, const std::uint64_t* model, const std::uint64_t* rtl) {
  const auto pe = pes_.find(node);
  if (pe == pes_.end()) return;
  change(cycle, *pe->second.timeline, pe->second.model, model);
  change(cycle, *pe->second.timeline, pe->second.rtl, rtl);
}

}  // namespace isobar
