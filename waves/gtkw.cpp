// SPDX-License-Identifier: Apache-2.0
#include "waves/gtkw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

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

}  // namespace

void Gtkw::begin_group(const std::string& name, bool closed) {
  trace(group_begins | blank | (closed ? collapsed : 0), "-" + name);
  groups_.push_back({name, closed});
}

void Gtkw::end_group() {
  const auto [name, closed] = groups_.back();
  groups_.pop_back();
  trace(group_ends | blank | (closed ? collapsed | excluded : 0), "-" + name);
}

void Gtkw::text(const std::string& path) { signal(right_justified, path, 1); }

void Gtkw::number(const std::string& path, unsigned bits) {
  signal(right_justified | (bits > 1 ? decimal : binary), path, bits);
}

void Gtkw::text(const std::string& name, const std::string& path) {
  signal(right_justified, fmt::format("+{{{}}} {}", name, path), 1);
}

void Gtkw::number(const std::string& name, const std::string& path, unsigned bits) {
  constexpr unsigned wide = 32;
  const unsigned base = bits > wide ? hexadecimal : decimal;
  signal(right_justified | (bits > 1 ? base : binary), fmt::format("+{{{}}} {}", name, path), bits);
}

void Gtkw::steps(const std::string& name, const std::string& path, unsigned bits) {
  signal(analog_step | right_justified | decimal, fmt::format("+{{{}}} {}", name, path), bits);
  for (int row = 1; row < 3; ++row) trace(analog_extension, "-");
}

void Gtkw::comment(const std::string& line) { trace(blank, "-" + line); }

void Gtkw::signal(unsigned flags, const std::string& path, unsigned bits) {
  trace(flags, bits > 1 ? fmt::format("{}[{}:0]", path, bits - 1) : path);
}

void Gtkw::trace(unsigned flags, const std::string& line) {
  traces_ += fmt::format("@{:x}\n{}\n", flags, line);
}

std::string Gtkw::contents(const std::string& layout_file, const std::string& wave_file,
                           std::uint64_t end, std::uint64_t begin) const {
  // GTKWave's zoom z puts 2^-z time units into 200 pixels.
  constexpr double frames = (width - sst_width - signals_width - margins) / 200.0;
  const double zoom = -std::log2(std::max(1.0, static_cast<double>(end - begin) / frames));
  // From its own name and the wave file's GTKWave finds out that they lie in one folder.
  return fmt::format(
      "[dumpfile] \"{}\"\n"
      "[savefile] \"{}\"\n"
      "[timestart] {}\n"
      "[size] {} {}\n"
      "[pos] -1 -1\n"
      "*{:.6f} -1\n"
      "[treeopen] isobar.\n"
      "[sst_width] {}\n"
      "[signals_width] {}\n"
      "[sst_expanded] 1\n"
      "{}",
      wave_file, layout_file, begin, width, height, zoom, sst_width, signals_width, traces_);
}

}  // namespace isobar
