// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_window.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {

RunInstant RunInstant::parse(std::string_view text) {
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  const auto colon = text.find(':');
  const auto unit = text.substr(0, colon);
  if (colon == std::string_view::npos || (unit != "steps" && unit != "cycles")) {
    throw ValueError(fmt::format(
        "an instant of a run is steps:N or cycles:N, for example steps:100, not '{}'", text));
  }
  return {unit == "steps" ? Unit::steps : Unit::cycles,
          parse_integer(text.substr(colon + 1), fmt::format("a number of {}", unit), 0, largest)};
}

std::string WaveWindow::fault() const {
  if (to && to->count == 0) return "nothing of a run comes before its beginning";
  if (!from || !to || from->unit != to->unit || from->count < to->count) return "";
  const auto* unit = from->unit == RunInstant::Unit::steps ? "steps" : "cycles";
  return fmt::format("the end must come after the beginning, {}:{}", unit, from->count);
}

WindowFinder::WindowFinder(const WaveWindow& window) : window_(window) {
  const auto known = [](const RunInstant& instant) {
    return instant.unit == RunInstant::Unit::cycles ? instant.count : unknown;
  };
  if (window.from) from_ = known(*window.from);
  if (window.to) to_ = known(*window.to);
}

void WindowFinder::reached(Cycle cycle, std::int64_t steps) {
  const auto find = [&](const std::optional<RunInstant>& instant, Cycle& bound) {
    const bool in_steps = instant && instant->unit == RunInstant::Unit::steps;
    if (in_steps && bound == unknown && steps >= instant->count) bound = cycle;
  };
  find(window_.from, from_);
  find(window_.to, to_);
}

void WindowFinder::finish(Cycle end) {
  to_ = std::min(to_, end);
  missed_ = from_ >= to_ && end > 0;
  from_ = std::min(from_, to_);
}

}  // namespace isobar
