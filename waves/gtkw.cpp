// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "waves/wave_layout.h"

namespace isobar {
namespace {

using Kind = WaveLayout::Kind;

// GTKWave's flags of a trace.
constexpr unsigned hexadecimal = 0x2;
constexpr unsigned decimal = 0x4;
constexpr unsigned right_justified = 0x20;
constexpr unsigned binary = 0x8;
constexpr unsigned blank = 0x200;
constexpr unsigned excluded = 0x1000;
constexpr unsigned analog_step = 0x8000;
constexpr unsigned analog_extension = 0x20000;
constexpr unsigned collapsed = 0x400000;
constexpr unsigned group_begins = 0x800000;
constexpr unsigned group_ends = 0x1000000;

constexpr int width = 1400;  ///< of the window, in pixels
constexpr int height = 900;
constexpr int sst_width = 200;
constexpr int signals_width = 260;
constexpr int margins = 100;

std::string trace(unsigned flags, const std::string& line) {
  return fmt::format("@{:x}\n{}\n", flags, line);
}

std::string signal(unsigned flags, const WaveLayout::Entry& entry) {
  const auto alias = entry.name.empty() ? "" : fmt::format("+{{{}}} ", entry.name);
  const auto range = entry.bits > 1 ? fmt::format("[{}:0]", entry.bits - 1) : "";
  return trace(flags | right_justified, alias + entry.path + range);
}

std::string traces(const WaveLayout::Entry& entry) {
  switch (entry.kind) {
    case Kind::group_begins:
      return trace(group_begins | blank | (entry.closed ? collapsed : 0), "-" + entry.name);
    case Kind::group_ends:
      return trace(group_ends | blank | (entry.closed ? collapsed | excluded : 0),
                   "-" + entry.name);
    case Kind::comment:
      return trace(blank, "-" + entry.name);
    case Kind::text:
      return signal(0, entry);
    case Kind::event:
      return signal(binary, entry);
    case Kind::number:
      if (entry.bits == 1) return signal(binary, entry);
      return signal(entry.bits > WaveLayout::wide ? hexadecimal : decimal, entry);
    case Kind::staircase:
      return signal(analog_step | decimal, entry) + trace(analog_extension, "-") +
             trace(analog_extension, "-");
  }
  return "";
}

/// The line with the zoom, the primary marker and the named ones, A to Z; −1 for those not set.
std::string markers(double zoom, const std::vector<WaveMarker>& set) {
  std::array<std::string, 26> times;
  times.fill("-1");
  std::string names;
  for (const auto& marker : set) {
    times[static_cast<std::size_t>(marker.letter - 'A')] = std::to_string(marker.time);
    names += fmt::format("[markername] {}{}\n", marker.letter, marker.name);
  }
  return fmt::format("*{:.6f} -1 {}\n{}", zoom, fmt::join(times, " "), names);
}

}  // namespace

std::string gtkw_text(const WaveLayout& layout, const WaveView& view) {
  // GTKWave's zoom z puts 2^-z time units into 200 pixels.
  constexpr double frames = (width - sst_width - signals_width - margins) / 200.0;
  constexpr double seen = 1.03;  // so that a marker at the very end is seen too
  const double zoom =
      -std::log2(std::max(1.0, seen * static_cast<double>(view.end - view.begin) / frames));
  std::string text;
  for (const auto& entry : layout.entries()) text += traces(entry);
  // From the names of both files GTKWave finds out that they are in one folder.
  return fmt::format(
      "[dumpfile] \"{}\"\n"
      "[savefile] \"{}\"\n"
      "[timestart] {}\n"
      "[size] {} {}\n"
      "[pos] -1 -1\n"
      "{}"
      "[treeopen] isobar.\n"
      "[sst_width] {}\n"
      "[signals_width] {}\n"
      "[sst_expanded] 1\n"
      "{}",
      view.wave_file, view.layout_file, view.begin, width, height, markers(zoom, view.markers),
      sst_width, signals_width, text);
}

}  // namespace isobar
