// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tb/scoreboard.h"
#include "waves/wave_layout.h"
#include "waves/wave_timeline.h"

namespace isobar {

/// Adds the signals that are compared to a wave file, for model and RTL side by side:
/// isobar.pe_0.model.load and isobar.pe_0.rtl.load.
class RtlWaves final : public RowWatcher {
 public:
  explicit RtlWaves(RowLayout layout) : layout_(std::move(layout)) {}

  /// Adds the signals of a PE whose scope is open in the timeline; `shown` may be null.
  void add(Node node, WaveTimeline& timeline, WaveLayout* shown);
  /// Records a row; those of PEs that were not added are ignored.
  void row(Cycle cycle, Node node, const std::uint64_t* model, const std::uint64_t* rtl) override;

 private:
  struct Side {
    std::vector<WaveTimeline::Signal> signals;
    std::vector<std::uint64_t> values;
  };
  struct Pe {
    WaveTimeline* timeline;
    Side model;
    Side rtl;
  };

  Side declare(const char* side, WaveTimeline& timeline) const;
  void show(Node node, WaveLayout& shown) const;
  void change(Cycle cycle, WaveTimeline& timeline, Side& side, const std::uint64_t* row) const;

  RowLayout layout_;
  std::map<Node, Pe> pes_;
};

}  // namespace isobar
