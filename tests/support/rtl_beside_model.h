// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "tb/cosim.h"
#include "tests/catch.h"

namespace isobar::test {

/// The link of a dimension, as a PE of the RTL has it.
struct LinkShape {
  std::int64_t lanes = 1;
  std::int64_t cycles_per_bit = 1;
  Cycle setup = 0;
  Cycle latency = 1;

  std::string text() const;
};

/// Gives the first dimensions of an experiment these links.
void set_links(Experiment& experiment, const std::vector<LinkShape>& links);

/// All PEs of an experiment as RTL, its dimensions with the lanes of these links.
CosimSetting all_rtl(const Experiment& experiment, const std::vector<LinkShape>& links);

/// The PE of a setting, verilated.
VerilatedLibrary pe_library(const CosimSetting& setting);

/// Draws the parameters of a PE of the RTL.
class RtlDraw {
 public:
  explicit RtlDraw(std::uint64_t seed) : random_(seed) {}

  std::int64_t number(std::int64_t least, std::int64_t most);
  bool one_of(int times) { return number(1, times) == 1; }
  /// A link by which phases can end so.
  LinkShape link(PhaseEnd end, std::int64_t most_lanes, std::int64_t most_cycles_per_bit);

 private:
  std::mt19937_64 random_;
};

/// Requires that all PEs of an experiment agree as RTL, in every cycle and in the result; returns
/// the PE-cycles that were compared.
std::int64_t require_agreement(const Experiment& experiment, const std::vector<LinkShape>& links);

/// Draws parameter sets with `sets` seeds from `first` on, and requires that the PEs of each agree.
/// `make(set, seed)` is the experiment of a set.
template <class Draw, class Make>
void require_agreement_of_draws(std::uint64_t first, std::uint64_t sets, const Make& make) {
  std::int64_t pe_cycles = 0;
  for (std::uint64_t seed = first; seed < first + sets; ++seed) {
    const auto set = Draw(seed).set();
    INFO("seed " << seed << ": " << set.text());
    pe_cycles += require_agreement(make(set, seed), set.links);
  }
  CHECK(pe_cycles > 1000 * static_cast<std::int64_t>(sets));
}

/// Requires that an experiment, whose dimensions have these numbers of lanes, cannot be RTL, for a
/// reason that has this part.
void require_refusal(const Experiment& experiment, const char* part,
                     const std::vector<std::int64_t>& lanes = {});

/// Requires that what no PE can be whose phases are no fixed slots is refused: one that knows for
/// nothing or by wires that a phase is over, or whose links cut a task in two. `experiment` is one
/// that can be.
void require_phases_refused(const Experiment& experiment);

/// Requires that PEs of the RTL and of the model agree in one fabric, and come to the same as the
/// model alone. `pes`: those of the RTL.
void require_mixture(const Experiment& experiment, const std::vector<LinkShape>& links,
                     const std::string& pes);

/// Requires that the whole fabric as one module of the RTL agrees, step by step.
void require_whole_fabric(const Experiment& experiment, const std::vector<LinkShape>& links);

/// A change of a source of the RTL.
struct RtlBreak {
  const char* file;  ///< without its ending
  const char* text;  ///< which stands there once
  const char* by;    ///< what takes its place
};

/// Requires that each of these breaks has its place in the RTL of a setting, and that of every
/// `of` of them one is seen once it is there.
void require_seen(const std::vector<RtlBreak>& breaks, std::size_t of, const CosimSetting& setting,
                  const std::function<bool(const CosimSetting& setting)>& seen);

}  // namespace isobar::test
