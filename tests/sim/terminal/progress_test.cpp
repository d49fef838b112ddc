// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/progress.h"

#include <chrono>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "models/measure/work_meter.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::Fabric;
using isobar::Goal;
using isobar::Load;
using isobar::ProgressBar;
using isobar::test::count;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A terminal, a clock that stands still unless it is moved, and a run of equal steps.
class Stage {
 public:
  explicit Stage(Goal goal, bool is_terminal = true, const Fabric* fabric = nullptr)
      : bar_(goal,
             {&out_, is_terminal, [this] { return read_clock(); }, [this] { return columns_; },
              [this] { return rows_; }},
             fabric) {}

  void steps(std::int64_t count, microseconds each) {
    for (std::int64_t i = 0; i < count; ++i) {
      bar_.update({{at_, at_, 83 * at_}, max_, 0, false, false, loads_});
      now_ += each;
      ++at_;
    }
  }

  /// What was written since the last call.
  std::string written() {
    auto text = out_.str();
    out_.str({});
    return text;
  }

  ProgressBar& bar() { return bar_; }
  void set_columns(unsigned columns) { columns_ = columns; }
  void set_rows(unsigned rows) { rows_ = rows; }
  std::int64_t clock_readings() const { return readings_; }

 private:
  ProgressBar::Clock::time_point read_clock() {
    ++readings_;
    return now_;
  }

  std::ostringstream out_;
  ProgressBar::Clock::time_point now_{};
  unsigned columns_ = 80;
  unsigned rows_ = 24;
  std::int64_t readings_ = 0;
  std::int64_t at_ = 0;
  Load max_ = 1'234;
  std::vector<Load> loads_ = {1'234, 0, 0, 0};
  ProgressBar bar_;
};

const Goal balanced = {Goal::Kind::balanced, 0};
const std::string cut = "\x1b[J";

std::size_t characters(const std::string& text) {
  std::size_t found = 0;
  for (const char c : text) found += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return found;
}

}  // namespace

TEST_CASE("Progress: nothing is written unless to a terminal", "[sim][progress]") {
  Stage stage(balanced, false);
  stage.steps(1000, milliseconds(10));
  stage.bar().clear();
  CHECK(stage.written().empty());
  CHECK(stage.clock_readings() == 0);
}

TEST_CASE("Progress: a short run shows nothing", "[sim][progress]") {
  Stage stage(balanced);
  stage.steps(50, milliseconds(10));  // the last step ends at 0.49 s
  stage.bar().clear();
  CHECK(stage.written().empty());
  stage.steps(1, milliseconds(10));
  CHECK(stage.written() == "\rstep 50  max−min 1,234  100 steps/s" + cut);
}

TEST_CASE("Progress: at most ten times a second, one line", "[sim][progress]") {
  Stage stage(balanced);
  stage.steps(1050, milliseconds(10));  // 10.5 s
  const auto text = stage.written();
  CHECK(count(text, cut) <= 100);
  CHECK(count(text, cut) >= 80);
  CHECK(count(text, "\r") == count(text, cut));
  CHECK(count(text, "\n") == 0);
}

TEST_CASE("Progress: the line is taken away, once, and comes back", "[sim][progress]") {
  Stage stage(balanced);
  stage.steps(60, milliseconds(10));
  CHECK_FALSE(stage.written().empty());
  stage.bar().clear();
  CHECK(stage.written() == "\r" + cut);
  stage.bar().clear();
  CHECK(stage.written().empty());
  stage.steps(20, milliseconds(10));
  CHECK(count(stage.written(), "step ") > 0);
}

TEST_CASE("Progress: the destructor takes the line away", "[sim][progress]") {
  std::ostringstream out;
  ProgressBar::Clock::time_point now{};
  const std::vector<Load> loads = {1};
  {
    ProgressBar bar(balanced,
                    {&out, true, [&] { return now; }, [] { return 80U; }, [] { return 24U; }});
    bar.update({{0, 0, 0}, 1, 0, false, false, loads});
    now += milliseconds(700);
    bar.update({{1, 1, 83}, 1, 0, false, false, loads});
  }
  CHECK(out.str() == "\rstep 1  max−min 1  1.43 steps/s" + cut + "\r" + cut);
}

