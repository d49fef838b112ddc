// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_writer.h"

#include <fmt/format.h>

#include <array>

#include "models/errors.h"
#include "waves/fst_writer.h"
#include "waves/vcd_writer.h"

namespace isobar {
namespace {

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() > ending.size() && text.substr(text.size() - ending.size()) == ending;
}

bool fits(unsigned bits, std::int64_t value) {
  if (bits >= 64) return true;
  const auto limit = std::uint64_t{1} << bits;
  return value >= 0 ? static_cast<std::uint64_t>(value) < limit
                    : static_cast<std::uint64_t>(-(value + 1)) < limit / 2;
}

}  // namespace

void WaveWriter::change_number(WaveVariable variable, unsigned bits, std::int64_t value) {
  std::array<char, 64> digits{};
  if (bits < 1 || bits > digits.size() || !fits(bits, value)) {
    throw ModelError(fmt::format("{} is no value of {} bits", value, bits));
  }
  auto rest = static_cast<std::uint64_t>(value);
  for (unsigned i = bits; i-- > 0; rest >>= 1) digits[i] = (rest & 1) == 0 ? '0' : '1';
  change_bits(variable, {digits.data(), bits});
}

WaveFormat wave_format(std::string_view file) {
  if (ends_with(file, ".vcd")) return WaveFormat::vcd;
  if (ends_with(file, ".fst")) return WaveFormat::fst;
  throw ValueError(fmt::format("the name of a wave file ends in .vcd or .fst, unlike '{}'", file));
}

std::unique_ptr<WaveWriter> make_wave_writer(WaveFormat format, const std::string& file) {
  if (format == WaveFormat::vcd) return std::make_unique<VcdWriter>(file);
  return std::make_unique<FstWriter>(file);
}

}  // namespace isobar
