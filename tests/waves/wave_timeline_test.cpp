// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_timeline.h"

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"

using namespace isobar;

namespace {

/// Variable → time → values, in the order in which they came.
using Values = std::map<std::uint64_t, std::vector<std::uint64_t>>;
using Record = std::map<WaveVariable, Values>;

class RecordingWriter final : public WaveWriter {
 public:
  RecordingWriter(Record& record, std::vector<std::uint64_t>& times)
      : record_(record), times_(times) {}

  void open_scope(const std::string& /*name*/, const std::string& /*comment*/) override {}
  void close_scope() override {}
  void add_vector(const std::string& /*name*/, unsigned /*bits*/) override {}
  void add_state(const std::string& /*name*/, gsl::span<const std::string> /*names*/) override {}
  void add_event(const std::string& /*name*/) override {}
  void write(const WaveBlock& block) override {
    times_.insert(times_.end(), block.times.begin(), block.times.end());
    for (WaveVariable variable = 0; variable < block.columns.size(); ++variable) {
      for (const auto& change : block.of_column(block.columns[variable])) {
        record_[variable][block.times[change.time]].push_back(change.value);
      }
    }
  }
  void close() override {}

 private:
  Record& record_;
  std::vector<std::uint64_t>& times_;
};

struct Fixture {
  Record record;
  std::vector<std::uint64_t> times;
  WaveTimeline timeline;

  explicit Fixture(const Rational& clock = 1'000'000'000'000, std::size_t announcements = 1000)
      : timeline(std::make_unique<RecordingWriter>(record, times), clock, announcements) {}
};

const std::array<std::string, 3> states = {"idle", "word", "transfer"};

}  // namespace

TEST_CASE("every signal has its initial value at time 0", "[waves]") {
  Fixture f;
  f.timeline.add_number("a", 4, 5);
  f.timeline.add_state("b", states, 2);
  f.timeline.finish(10);
  CHECK(f.record[0] == Values{{0, {5}}});
  CHECK(f.record[1] == Values{{0, {2}}});
  CHECK(f.times == std::vector<std::uint64_t>{0, 10});
}

TEST_CASE("messages back to back do not glitch, in whatever order they are announced", "[waves]") {
  const bool forward = GENERATE(true, false);
  Fixture f;
  const auto link = f.timeline.add_state("link", states, 0);
  const auto word = [&] { f.timeline.pulse(1, 5, link, 1); };
  const auto transfer = [&] { f.timeline.pulse(5, 9, link, 2); };
  if (forward) word();
  transfer();
  if (!forward) word();
  f.timeline.finish(9);
  CHECK(f.record[link] == Values{{0, {0}}, {1, {1}}, {5, {2}}, {9, {0}}});
}

