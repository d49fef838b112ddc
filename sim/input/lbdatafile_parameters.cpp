// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_parameters.h"

#include <fmt/format.h>

#include <any>
#include <string_view>

#include "models/errors.h"
#include "models/link/units.h"

namespace isobar {
namespace {

ParameterOf<std::optional<std::string>> stem_parameter() {
  ParameterOf<std::optional<std::string>> out;
  out.name = "stem";
  out.help = "the files STEM.RANK.json of the folder";
  out.default_text = "auto";
  out.range_text = "text";
  out.automatic = "the only one that there is";
  out.default_value = std::optional<std::string>();
  out.parse = [](std::string_view text) -> std::any {
    if (text.empty()) throw ValueError("stem must be the beginning of files' names, not ''");
    std::optional<std::string> stem;
    if (text != "auto") stem = std::string(text);
    return stem;
  };
  return out;
}

ParameterOf<double> unit_parameter() {
  ParameterOf<double> out;
  out.name = "unit";
  out.help = "by=time: what one load unit stands for";
  out.default_text = "1ms";
  out.range_text = "1ps to 1000000s";
  out.default_value = 1e-3;
  out.parse = [](std::string_view text) -> std::any {
    constexpr std::int64_t picoseconds = 1'000'000'000'000;  // in a second
    // A plain number would be cycles.
    if (text.empty() || text.back() != 's') {
      throw ValueError(fmt::format("unit must be a time from 1ps to 1000000s, not '{}'", text));
    }
    const auto count = parse_cycles(text, picoseconds, "unit", 1, 1'000'000 * picoseconds);
    return static_cast<double>(count) / static_cast<double>(picoseconds);
  };
  return out;
}

}  // namespace

const ParameterOf<std::optional<std::string>> lb_stem = stem_parameter();
const ParameterOf<std::optional<std::int64_t>> lb_subphase =
    parameter("subphase", "a task's time is that of this subphase alone")
        .range(0, 1e9)
        .whole_or_auto("the whole phase");
const ParameterOf<LbLoad> lb_by =
    parameter("by", "a load unit is a task, or so much of the tasks' time")
        .one_of<LbLoad>({{"count", LbLoad::count}, {"time", LbLoad::time}}, LbLoad::count);
const ParameterOf<double> lb_unit = unit_parameter();

}  // namespace isobar
