// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/types.h"
#include "tb/vcd_text.h"
#include "tb/verilated_library.h"
#include "waves/wave_layout.h"
#include "waves/wave_timeline.h"

namespace isobar {

/// Adds all signals in PEs of the RTL to a wave file, below isobar.pe_0.inside, under the names
/// that the RTL has for them: isobar.pe_0.inside.u_slot.cycle_q. Letters that such a name cannot
/// have become `_`, and a vector of more than 64 bits is in parts, `_0`, `_64`. Registers change
/// with the rising edge of clk_i, with which a cycle begins; all else is shown from there on as it
/// is in the middle of the cycle, where the inputs have been set.
class InsideWaves {
 public:
  /// Verilates the RTL so that it can be looked into, or finds it in the cache. Throws as
  /// VerilatedLibrary.
  explicit InsideWaves(RtlTop top, void (*said)(const std::string& what) = nullptr);

  /// Adds the signals of a PE whose scope is open in the timeline; `shown` may be null.
  void add(Node node, WaveTimeline& timeline, WaveLayout* shown);
  bool has(Node node) const { return pes_.count(node) > 0; }

  /// What PEs have to be instantiated from.
  const VerilatedLibrary& library() const { return library_; }
  /// Looks into this module as PE `node`, which was added. All of this object must outlive it.
  void attach(Node node, VerilatedModule& module);
  /// Records what is in it in this cycle, after its inputs have been set and evaluated.
  void sample(Node node, Cycle cycle);

 private:
  /// A signal of the file and the bits of a value that it shows.
  struct Target {
    WaveTimeline::Signal signal;
    std::size_t first;
    unsigned bits;
  };
  struct Pe {
    WaveTimeline* timeline;
    std::vector<std::vector<Target>> targets{};  ///< by the number of a value
    std::optional<WaveTimeline::Signal> clock{};
    VcdText text{};
    VerilatedModule* module = nullptr;
  };

  void declare(Pe& pe) const;
  void show(Node node, WaveLayout& shown) const;

  VerilatedLibrary library_;
  std::vector<VcdText::Signal> signals_;  ///< scopes from the PE down
  std::map<Node, Pe> pes_;
};

}  // namespace isobar
