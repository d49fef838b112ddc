// SPDX-License-Identifier: Apache-2.0
// Schemes that exist to try parts of the contract which no shipped scheme uses yet.
#include <algorithm>
#include <array>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"

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

/// Levels a ring of 3 until no PE finds a neighbour more than one task below itself: the answer to
/// "is anyone's above?" travels as words, and all PEs take the same way on.
class UntilLevel final : public SynchronousScheme {
 public:
  UntilLevel() {
    // 0: loads; 1: whether anyone moved, heard by both neighbours, who are all there are; 2: rest.
    Phase loads;
    loads.hears = {0, 1};
    loads.receives = {0, 1};
    loads.word_bits = 20;
    Phase moved = loads;
    moved.receives = {};
    moved.word_bits = 1;
    moved.ends_step = true;
    Phase rest;
    rest.ends_step = true;
    phases_ = {loads, moved, rest};
  }

  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 1; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override {
    for (const unsigned port : {0U, 1U}) {
      if (phase == 0) out.add(port, self.load, std::int64_t{20});
      if (phase == 1) out.add(port, self.registers[0], std::int64_t{1});
    }
  }
  void decide(std::size_t phase, const PeView& self, Orders& out) const override {
    if (phase != 0) return;
    const auto least = std::min(self.heard[0], self.heard[1]);
    const unsigned port = self.heard[0] <= self.heard[1] ? 0 : 1;
    self.registers[0] = self.load > least + 1 ? 1 : 0;
    if (self.registers[0] != 0) out.add(port, std::int64_t{1});
  }
  bool in_order() const override { return false; }
  std::size_t next(std::size_t phase, const PeView& self) const override {
    if (phase == 0) return 1;
    if (phase == 2) return 2;
    const bool anyone = self.registers[0] + self.heard[0] + self.heard[1] > 0;
    return anyone ? 0 : 2;
  }

 private:
  std::vector<Phase> phases_;
};

/// Orders all that it has out of both ports of a ring: the second order finds nothing left.
class AllTwice final : public SynchronousScheme {
 public:
  AllTwice() {
    phases_.resize(1);
    phases_[0].receives = {0, 1};
    phases_[0].ends_step = true;
  }
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t, const PeView&, Words&) const override {}
  void decide(std::size_t, const PeView& self, Orders& out) const override {
    out.add(0U, (self.load + 1) / 2);
    out.add(1U, self.load);
  }

 private:
  std::vector<Phase> phases_;
};

/// Breaks its contract, in one way or another.
class Breaker final : public SynchronousScheme {
 public:
  explicit Breaker(int way) : way_(way) {
    Phase phase;
    phase.hears = {1};
    phase.receives = {1};
    phase.word_bits = 8;
    phase.shift = true;
    phase.ends_step = true;
    phases_ = {phase, phase};
  }
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t, const PeView& self, Words& out) const override {
    const unsigned port = way_ == 1 ? 1 : 0;
    out.add(port, self.load, std::int64_t{way_ == 2 ? 9 : 8});
  }
  void decide(std::size_t, const PeView&, Orders& out) const override {
    if (way_ == 3) out.add(0U, std::int64_t{2});
    if (way_ == 4) out.add(1U, std::int64_t{1});
  }
  bool in_order() const override { return way_ != 5; }
  std::size_t next(std::size_t, const PeView& self) const override { return self.node % 2; }

 private:
  int way_;
  std::vector<Phase> phases_;
};

/// Counts the decisions that PEs take, in a register, and moves nothing.
class Counting final : public SynchronousScheme {
 public:
  /// What it counts, by these names.
  explicit Counting(std::vector<std::string> names) : names_(std::move(names)) {
    phases_.resize(1);
    phases_[0].ends_step = true;
  }
  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 1; }
  void announce(std::size_t, const PeView&, Words&) const override {}
  void decide(std::size_t, const PeView& self, Orders&) const override { ++self.registers[0]; }
  SchemeStatistics statistics(const PeView& self) const override {
    SchemeStatistics all;
    for (const auto& name : names_) all.emplace_back(name, self.registers[0]);
    return all;
  }

 private:
  std::vector<std::string> names_;
  std::vector<Phase> phases_;
};

std::string needs_pairs(const Fabric& fabric) {
  for (const auto radix : fabric.radices()) {
    if (radix != 2) return "pairs need radix 2";
  }
  return {};
}

const auto least_parameter =
    parameter("least", "difference from which tasks move").range(1, 9, "tasks").whole(2);
const auto way_parameter = parameter("way", "which rule it breaks").range(0, 5).whole(0);

const std::array<RegisterScheme, 6> registered = {{
    RegisterScheme({"test-pairs",
                    "pair averages",
                    "tests",
                    {least_parameter, parameter("share", "not used").range(0, 1).real(0.5)},
                    needs_pairs,
                    [](const SchemeSetting& s) {
                      return std::make_unique<Pairs>(s.fabric, s.load_bits,
                                                     s.parameters.get(least_parameter));
                    }}),
    RegisterScheme({"test-until-level",
                    "stops by a reduction",
                    "tests",
                    {},
                    needs_nothing,
                    [](const SchemeSetting&) { return std::make_unique<UntilLevel>(); }}),
    RegisterScheme({"test-all-twice",
                    "orders more than there is",
                    "tests",
                    {},
                    needs_nothing,
                    [](const SchemeSetting&) { return std::make_unique<AllTwice>(); }}),
    RegisterScheme({"test-breaker",
                    "breaks its contract",
                    "tests",
                    {way_parameter},
                    needs_nothing,
                    [](const SchemeSetting& s) {
                      return std::make_unique<Breaker>(
                          static_cast<int>(s.parameters.get(way_parameter)));
                    }}),
    RegisterScheme(
        {"test-counting",
         "counts its decisions",
         "tests",
         {},
         needs_nothing,
         [](const SchemeSetting&) {
           return std::make_unique<Counting>(std::vector<std::string>{"test_decisions", "steps"});
         },
         {},
         {},
         false,
         true,
         {},
         {{"test_decisions", "decisions", "decisions taken", Better::less},
          {"steps", "", "a name that another metric has"}}}),
    RegisterScheme({"test-undeclared",
                    "counts what it does not declare",
                    "tests",
                    {},
                    needs_nothing,
                    [](const SchemeSetting&) {
                      return std::make_unique<Counting>(std::vector<std::string>{"surprise"});
                    }}),
}};

}  // namespace
}  // namespace isobar