TEST_CASE("what is written is what was announced last for each cycle", "[waves]") {
  std::mt19937 random(1);
  const auto draw = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  // Values of all widths that are stored in different ways; blocks of few announcements and many.
  const std::array<std::uint64_t, 4> values = {0, 1, 70'000, std::uint64_t{1} << 40};
  for (int run = 0; run < 100; ++run) {
    constexpr int signals = 300;  // numbered by two digits of the sorting
    Fixture f(1'000'000'000'000, run % 2 == 0 ? 1 : 10'000);
    std::vector<std::map<Cycle, std::uint64_t>> expected(signals);
    for (int s = 0; s < signals; ++s) {
      f.timeline.add_number("s", 41, 0);
      expected[static_cast<std::size_t>(s)][0] = 0;
    }
    Cycle now = 0;
    for (int i = 0; i < 6'000; ++i) {
      if (draw(40) == 0) f.timeline.write_before(now += draw(10));
      // Many announcements of a few signals, so that they meet.
      const auto signal = static_cast<std::size_t>(draw(2) == 0 ? draw(signals) : 290 + draw(3));
      const Cycle cycle = now + draw(20);
      const auto value = values[static_cast<std::size_t>(draw(4))];
      if (draw(2) == 0) {
        f.timeline.change(cycle, static_cast<WaveTimeline::Signal>(signal),
                          static_cast<std::int64_t>(value));
      } else {
        const Cycle end = cycle + 1 + draw(20);
        f.timeline.pulse(cycle, end, static_cast<WaveTimeline::Signal>(signal),
                         static_cast<std::int64_t>(value));
        expected[signal].emplace(end, 0);  // unless there is anything
      }
      expected[signal][cycle] = value;
    }
    f.timeline.finish(now + 40);
    for (std::size_t i = 1; i < f.times.size(); ++i) REQUIRE(f.times[i - 1] < f.times[i]);
    for (std::size_t s = 0; s < signals; ++s) {
      Values changes;
      std::uint64_t before = ~std::uint64_t{0};
      for (const auto& [cycle, value] : expected[s]) {
        if (value != before) changes[static_cast<std::uint64_t>(cycle)] = {value};
        before = value;
      }
      REQUIRE(f.record[static_cast<WaveVariable>(s)] == changes);
    }
  }
}

TEST_CASE("a value must fit its signal", "[waves]") {
  const auto accepts = [](std::int64_t value, bool is_state) {
    Fixture f;
    const auto signal =
        is_state ? f.timeline.add_state("s", states, 0) : f.timeline.add_number("s", 3, 0);
    try {
      f.timeline.change(1, signal, value);
      f.timeline.finish(2);
    } catch (const ModelError&) {
      return false;
    }
    const auto stored = static_cast<std::uint64_t>(value) & 7;
    CHECK(f.record[signal].at(1) == std::vector<std::uint64_t>{stored});
    return true;
  };
  CHECK(accepts(7, false));
  CHECK(accepts(-4, false));
  CHECK_FALSE(accepts(8, false));
  CHECK_FALSE(accepts(-5, false));
  CHECK_FALSE(accepts(std::int64_t{1} << 32, false));
  CHECK(accepts(2, true));
  CHECK_FALSE(accepts(3, true));
  CHECK_FALSE(accepts(-1, true));
  Fixture f;
  CHECK_THROWS_AS(f.timeline.add_number("s", 3, -5), ModelError);
}

TEST_CASE("more cycles than a part of the log can number", "[waves]") {
  Fixture f(1'000'000'000'000, 1'000'000);
  const auto signal = f.timeline.add_number("s", 17, 0);
  const auto event = f.timeline.add_event("e");
  constexpr Cycle cycles = 300'000;
  for (Cycle cycle = 1; cycle <= cycles; ++cycle) {
    f.timeline.change(cycle, signal, cycle % 100'000);
    if (cycle % 3 == 0) f.timeline.happens(cycle, event);
  }
  f.timeline.finish(cycles);
  REQUIRE(f.times.size() == cycles + 1);
  CHECK(f.record[event].size() == cycles / 3);
  for (Cycle cycle = 1; cycle <= cycles; ++cycle) {
    const auto time = static_cast<std::uint64_t>(cycle);
    REQUIRE(f.record[signal].at(time) == std::vector<std::uint64_t>{time % 100'000});
  }
}

TEST_CASE("a change in a cycle that is written is refused, one after the end is dropped",
          "[waves]") {
  Fixture f;
  const auto signal = f.timeline.add_number("s", 8, 0);
  f.timeline.write_before(7);
  f.timeline.change(7, signal, 1);
  CHECK_THROWS_AS(f.timeline.change(6, signal, 1), ModelError);
  f.timeline.change(12, signal, 2);
  f.timeline.finish(11);
  CHECK(f.times == std::vector<std::uint64_t>{0, 7, 11});
}

TEST_CASE("cycles become picoseconds exactly, rounded to the nearest", "[waves]") {
  const auto at = [](const Rational& clock, Cycle cycle) {
    return Fixture(clock).timeline.picoseconds(cycle);
  };
  CHECK(at(250'000'000, 83) == 332'000);
  CHECK(at({1'000'000'000, 3}, 1'000'000'007) == 3'000'000'021'000);
  CHECK(at(333'000'000, 1) == 3003);
  CHECK(at(333'000'000, 2) == 6006);
  CHECK(at(333'000'000, 333'000'000) == 1'000'000'000'000);
  CHECK(at(800'000'000'000, 2) == 3);  // 2.5, half away from 0
  CHECK(at(1000, Cycle{1} << 33) == (std::uint64_t{1} << 33) * 1'000'000'000);
}

TEST_CASE("of a window the first cycle holds every value, and nothing outside is seen", "[waves]") {
  const bool late = GENERATE(false, true);  // the window is known only when the run reaches it
  const std::size_t announcements = GENERATE(1U, 1000U);  // of a block
  Fixture f(1'000'000'000'000, announcements);
  const auto a = f.timeline.add_number("a", 4, 5);
  const auto b = f.timeline.add_number("b", 4, 1);
  const auto event = f.timeline.add_event("e");
  f.timeline.show(late ? never : 10, late ? never : 20);
  f.timeline.change(3, a, 7);
  f.timeline.happens(3, event);
  f.timeline.write_before(8);
  f.timeline.change(9, b, 2);
  f.timeline.change(10, b, 3);
  f.timeline.happens(9, event);
  f.timeline.show(10, late ? never : 20);
  f.timeline.write_before(10);
  f.timeline.change(15, a, 8);
  f.timeline.happens(15, event);
  f.timeline.happens(16, event);
  f.timeline.change(20, a, 9);
  f.timeline.change(21, a, 10);
  f.timeline.show(10, 20);
  f.timeline.write_before(40);
  f.timeline.change(40, b, 4);
  f.timeline.finish(20);
  CHECK(f.record[a] == Values{{10, {7}}, {15, {8}}, {20, {9}}});
  CHECK(f.record[b] == Values{{10, {3}}});
  CHECK(f.record[event] == Values{{15, {1}}, {16, {1}}});
  CHECK(f.times == std::vector<std::uint64_t>{10, 15, 16, 20});
}

TEST_CASE("a clock rises as its cycles begin and falls in their middles") {
  Fixture f(250'000'000);
  REQUIRE(f.timeline.halve_cycles());
  const auto clock = f.timeline.add_number("clk", 1, 0);
  const auto number = f.timeline.add_number("number", 8, 0);
  f.timeline.show(1, std::numeric_limits<Cycle>::max());
  for (Cycle cycle = 0; cycle < 5; ++cycle) {
    f.timeline.change(cycle, clock, 1);
    f.timeline.change(cycle, number, cycle);
    f.timeline.change_halfway(cycle, clock, 0);
  }
  f.timeline.pulse(1, 3, number, 7);
  f.timeline.show(1, 3);
  f.timeline.finish(3);
  CHECK(f.record[clock] ==
        Values{{4000, {1}}, {6000, {0}}, {8000, {1}}, {10000, {0}}, {12000, {1}}});
  CHECK(f.record[number] == Values{{4000, {7}}, {8000, {2}}, {12000, {3}}});
  CHECK(f.timeline.picoseconds(3) == 12000);

  Fixture fast(1'000'000'000'000);
  CHECK_FALSE(fast.timeline.halve_cycles());
}
