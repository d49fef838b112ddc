// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_writer.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "waves/fst_writer.h"
#include "waves/vcd_writer.h"

namespace isobar {
namespace {

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() > ending.size() && text.substr(text.size() - ending.size()) == ending;
}

}  // namespace

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
