// SPDX-License-Identifier: Apache-2.0
#include "sim/input/machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "models/errors.h"
#include "models/experiment/experiment.h"
#include "models/text.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

/// `2`, `1/3`, `0.8`, exactly.
Rational parse_rational(std::string_view text, std::string_view what) {
  constexpr std::int64_t most = 1'000'000;
  const auto whole = [&](std::string_view part) {
    return parse_integer(part, fmt::format("a part of {}", what), 0, most);
  };
  Rational number;
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto under = whole(text.substr(slash + 1));
    if (under == 0) throw ValueError(fmt::format("{} cannot be '{}'", what, text));
    number = {whole(text.substr(0, slash)), under};
  } else if (const auto point = text.find('.'); point != std::string_view::npos) {
    const auto digits = text.substr(point + 1);
    constexpr std::size_t most_digits = 6;
    if (digits.size() > most_digits) {
      throw ValueError(
          fmt::format("{} has at most 6 digits behind the point, not '{}'", what, text));
    }
    std::int64_t scale = 1;
    for (std::size_t i = 0; i < digits.size(); ++i) scale *= 10;
    number = Rational(whole(text.substr(0, point))) + Rational(whole(digits), scale);
  } else {
    number = whole(text);
  }
  if (number <= 0) throw ValueError(fmt::format("{} must be above 0, not '{}'", what, text));
  return number;
}

}  // namespace

Rational parse_speed(std::string_view text) { return parse_rational(text, "a speed"); }

unsigned parse_executors(std::string_view text) {
  constexpr std::int64_t most = 64;
  return static_cast<unsigned>(parse_integer(text, "a number of executors", 1, most));
}

