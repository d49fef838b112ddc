// SPDX-License-Identifier: Apache-2.0
#include "tb/mismatch_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "host/output_file.h"
#include "tb/inside_waves.h"
#include "tb/rtl_ports.h"
#include "tb/rtl_waves.h"
#include "waves/layout_files.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

/// The first cycle of a replay, and the last row of the RTL.
class Ends final : public RowWatcher {
 public:
  explicit Ends(std::size_t size) : size_(size) {}
  void row(Cycle cycle, Node /*node*/, const std::uint64_t* /*model*/,
           const std::uint64_t* rtl) override {
    if (first_ < 0) first_ = cycle;
    last_.assign(rtl, rtl + size_);
  }
  Cycle first() const { return std::max<Cycle>(first_, 0); }
  const std::vector<std::uint64_t>& last() const { return last_; }

 private:
  std::size_t size_;
  Cycle first_ = -1;
  std::vector<std::uint64_t> last_;
};

/// The RTL, if it can be looked into; else `why` says why not.
std::optional<InsideWaves> look_inside(const CosimResult& result, const RtlTop& top,
                                       void (*said)(const std::string& what), std::string& why) {
  const auto& at = *result.mismatch;
  if (result.inputs == nullptr) {
    why = "as gates a PE has no signals inside; --rtl-engine verilator shows them";
    return {};
  }
  if (result.inputs->is_full()) {
    why = fmt::format(
        "the run is too long to be done again with its signals inside; --inside {0} --wave FILE "
        "--wave-from cycles:{1} shows them",
        at.node, std::max<Cycle>(0, at.cycle - 1000));
    return {};
  }
  try {
    return InsideWaves(top, said);
  } catch (const std::exception& error) {
    why = fmt::format("without the signals inside: {}", error.what());
    return {};
  }
}

/// Lets another instance do again what the PE did, and records it from `first` on. Returns whether
/// it ends with the same row.
bool do_again(const CosimResult& result, const RowLayout& layout, Cycle first,
              const std::vector<std::uint64_t>& last, InsideWaves& inside) {
  const auto& at = *result.mismatch;
  auto module = inside.library().instantiate(at.node);
  inside.attach(at.node, module);
  RtlPorts ports(module);
  InputReplay replay(*result.inputs, module);
  std::vector<std::uint64_t> row(layout.size());
  bool more = replay.next();
  while (more) {
    module.eval();
    ports.read_row(layout, row.data());
    // What differs before the run is shown as it is when that would begin.
    if (replay.cycle() >= first) inside.sample(at.node, replay.cycle());
    const bool before = at.cycle < 0 && replay.cycle() == -1;
    if (before) inside.sample(at.node, 0);
    ports.clk.set(1);
    module.eval();
    ports.clk.set(0);
    more = !before && replay.next();
  }
  return !at.in_row || row == last;
}

}  // namespace

std::string write_mismatch_waves(const std::filesystem::path& file, const Experiment& experiment,
                                 const RowLayout& layout, const CosimResult& result,
                                 const RtlTop& top, void (*said)(const std::string& what)) {
  const auto& at = *result.mismatch;
  const auto format = wave_format(file.string());
  OutputFile waves(file);
  LayoutFiles shown(file);
  std::string why;
  auto inside = look_inside(result, top, said, why);
  WaveTimeline timeline(make_wave_writer(format, waves.path().string()), experiment.clock);
  RtlWaves rows(layout);
  WaveLayout signals;
  timeline.writer().open_scope("isobar", "");
  timeline.writer().open_scope(fmt::format("pe_{}", at.node),
                               fmt::format("PE {}", experiment.fabric.address(at.node)));
  rows.add(at.node, timeline, &signals);
  if (inside) inside->add(at.node, timeline, &signals);
  timeline.writer().close_scope();
  timeline.writer().close_scope();
  Ends ends(layout.size());
  result.replay(ends);
  result.replay(rows);
  if (inside && !do_again(result, layout, ends.first(), ends.last(), *inside)) {
    why =
        "the PE's signals inside are not those of the run: a register that no reset sets woke up "
        "with another value";
  }
  const Cycle end = at.cycle + 1;
  timeline.finish(end);
  waves.commit();
  WaveView view;
  view.begin = timeline.picoseconds(ends.first());
  view.end = timeline.picoseconds(end);
  if (at.cycle >= 0) view.markers.push_back({'M', "mismatch", timeline.picoseconds(at.cycle)});
  shown.commit(signals, view);
  return why;
}

}  // namespace isobar
