// SPDX-License-Identifier: Apache-2.0
// Schemes that exist to try parts of the contract which no shipped scheme uses yet.
#include <array>

#include "models/schemes/registry.h"

namespace isobar {
namespace {

/// Pair averages, dimension by dimension, on radix-2 dimensions: words of two widths, transfers of
/// many tasks, slots as long as the slowest message, registers that count.
class Pairs final : public SynchronousScheme {
 public:
  Pairs(const Fabric& fabric, std::int64_t bits, Load least) : bits_(bits), least_(least) {
    for (unsigned p = 0; p < fabric.degree(); ++p) {
      Phase phase;
      phase.hears = {p};
      phase.receives = {p};
      phase.word_bits = bits + 1;
      phase.decision = 3;
      phase.barrier = 2;
      phases_.push_back(phase);
    }
    phases_.back().ends_step = true;
  }

  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 1; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override {
    // Idle PEs say so with a wider word.
    out.add(static_cast<unsigned>(phase), self.load, self.load == 0 ? bits_ + 1 : bits_);
  }
  void decide(std::size_t phase, const PeView& self, Orders& out) const override {
    const auto port = static_cast<unsigned>(phase);
    ++self.registers[0];
    const Load more = self.load - self.heard[port];
    // Every third decision asks for more than there is, which must be cut.
    const bool all = self.registers[0] % 3 == 0 && more > 0;
    if (more >= least_) out.add(port, all ? 2 * self.load : more / 2);
  }

 private:
  std::int64_t bits_;
  Load least_;
  std::vector<Phase> phases_;
};

/// Breaks the rule that a shift moves one task.
class TwoAtOnce final : public SynchronousScheme {
 public:
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t, const PeView&, Words&) const override {}
  void decide(std::size_t, const PeView&, Orders& out) const override {
    out.add(0U, std::int64_t{2});
  }

 private:
  std::vector<Phase> phases_ = {{{}, {1}, 0, true, 1, 0, true}};
};

std::string needs_pairs(const Fabric& fabric) {
  for (const auto radix : fabric.radices()) {
    if (radix != 2) return "pairs need radix 2";
  }
  return {};
}

const std::array<RegisterScheme, 2> registered = {{
    RegisterScheme({"test-pairs",
                    "pair averages",
                    "tests",
                    {{"least", "tasks", 2, 1, 9, true, "difference from which tasks move"}},
                    needs_pairs,
                    [](const SchemeSetting& s) {
                      return std::make_unique<Pairs>(s.fabric, s.load_bits,
                                                     static_cast<Load>(s.parameters.at("least")));
                    }}),
    RegisterScheme({"test-two-at-once",
                    "two tasks in a shift",
                    "tests",
                    {},
                    [](const Fabric&) { return std::string(); },
                    [](const SchemeSetting&) { return std::make_unique<TwoAtOnce>(); }}),
}};

}  // namespace
}  // namespace isobar