TEST_CASE("Progress: fast steps seldom read the clock, slow ones always", "[sim][progress]") {
  Stage fast(balanced);
  fast.steps(1'000'000, microseconds(0));
  CHECK(fast.clock_readings() < 1200);
  // After a million fast steps, a slow one is still seen within the longest stride.
  fast.steps(1025, milliseconds(600));
  CHECK_FALSE(fast.written().empty());
  // And if steps stay slow, each is looked at again.
  fast.steps(2'000, milliseconds(50));
  const auto before = fast.clock_readings();
  fast.steps(100, milliseconds(50));
  CHECK(fast.clock_readings() == before + 100);

  Stage slow(balanced);
  slow.steps(100, milliseconds(50));
  CHECK(slow.clock_readings() == 100);

  Stage middle(balanced);
  middle.steps(100'000, microseconds(100));  // 10 s
  CHECK(middle.clock_readings() < 4000);
  CHECK(count(middle.written(), cut) >= 80);
}

TEST_CASE("Progress: a known goal has a bar and a time left", "[sim][progress]") {
  Stage by_steps({Goal::Kind::steps, 200});
  by_steps.steps(51, milliseconds(10));
  CHECK(by_steps.written() ==
        "\r▕████            ▏ 25 %  0:02 left  step 50  "
        "max−min 1,234  100 steps/s" +
            cut);
  Stage by_cycles({Goal::Kind::cycles, std::int64_t{83} * 400'000});
  by_cycles.steps(51, milliseconds(10));
  CHECK(by_cycles.written() ==
        "\r▕                ▏  0 %  1:06:40 left  step 50  "
        "max−min 1,234  100 steps/s" +
            cut);
  Stage at_goal({Goal::Kind::steps, 50});
  at_goal.steps(51, milliseconds(10));
  CHECK(at_goal.written() ==
        "\r▕████████████████▏100 %  0:00 left  step 50  "
        "max−min 1,234  100 steps/s" +
            cut);
  Stage endless({Goal::Kind::steps, 1'000'000'000'000});
  endless.steps(51, milliseconds(10));
  CHECK(count(endless.written(), "> 99 h left") == 1);
  Stage at_once({Goal::Kind::steps, 0});
  at_once.steps(51, milliseconds(10));
  CHECK(count(at_once.written(), "%") == 0);
}

TEST_CASE("Progress: the line is shorter than the terminal is wide", "[sim][progress]") {
  for (unsigned columns = 0; columns < 120; ++columns) {
    Stage stage({Goal::Kind::steps, 60});
    stage.set_columns(columns);
    stage.steps(60, milliseconds(10));
    auto text = stage.written();
    REQUIRE(text.size() >= cut.size() + 1);
    text = text.substr(1, text.find(cut) - 1);
    INFO(columns << ": " << text);
    CHECK((text.empty() || characters(text) < columns));
    CHECK((columns < 80 || count(text, "steps/s") == 1));
  }
}

TEST_CASE("Progress: the loads stand above the line, and are drawn in place", "[sim][progress]") {
  const auto ring = Fabric::parse("ring:4");
  Stage stage(balanced, true, &ring);
  stage.steps(51, milliseconds(10));
  const std::string picture =
      "ring:4, PE 0 at the left; ▅ mean 308, █ 1234 tasks, logarithmic\x1b[K\n▕█   ▏\x1b[K\n";
  CHECK(stage.written() == "\r" + picture + "step 50  max−min 1,234  100 steps/s" + cut);
  stage.steps(10, milliseconds(10));
  CHECK(stage.written() == "\r\x1b[2A" + picture + "step 60  max−min 1,234  100 steps/s" + cut);
  stage.bar().clear();
  CHECK(stage.written() == "\r\x1b[2A" + cut);
  stage.bar().clear();
  CHECK(stage.written().empty());
}

TEST_CASE("Progress: a picture for which there is no room is left out", "[sim][progress]") {
  const auto ring = Fabric::parse("ring:4");
  Stage low(balanced, true, &ring);
  low.set_rows(3);
  low.steps(51, milliseconds(10));
  CHECK(count(low.written(), "\n") == 0);
  Stage narrow(balanced, true, &ring);
  narrow.set_columns(30);
  narrow.steps(51, milliseconds(10));
  CHECK(count(narrow.written(), "\n") == 0);
}

TEST_CASE("Progress: a message-driven run goes by cycles, an application by tasks",
          "[sim][progress]") {
  std::ostringstream out;
  ProgressBar::Clock::time_point now{};
  const auto line = [&](ProgressBar::Pace pace, const isobar::WorkMeter* work) {
    out.str({});
    ProgressBar bar(balanced,
                    {&out, true, [&] { return now; }, [] { return 80U; }, [] { return 24U; }},
                    nullptr, pace);
    const std::vector<Load> loads = {1, 0};
    for (std::int64_t look = 0; look < 11; ++look) {
      bar.update({{pace == ProgressBar::Pace::steps ? look : 0, 0, 20'000 * look},
                  1,
                  0,
                  false,
                  false,
                  loads,
                  work});
      now += milliseconds(100);
    }
    const auto text = out.str();
    const auto last = text.rfind('\r');
    return text.substr(last + 1, text.find(cut, last) - last - 1);
  };
  isobar::WorkMeter work({3, 0}, 2, {});
  work.executed(0, 10, 5, 5, 4);
  CHECK(line(ProgressBar::Pace::cycles, nullptr) == "cycle 200,000  max−min 1  200k cycles/s");
  CHECK(line(ProgressBar::Pace::cycles, &work) ==
        "cycle 200,000  1 of 7 tasks done  200k cycles/s");
  CHECK(line(ProgressBar::Pace::steps, &work) == "step 10  1 of 7 tasks done  10 steps/s");
}
