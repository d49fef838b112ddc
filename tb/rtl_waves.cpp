// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_waves.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/output_file.h"
#include "waves/layout_files.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

/// Makes one name of `link_1_succ.valid`, because GTKWave would not show the scopes of its parts.
std::string flat(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// Finds the first row of a replay.
class FirstRow final : public RowWatcher {
 public:
  void row(Cycle cycle, Node /*node*/, const std::uint64_t* /*model*/,
           const std::uint64_t* /*rtl*/) override {
    if (first_ < 0) first_ = cycle;
  }
  Cycle cycle() const { return std::max<Cycle>(first_, 0); }

 private:
  Cycle first_ = -1;
};

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

void write_rows(const std::filesystem::path& file, const Experiment& experiment,
                const RowLayout& layout, const Mismatch& mismatch,
                const std::function<void(RowWatcher&)>& replay) {
  const auto format = wave_format(file.string());
  OutputFile waves(file);
  LayoutFiles shown(file);
  WaveTimeline timeline(make_wave_writer(format, waves.path().string()), experiment.clock);
  RtlWaves rows(layout);
  WaveLayout signals;
  timeline.writer().open_scope("isobar", "");
  timeline.writer().open_scope(fmt::format("pe_{}", mismatch.node),
                               fmt::format("PE {}", experiment.fabric.address(mismatch.node)));
  rows.add(mismatch.node, timeline, &signals);
  timeline.writer().close_scope();
  timeline.writer().close_scope();
  FirstRow first;
  replay(first);
  replay(rows);
  const Cycle end = mismatch.cycle + 1;
  timeline.finish(end);
  waves.commit();
  WaveView view;
  view.begin = timeline.picoseconds(first.cycle());
  view.end = timeline.picoseconds(end);
  shown.commit(signals, view);
}

}  // namespace isobar
