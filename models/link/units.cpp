// SPDX-License-Identifier: Apache-2.0
#include "models/link/units.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "models/wide.h"

namespace isobar {
namespace {

struct Unit {
  std::string_view name;
  Rational scale;
};

constexpr std::int64_t kilo = 1'000;
constexpr std::int64_t mega = 1'000'000;
constexpr std::int64_t giga = 1'000'000'000;
constexpr std::int64_t tera = 1'000'000'000'000;

const std::array<Unit, 5> bandwidth_units = {
    {{"b/s", 1}, {"kb/s", kilo}, {"Mb/s", mega}, {"Gb/s", giga}, {"Tb/s", tera}}};
const std::array<Unit, 5> frequency_units = {
    {{"Hz", 1}, {"kHz", kilo}, {"MHz", mega}, {"GHz", giga}, {"THz", tera}}};
const std::array<Unit, 5> time_units = {
    {{"ps", {1, tera}}, {"ns", {1, giga}}, {"us", {1, mega}}, {"ms", {1, kilo}}, {"s", 1}}};

const std::array<Unit, 3> bit_energy_units = {{{"fJ/b", {1, kilo}}, {"pJ/b", 1}, {"nJ/b", kilo}}};

const std::array<Unit, 4> power_units = {
    {{"nW", {1, mega}}, {"uW", {1, kilo}}, {"mW", 1}, {"W", kilo}}};

/// The fraction over/under in lowest terms; nothing if it does not fit into a Rational.
std::optional<Rational> reduced(UnsignedWide over, UnsignedWide under) {
  UnsignedWide a = over;
  UnsignedWide b = under;
  while (b != 0) a = std::exchange(b, a % b);
  constexpr auto largest = static_cast<UnsignedWide>(std::numeric_limits<std::int64_t>::max());
  if (over / a > largest || under / a > largest) return std::nullopt;
  return Rational(static_cast<std::int64_t>(over / a), static_cast<std::int64_t>(under / a));
}

/// Parses a decimal number without sign or exponent, of at most 12 digits before the point and 6
/// after it.
std::optional<Rational> parse_decimal(std::string_view text) {
  const auto point = text.find('.');
  const auto whole = text.substr(0, point);
  const auto part = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (whole.empty() || whole.size() > 12 || part.size() > 6) return std::nullopt;
  if (point != std::string_view::npos && part.empty()) return std::nullopt;
  std::int64_t digits = 0;
  std::int64_t scale = 1;
  for (const char c : whole) digits = 10 * digits + (c - '0');
  for (const char c : part) {
    if (c == '.') return std::nullopt;
    digits = 10 * digits + (c - '0');
    scale *= 10;
  }
  return Rational(digits, scale);
}

/// Parses a decimal number and a unit, between which white space is allowed. Returns nothing if the
/// unit is not in the list.
template <std::size_t N>
std::optional<Rational> parse_quantity(std::string_view text, const std::array<Unit, N>& units) {
  text = trim(text);
  const auto end = text.find_first_not_of("0123456789.");
  if (end == std::string_view::npos) return std::nullopt;
  const auto number = parse_decimal(text.substr(0, end));
  const auto unit = trim(text.substr(end));
  for (const auto& [name, scale] : units) {
    if (!number || unit != name) continue;
    return reduced(static_cast<UnsignedWide>(number->numerator()) *
                       static_cast<UnsignedWide>(scale.numerator()),
                   static_cast<UnsignedWide>(number->denominator()) *
                       static_cast<UnsignedWide>(scale.denominator()));
  }
  return std::nullopt;
}

}  // namespace

Rational parse_bandwidth(std::string_view text) {
  const auto value = parse_quantity(text, bandwidth_units);
  if (!value || *value < 1 || *value > Rational(1000 * tera)) {
    throw ValueError(fmt::format(
        "a bandwidth is a number and b/s, kb/s, Mb/s, Gb/s or Tb/s, from 1b/s to 1000Tb/s "
        "with at most 12 digits before the point and 6 after (for example 250Mb/s), not '{}'",
        text));
  }
  return *value;
}

Rational parse_clock(std::string_view text) {
  auto value = parse_quantity(text, frequency_units);
  if (!value) {
    const auto period = parse_quantity(text, time_units);
    if (period && *period != 0) value = 1 / *period;
  }
  if (!value || *value < kilo || *value > Rational(tera)) {
    throw ValueError(fmt::format(
        "a clock is a frequency (Hz, kHz, MHz, GHz) or the time of a cycle (ps, ns, us, ms), "
        "from 1kHz to 1THz, with at most 12 digits before the point and 6 after (for example "
        "250MHz or 4ns), not '{}'",
        text));
  }
  return *value;
}

Rational parse_bit_energy(std::string_view text) {
  const auto value = parse_quantity(text, bit_energy_units);
  if (!value || *value > Rational(mega)) {
    throw ValueError(fmt::format(
        "an energy is a number and fJ/b, pJ/b or nJ/b, from 0pJ/b to 1000nJ/b with at most 12 "
        "digits before the point and 6 after (for example 5pJ/b), not '{}'",
        text));
  }
  return *value;
}

Rational parse_power(std::string_view text) {
  const auto value = parse_quantity(text, power_units);
  if (!value || *value > Rational(mega)) {
    throw ValueError(fmt::format(
        "a power is a number and nW, uW, mW or W, from 0W to 1000W with at most 12 digits before "
        "the point and 6 after (for example 1.5mW), not '{}'",
        text));
  }
  return *value;
}

Cycle parse_cycles(std::string_view text, const Rational& clock, std::string_view what, Cycle lo,
                   Cycle hi) {
  std::optional<Cycle> cycles;
  if (const auto time = parse_quantity(text, time_units)) {
    cycles = ceil_ratio(time->numerator(), clock, time->denominator());
  } else if (text = trim(text);
             !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    cycles = parse_integer(text, what, lo, hi);
  }
  if (!cycles || *cycles < lo || *cycles > hi) {
    throw ValueError(
        fmt::format("{} is a whole number of cycles or a time (ps, ns, us, ms, s), from {} to {} "
                    "cycles of the clock, not '{}'",
                    what, lo, hi, text));
  }
  return *cycles;
}

namespace {

Cycle rounded_ratio(std::int64_t a, const Rational& b, const Rational& c, bool up) {
  const auto wide = [](std::int64_t value) { return static_cast<UnsignedWide>(value); };
  const auto over = wide(a) * wide(b.numerator()) * wide(c.denominator());
  const auto under = wide(b.denominator()) * wide(c.numerator());
  const auto result = (over + (up ? under - 1 : 0)) / under;
  constexpr auto largest = std::numeric_limits<Cycle>::max() / 4;
  return result > wide(largest) ? largest : static_cast<Cycle>(result);
}

}  // namespace

Cycle ceil_ratio(std::int64_t a, const Rational& b, const Rational& c) {
  return rounded_ratio(a, b, c, true);
}

Cycle floor_ratio(std::int64_t a, const Rational& b, const Rational& c) {
  return rounded_ratio(a, b, c, false);
}

}  // namespace isobar
