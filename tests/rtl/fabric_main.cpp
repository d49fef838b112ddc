// SPDX-License-Identifier: Apache-2.0
// The whole-fabric RTL, verilated alone, held against the level `steps`: loads and cycles at every
// step end, and the hardware's counters of every link at the end. One program a parameter set; the
// build names the set (FABRIC, CONDITION, LANES, CYCLES_PER_BIT, SETUP, LATENCY, DEPTH).
#include <verilated.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "Visobar_fabric.h"
#include "models/measure/experiment.h"
#include "models/schemes/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"

namespace {

using isobar::Cycle;
using isobar::Load;
using isobar::Node;

constexpr std::size_t task_bits = 64;
constexpr std::size_t load_bits = 16;
constexpr std::size_t counter_bits = 32;
constexpr std::int64_t steps = 60;

/// A port of the verilated top as a row of fields; ports have other C++ types at other widths, but
/// all lie in memory lowest bit first.
template <class Port>
class Fields {
 public:
  Fields(Port& port, std::size_t width)
      : bytes_(reinterpret_cast<std::uint8_t*>(&port)), width_(width) {}

  std::uint64_t get(std::size_t index) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width_; ++i) {
      const std::size_t bit = index * width_ + i;
      value |= static_cast<std::uint64_t>((bytes_[bit / 8] >> (bit % 8)) & 1U) << i;
    }
    return value;
  }
  void set(std::size_t index, std::uint64_t value) {
    for (std::size_t i = 0; i < width_; ++i) {
      const std::size_t bit = index * width_ + i;
      const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
      const bool on = ((value >> i) & 1U) != 0;
      bytes_[bit / 8] =
          static_cast<std::uint8_t>(on ? bytes_[bit / 8] | mask : bytes_[bit / 8] & ~mask);
    }
  }

 private:
  std::uint8_t* bytes_;
  std::size_t width_;
};

struct StepEnd {
  Cycle cycle;
  std::vector<Load> loads;
};

isobar::Experiment experiment() {
  isobar::Experiment e(isobar::Fabric::parse(FABRIC));
  e.loads = isobar::initial_load("uniform:0..9", e.fabric.nodes(), 3);
  e.queue_depth = DEPTH;
  e.load_bits = load_bits;
  const isobar::LinkClass link{e.clock * LANES / CYCLES_PER_BIT, LATENCY, SETUP};
  for (auto& timing : e.links) timing = isobar::LinkTiming(link, e.clock);
  e.scheme =
      isobar::SchemeChoice::parse("lm-c" + std::to_string(CONDITION)).make(e.fabric, load_bits);
  e.goal = {isobar::Goal::Kind::steps, steps};
  e.max_steps = steps;
  return e;
}

class Rtl {
 public:
  Rtl() {
    top_.rst_ni = 0;
    cycle();
    top_.rst_ni = 1;
  }

  void cycle() {
    settle();
    edge();
  }
  void settle() {
    top_.clk_i = 0;
    top_.eval();
  }
  void edge() {
    top_.clk_i = 1;
    top_.eval();
  }
  Visobar_fabric& top() { return top_; }

  /// Offers every PE its tasks by its sink until all are taken.
  void fill(std::vector<Load> left) {
    Fields valid(top_.sink_tvalid_i, 1);
    Fields ready(top_.sink_tready_o, 1);
    Fields data(top_.sink_tdata_i, task_bits);
    std::uint64_t id = 0;
    for (bool more = true; more;) {
      more = false;
      for (Node n = 0; n < left.size(); ++n) {
        valid.set(n, left[n] > 0 ? 1 : 0);
        data.set(n, id++);
        more = more || left[n] > 0;
      }
      settle();
      for (Node n = 0; n < left.size(); ++n) {
        if (left[n] > 0 && ready.get(n) != 0) --left[n];
      }
      edge();
    }
  }

 private:
  Visobar_fabric top_;
};

/// Says what differs, and counts it.
class Comparison {
 public:
  void check(const std::string& what, std::int64_t rtl, std::int64_t model) {
    ++compared_;
    if (rtl == model) return;
    if (++differ_ <= 10) {
      std::printf("%s: RTL %lld, model %lld\n", what.c_str(), static_cast<long long>(rtl),
                  static_cast<long long>(model));
    }
  }
  long long compared() const { return compared_; }
  long long differ() const { return differ_; }

 private:
  long long compared_ = 0;
  long long differ_ = 0;
};

void compare_links(Rtl& rtl, const isobar::Experiment& e, const isobar::RunResult& model,
                   Comparison& comparison) {
  const auto& fabric = e.fabric;
  Fields transfers(rtl.top().transfer_cycles_o, counter_bits);
  Fields words(rtl.top().word_cycles_o, counter_bits);
  Fields setups(rtl.top().setup_cycles_o, counter_bits);
  for (Node n = 0; n < fabric.nodes(); ++n) {
    for (unsigned p = 0; p < fabric.degree(); ++p) {
      // The hardware has two ports for every dimension, the second unused at radix 2.
      const auto [dimension, direction] = fabric.ports()[p];
      const bool back = direction == isobar::Direction::predecessor;
      const std::size_t port =
          2 * (std::size_t{n} * fabric.dimensions() + dimension - 1) + (back ? 1 : 0);
      const auto& tally = model.links[std::size_t{n} * fabric.degree() + p];
      const auto name = "link of PE " + std::to_string(n) + " port " + std::to_string(p);
      const auto value = [&](const auto& fields) {
        return static_cast<std::int64_t>(fields.get(port));
      };
      comparison.check(name + ", transfer cycles", value(transfers), tally.transfer_cycles);
      comparison.check(name + ", word cycles", value(words), tally.word_cycles);
      comparison.check(name + ", set-up cycles", value(setups), tally.setup_cycles);
    }
  }
}

}  // namespace

int main() {
  const auto e = experiment();
  std::vector<StepEnd> expected;
  const auto model = isobar::run_steps(e, [&](const isobar::Progress& p) {
    expected.push_back({p.at.cycles, p.loads});
    return true;
  });

  Rtl rtl;
  rtl.fill(e.loads);
  rtl.top().run_i = 1;
  Comparison comparison;
  Fields loads(rtl.top().load_o, load_bits);
  Cycle cycle = 0;
  for (std::size_t step = 1; step < expected.size() && comparison.differ() == 0;) {
    rtl.settle();
    const bool ends = rtl.top().step_o != 0;
    rtl.edge();
    ++cycle;
    if (!ends) {
      if (cycle > expected[step].cycle)
        comparison.check("cycle of a step", cycle, expected[step].cycle);
      continue;
    }
    comparison.check("cycle of step " + std::to_string(step), cycle, expected[step].cycle);
    for (Node n = 0; n < e.fabric.nodes(); ++n) {
      comparison.check("load of PE " + std::to_string(n) + " after step " + std::to_string(step),
                       static_cast<std::int64_t>(loads.get(n)), expected[step].loads[n]);
    }
    ++step;
  }
  compare_links(rtl, e, model, comparison);
  std::printf("%s lm-c%d: %lld PE-cycles, %lld numbers compared, %lld differ\n", FABRIC, CONDITION,
              static_cast<long long>(cycle) * e.fabric.nodes(), comparison.compared(),
              comparison.differ());
  return comparison.differ() == 0 && comparison.compared() > 0 ? 0 : 1;
}
