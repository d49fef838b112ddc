// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/initial_load.h"

#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <set>
#include <type_traits>
#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "models/unknown_name.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

std::pair<Load, Load> parse_range(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) {
    throw ValueError(fmt::format("a range is written LO..HI, for example 0..100, not '{}'", text));
  }
  return {parse_integer(text.substr(0, dots), "the low end", 0, max_total_load),
          parse_integer(text.substr(dots + 2), "the high end", 0, max_total_load)};
}

void spike(std::string_view text, NarrowArray& loads) {
  const auto nodes = static_cast<Load>(loads.size());
  loads[0] = nodes * parse_integer(text, "a spike's tasks per PE", 0, max_total_load / nodes);
}

void points(std::string_view text, NarrowArray& loads) {
  std::set<std::int64_t> given;
  for (const auto point : split(text, ',')) {
    const auto at = point.find('@');
    if (at == std::string_view::npos) {
      throw ValueError(fmt::format("a point is written M@PE, for example 16@0, not '{}'", point));
    }
    const auto pe = parse_integer(point.substr(at + 1), "a PE's number", 0,
                                  static_cast<std::int64_t>(loads.size()) - 1);
    if (!given.insert(pe).second) throw ValueError(fmt::format("PE {} is given a load twice", pe));
    loads[static_cast<std::size_t>(pe)] =
        parse_integer(point.substr(0, at), "a load", 0, max_total_load);
  }
}

void uniform(std::string_view text, std::uint64_t seed, NarrowArray& loads) {
  const auto [lo, hi] = parse_range(text);
  if (lo > hi) throw ValueError(fmt::format("the range {} is empty", text));
  auto random = random_stream(seed, "load");
  boost::random::uniform_int_distribution<Load> draw(lo, hi);
  loads.make_room_for(hi);
  loads.visit([&](auto& held) {
    for (auto& load : held) {
      load = static_cast<std::decay_t<decltype(load)>>(draw(random));
    }
  });
}

void ramp(std::string_view text, NarrowArray& loads) {
  const auto [first, last] = parse_range(text);
  const auto intervals = static_cast<Load>(loads.size()) - 1;
  const Load low = first < last ? first : last;
  for (Load i = 0; i <= intervals; ++i) {
    const Load from_low = first < last ? i : intervals - i;
    const Load height = first < last ? last - first : first - last;
    // Split so that height · position stays below 2^63.
    const Load position = intervals == 0 ? 0 : from_low;
    const Load parts = intervals == 0 ? 1 : intervals;
    loads[static_cast<std::size_t>(i)] =
        low + height / parts * position + height % parts * position / parts;
  }
}

}  // namespace

NarrowArray initial_load(std::string_view rule, Node nodes, std::uint64_t seed) {
  NarrowArray loads(nodes);
  const auto colon = rule.find(':');
  const auto kind = rule.substr(0, colon);
  const auto rest = colon == std::string_view::npos ? std::string_view{} : rule.substr(colon + 1);
  if (kind == "spike") {
    spike(rest, loads);
  } else if (kind == "point") {
    points(rest, loads);
  } else if (kind == "uniform") {
    uniform(rest, seed, loads);
  } else if (kind == "ramp") {
    ramp(rest, loads);
  } else {
    throw ValueError(unknown_name("load", rule, form_texts(load_rules())));
  }
  check_loads(loads, nodes);
  return loads;
}

void check_loads(const NarrowArray& loads, Node nodes) {
  if (loads.size() != nodes) {
    throw ValueError(
        fmt::format("{} loads for a fabric of {} PEs; one a PE is needed", loads.size(), nodes));
  }
  Load total = 0;
  for (std::size_t pe = 0; pe < loads.size(); ++pe) {
    if (loads[pe] < 0) {
      throw ValueError(
          fmt::format("the load of PE {} is {}; a load is 0 or more tasks", pe, loads[pe]));
    }
    if (loads[pe] > max_total_load - total) {
      throw ValueError("the loads add up to more than 2^48 tasks");
    }
    total += loads[pe];
  }
}

const std::vector<ValueForm>& load_rules() {
  static const std::vector<ValueForm> rules = {
      {"spike:C", "C*P tasks on PE 0, where P is the number of PEs"},
      {"point:M@PE", "M tasks on one PE, or on several: point:M@PE,M@PE,..."},
      {"uniform:LO..HI", "whole numbers drawn evenly from the run's seed"},
      {"ramp:LO..HI", "a straight line over the PE numbers"}};
  return rules;
}

}  // namespace isobar