std::int64_t parse_memory(std::string_view text) {
  if (text == "none") return no_bound;
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 9> units = {
      {{"KiB", std::int64_t{1} << 10},
       {"MiB", std::int64_t{1} << 20},
       {"GiB", std::int64_t{1} << 30},
       {"TiB", std::int64_t{1} << 40},
       {"kB", 1'000},
       {"MB", 1'000'000},
       {"GB", 1'000'000'000},
       {"TB", 1'000'000'000'000},
       {"B", 1}}};
  constexpr std::int64_t most = std::int64_t{1} << 60;
  auto number = text;
  std::int64_t scale = 1;
  for (const auto& [unit, bytes] : units) {
    if (text.size() < unit.size() || text.substr(text.size() - unit.size()) != unit) continue;
    number = trim(text.substr(0, text.size() - unit.size()));
    scale = bytes;
    break;
  }
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
    throw ValueError(fmt::format(
        "a memory is a whole number of bytes, or of B, kB, MB, GB, TB, KiB, MiB, GiB or TiB, or "
        "none, not '{}'",
        text));
  }
  return scale * parse_integer(number, "a memory", 1, most / scale);
}

namespace {

/// One number a PE, drawn from the range of a rule `uniform` or `loguniform`; nothing if `text` is
/// no such rule. `parse` gives the ends in the whole units in which numbers are drawn.
std::optional<std::vector<std::int64_t>> draw(
    std::string_view text, Node pes, std::uint64_t seed, std::string_view stream,
    const std::function<std::int64_t(std::string_view)>& parse) {
  const auto colon = text.find(':');
  const auto rule = text.substr(0, colon);
  const bool by_logarithm = rule == "loguniform";
  if (colon == std::string_view::npos || (!by_logarithm && rule != "uniform")) return std::nullopt;
  const auto range = text.substr(colon + 1);
  const auto dots = range.find("..");
  if (dots == std::string_view::npos) {
    throw ValueError(fmt::format("a range is written LO..HI, not '{}'", range));
  }
  const auto lo = parse(trim(range.substr(0, dots)));
  const auto hi = parse(trim(range.substr(dots + 2)));
  if (lo < 1) throw ValueError(fmt::format("the low end of {} is too small to draw from", range));
  if (lo > hi) throw ValueError(fmt::format("the range {} is empty", range));
  auto random = random_stream(seed, stream);
  boost::random::uniform_int_distribution<std::int64_t> even(lo, hi);
  boost::random::uniform_01<double> unit;
  const auto low = static_cast<double>(lo);
  const auto high = static_cast<double>(hi);
  std::vector<std::int64_t> drawn(pes);
  for (auto& number : drawn) {
    number = by_logarithm ? std::clamp<std::int64_t>(
                                std::llround(low * std::pow(high / low, unit(random))), lo, hi)
                          : even(random);
  }
  return drawn;
}

constexpr auto or_drawn_from_a_range = ", uniform:LO..HI or loguniform:LO..HI";

/// Parses one value for all PEs, or a list with one for each; an empty list stands for `usual`.
template <class T, class Parse>
std::vector<T> parse_list(std::string_view text, Node pes, const char* what, const T& usual,
                          Parse parse, const char* or_drawn = or_drawn_from_a_range) {
  std::vector<T> list;
  for (const auto part : split(text, ',')) list.push_back(parse(trim(part)));
  if (list.size() == 1 && list.front() == usual) return {};
  if (list.size() == 1) list.resize(pes, list.front());
  if (list.size() != pes) {
    throw ValueError(fmt::format("one {0} is needed, one of each of the {1} PEs{2}, not {3}", what,
                                 pes, or_drawn, list.size()));
  }
  return list;
}

template <class T>
std::vector<T> unless_all(std::vector<T> list, const T& usual) {
  const bool all = std::all_of(list.begin(), list.end(), [&](const T& t) { return t == usual; });
  return all ? std::vector<T>() : std::move(list);
}

}  // namespace

std::vector<unsigned> parse_executor_list(std::string_view text, Node pes) {
  return unless_all(parse_list<unsigned>(text, pes, "number of executors", 1, parse_executors, ""),
                    1U);
}

std::vector<Rational> parse_speeds(std::string_view text, Node pes, std::uint64_t seed) {
  constexpr std::int64_t parts = 1000;
  const auto in_parts = [=](std::string_view end) {
    return boost::rational_cast<std::int64_t>(parse_speed(end) * parts);
  };
  const auto drawn = draw(text, pes, seed, "speed", in_parts);
  std::vector<Rational> speeds;
  if (drawn) {
    for (const auto number : *drawn) speeds.emplace_back(number, parts);
  } else {
    speeds = parse_list<Rational>(text, pes, "speed", 1, parse_speed);
  }
  return unless_all(std::move(speeds), Rational(1));
}

std::vector<std::int64_t> parse_memories(std::string_view text, Node pes, std::uint64_t seed) {
  auto drawn = draw(text, pes, seed, "memory", parse_memory);
  return unless_all(drawn ? std::move(*drawn)
                          : parse_list<std::int64_t>(text, pes, "memory", no_bound, parse_memory),
                    no_bound);
}

namespace {

std::pair<Node, Node> parse_pes(std::string_view text, Node pes) {
  if (text == "all") return {0, pes - 1};
  const auto dots = text.find("..");
  const auto pe = [&](std::string_view number) {
    return static_cast<Node>(parse_integer(trim(number), "a PE", 0, std::int64_t{pes} - 1));
  };
  const Node first = pe(text.substr(0, dots));
  const Node last = dots == std::string_view::npos ? first : pe(text.substr(dots + 2));
  if (first > last) throw ValueError(fmt::format("the range of PEs {} is empty", text));
  return {first, last};
}

}  // namespace

std::vector<ExternalLoad> parse_external(std::string_view text, Node pes, const Rational& clock) {
  if (text == "none") return {};
  constexpr Cycle most = 1'000'000'000'000'000;
  std::vector<std::vector<ExternalLoad::Span>> spans(pes);
  for (const auto item : split(text, ',')) {
    const auto parts = split(item, ':');
    const auto dots = parts.size() == 3 ? parts[1].find("..") : std::string_view::npos;
    if (dots == std::string_view::npos) {
      throw ValueError(
          fmt::format("an external load is PES:FROM..TO:PART, for example "
                      "3:1000..5000:1/2, not '{}'",
                      trim(item)));
    }
    const auto cycle = [&](std::string_view moment) {
      return parse_cycles(trim(moment), clock, "a moment", 0, most);
    };
    const ExternalLoad::Span span{cycle(parts[1].substr(0, dots)), cycle(parts[1].substr(dots + 2)),
                                  parse_rational(trim(parts[2]), "the part of an external load")};
    const auto [first, last] = parse_pes(trim(parts[0]), pes);
    for (Node pe = first; pe <= last; ++pe) spans[pe].push_back(span);
  }
  return {spans.begin(), spans.end()};
}

}  // namespace isobar
