// SPDX-License-Identifier: Apache-2.0
#include "models/link/units.h"

#include <fmt/format.h>

#include <algorithm>
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

constexpr std::int64_t byte_bits = 8;

const std::array<Unit, 25> bandwidth_units = {{{"b/s", 1},
                                               {"kb/s", kilo},
                                               {"Mb/s", mega},
                                               {"Gb/s", giga},
                                               {"Tb/s", tera},
                                               {"bit/s", 1},
                                               {"kbit/s", kilo},
                                               {"Mbit/s", mega},
                                               {"Gbit/s", giga},
                                               {"Tbit/s", tera},
                                               {"bps", 1},
                                               {"kbps", kilo},
                                               {"Mbps", mega},
                                               {"Gbps", giga},
                                               {"Tbps", tera},
                                               {"B/s", byte_bits},
                                               {"kB/s", byte_bits* kilo},
                                               {"MB/s", byte_bits* mega},
                                               {"GB/s", byte_bits* giga},
                                               {"TB/s", byte_bits* tera},
                                               {"Bps", byte_bits},
                                               {"kBps", byte_bits* kilo},
                                               {"MBps", byte_bits* mega},
                                               {"GBps", byte_bits* giga},
                                               {"TBps", byte_bits* tera}}};
const std::array<Unit, 2> transfer_units = {{{"MT/s", mega}, {"GT/s", giga}}};
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

/// The bits in those of a code word, of `8b/10b`; nothing if it is no code.
std::optional<Rational> parse_code(std::string_view text) {
  const auto parts = split(text, '/');
  if (parts.size() != 2) return std::nullopt;
  std::array<std::int64_t, 2> bits{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto digits =
        parts[i].substr(0, parts[i].size() - std::min<std::size_t>(1, parts[i].size()));
    constexpr std::size_t most_digits = 4;
    const bool is_number = !digits.empty() && digits.size() <= most_digits &&
                           digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_number || parts[i].back() != 'b') return std::nullopt;
    bits[i] = parse_integer(digits, "the bits of a code", 0, 9999);
  }
  if (bits[0] < 1 || bits[0] > bits[1]) return std::nullopt;
  return Rational(bits[0], bits[1]);
}

/// A rate of a line in transfers, and the code of its bits: `2.5GT/s 8b/10b`, or with a colon
/// between them. Nothing if it is no such rate.
std::optional<Rational> parse_line_rate(std::string_view text) {
  const auto end = text.find("T/s");
  if (end == std::string_view::npos) return std::nullopt;
  const auto rate = parse_quantity(text.substr(0, end + 3), transfer_units);
  if (!rate) return std::nullopt;
  auto code = trim(text.substr(end + 3));
  if (!code.empty() && code.front() == ':') code = trim(code.substr(1));
  const auto part = parse_code(code);
  if (!part) {
    throw ValueError(fmt::format(
        "a rate in GT/s or MT/s needs the code of the line, as in 2.5GT/s 8b/10b or 8GT/s "
        "128b/130b (1b/1b: none), not '{}'",
        text));
  }
  return *rate * *part;
}

}  // namespace

Rational parse_bandwidth(std::string_view text) {
  auto value = parse_quantity(text, bandwidth_units);
  if (!value) value = parse_line_rate(trim(text));
  if (!value || *value < 1 || *value > Rational(1000 * tera)) {
    throw ValueError(fmt::format(
        "a bandwidth is a number and b/s, kb/s, Mb/s, Gb/s or Tb/s, from 1b/s to 1000Tb/s "
        "with at most 12 digits before the point and 6 after (for example 250Mb/s), or with bit/s "
        "or bps, bytes as in 32GB/s, or a line's rate and code, 2.5GT/s 8b/10b, not '{}'",
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
