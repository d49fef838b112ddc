// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
  /// The scopes of a PE in a fabric, from one of them alone down.
  using Place = std::function<std::vector<std::string>(Node node)>;

  /// Verilates the RTL so that it can be looked into, or finds it in the cache: a PE, or a fabric
  /// and where PEs are in it. Throws as VerilatedLibrary.
  explicit InsideWaves(RtlTop top, void (*said)(const std::string& what) = nullptr,
                       Place place = {});

  /// Adds the signals of a PE whose scope is open in the timeline; `shown` may be null.
  void add(Node node, WaveTimeline& timeline, WaveLayout* shown);
  bool has(Node node) const { return pes_.count(node) > 0; }

  /// What PEs have to be instantiated from.
  const VerilatedLibrary& library() const { return library_; }
  /// Looks into this module as PE `node`, which was added. All of this object must outlive it.
  void attach(Node node, VerilatedModule& module);
  /// The same of a fabric, for all PEs that were added.
  void attach(VerilatedModule& fabric);
  /// Records what is in it in this cycle, after its inputs have been set and evaluated.
  void sample(Node node, Cycle cycle);
  void sample(Cycle cycle);

 private:
  /// A signal of the file and the bits of a value that it shows.
  struct Target {
    WaveTimeline::Signal signal;
    std::size_t first;
    unsigned bits;
  };
  struct Pe {
    WaveTimeline* timeline;
    std::vector<VcdText::Signal> signals;        ///< scopes from the PE down
    std::vector<std::vector<Target>> targets{};  ///< by the number of a value
    std::optional<WaveTimeline::Signal> clock{};
  };
  /// A module that is looked into.
  struct Look {
    VcdText text{};
    VerilatedModule* module = nullptr;

    void attach(VerilatedModule& into);
    const std::vector<VcdText::Change>& sample();
  };

  static void declare(Pe& pe);
  static void show(Node node, const Pe& pe, WaveLayout& shown);
  static void record(const Pe& pe, const std::vector<VcdText::Change>& changes, Cycle cycle);

  VerilatedLibrary library_;
  Place place_;
  std::vector<VcdText::Signal> signals_;  ///< of the whole module
  std::map<Node, Pe> pes_;
  std::map<Node, Look> looks_;
  Look whole_;  ///< at a fabric
};

}  // namespace isobar
