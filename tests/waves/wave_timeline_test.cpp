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
using Record = std::map<WaveVariable, std::map<std::uint64_t, std::vector<std::string>>>;

class RecordingWriter final : public WaveWriter {
 public:
  RecordingWriter(Record& record, std::vector<std::uint64_t>& times)
      : record_(record), times_(times) {}

  void open_scope(const std::string& /*name*/, const std::string& /*comment*/) override {}
  void close_scope() override {}
  WaveVariable add_vector(const std::string& /*name*/, unsigned /*bits*/) override {
    return variables_++;
  }
  WaveVariable add_text(const std::string& /*name*/) override { return variables_++; }
  WaveVariable add_event(const std::string& /*name*/) override { return variables_++; }
  void at(std::uint64_t picoseconds) override { times_.push_back(picoseconds); }
  void change_bits(WaveVariable variable, std::string_view bits) override {
    record_[variable][times_.back()].emplace_back(bits);
  }
  void change_text(WaveVariable variable, std::string_view text) override {
    record_[variable][times_.back()].emplace_back(text);
  }
  void close() override {}

 private:
  Record& record_;
  std::vector<std::uint64_t>& times_;
  WaveVariable variables_ = 0;
};

struct Fixture {
  Record record;
  std::vector<std::uint64_t> times;
  WaveTimeline timeline;

  explicit Fixture(const Rational& clock = 1'000'000'000'000)
      : timeline(std::make_unique<RecordingWriter>(record, times), clock) {}
};

const std::array<std::string, 3> states = {"idle", "word", "transfer"};

}  // namespace

TEST_CASE("every signal has its initial value at time 0", "[waves]") {
  Fixture f;
  f.timeline.add_number("a", 4, 5);
  f.timeline.add_state("b", states, 2);
  f.timeline.finish(10);
  CHECK(f.record[0] == decltype(f.record)::mapped_type{{0, {"0101"}}});
  CHECK(f.record[1] == decltype(f.record)::mapped_type{{0, {"transfer"}}});
  CHECK(f.times == std::vector<std::uint64_t>{0, 10});
}

TEST_CASE("messages back to back do not glitch, in whatever order they are announced", "[waves]") {
  const bool forward = GENERATE(true, false);
  Fixture f;
  const auto link = f.timeline.add_state("link", states, 0);
  const auto word = [&] {
    f.timeline.change(1, link, 1);
    f.timeline.fall_back(5, link, 0);
  };
  const auto transfer = [&] {
    f.timeline.change(5, link, 2);
    f.timeline.fall_back(9, link, 0);
  };
  if (forward) word();
  transfer();
  if (!forward) word();
  f.timeline.finish(9);
  CHECK(f.record[link] == decltype(f.record)::mapped_type{
                              {0, {"idle"}}, {1, {"word"}}, {5, {"transfer"}}, {9, {"idle"}}});
}

TEST_CASE("what is written is what was announced last for each cycle", "[waves]") {
  std::mt19937 random(1);
  const auto draw = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  for (int run = 0; run < 50; ++run) {
    Fixture f;
    constexpr int signals = 4;
    std::vector<std::map<Cycle, std::int64_t>> expected(signals);
    for (int s = 0; s < signals; ++s) {
      f.timeline.add_number("s", 2, 0);
      expected[static_cast<std::size_t>(s)][0] = 0;
    }
    Cycle now = 0;
    for (int i = 0; i < 200; ++i) {
      if (draw(4) == 0) f.timeline.write_before(now += draw(10));
      const auto signal = static_cast<WaveTimeline::Signal>(draw(signals));
      const Cycle cycle = now + draw(20);
      const std::int64_t value = draw(4);
      f.timeline.change(cycle, signal, value);
      expected[signal][cycle] = value;
    }
    f.timeline.finish(now + 20);
    for (std::size_t i = 1; i < f.times.size(); ++i) REQUIRE(f.times[i - 1] < f.times[i]);
    for (WaveTimeline::Signal s = 0; s < signals; ++s) {
      std::map<std::uint64_t, std::vector<std::string>> changes;
      std::int64_t before = -1;
      for (const auto& [cycle, value] : expected[s]) {
        if (value != before) {
          changes[static_cast<std::uint64_t>(cycle)] = {
              {value < 2 ? '0' : '1', value % 2 == 0 ? '0' : '1'}};
        }
        before = value;
      }
      REQUIRE(f.record[s] == changes);
    }
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
  constexpr Cycle never = std::numeric_limits<Cycle>::max();
  Fixture f;
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
  using Values = decltype(f.record)::mapped_type;
  CHECK(f.record[a] == Values{{10, {"0111"}}, {15, {"1000"}}, {20, {"1001"}}});
  CHECK(f.record[b] == Values{{10, {"0011"}}});
  CHECK(f.record[event] == Values{{15, {"1"}}, {16, {"1"}}});
  CHECK(f.times == std::vector<std::uint64_t>{10, 15, 16, 20});
}
