// SPDX-License-Identifier: Apache-2.0
#include "sim/plots/plot.h"

#include <fmt/format.h>

#include <array>

#include "host/cache.h"
#include "host/scratch_folder.h"
#include "host/tool.h"

namespace isobar {
namespace {

/// Okabe and Ito's colours, which colour-blind people can distinguish.
constexpr std::array<const char*, 7> colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#000000"};

const char* style(Series::Style style) {
  switch (style) {
    case Series::Style::measured:
      return "linespoints lw 2 pt 7 ps 0.5";
    case Series::Style::published:
      return "lines lw 2 dt 2";
    case Series::Style::points:
      return "points pt 6 ps 0.9 lw 2";
  }
  return "";
}

std::string data_block(std::size_t number, const Plot& plot) {
  auto text = fmt::format("$series{} << END\n", number);
  for (const auto& [x, y] : plot.series[number].points) {
    if ((plot.log_x && x <= 0) || (plot.log_y && y <= 0)) continue;
    text += fmt::format("{} {}\n", x, y);
  }
  return text + "END\n";
}

}  // namespace

std::filesystem::path find_plotter() { return find_tool("gnuplot", "gnuplot-nox", "a plot"); }

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20;
    out += control ? " " : c == '\'' ? "''" : std::string(1, c);
  }
  return out + "'";
}

std::string svg(const Plot& plot, const std::filesystem::path& plotter) {
  std::string script = "set grid lc rgb '#dddddd'\nset border 3\nset tics nomirror\n";
  script += "set key outside right top Left reverse\n";
  script += fmt::format("set title {}\nset xlabel {}\nset ylabel {}\n", quoted(plot.title),
                        quoted(plot.x), quoted(plot.y));
  if (plot.log_x) script += "set logscale x\n";
  script += plot.log_y ? "set logscale y\n" : "set yrange [0:*]\n";
  std::string curves;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const auto& series = plot.series[i];
    script += data_block(i, plot);
    curves += fmt::format("{}$series{} with {} lc rgb '{}' title {}", curves.empty() ? "" : ", ", i,
                          style(series.style), colours[i % colours.size()], quoted(series.label));
  }
  return svg(script + "plot " + curves + "\n", 800, 440, plotter);
}

std::string svg(const std::string& script, unsigned width, unsigned height,
                const std::filesystem::path& plotter) {
  const auto folder = temporary_folder("isobar-plot");
  const auto head = fmt::format(
      "set terminal svg size {},{} noenhanced font 'sans-serif,13' background 'white'\n"
      "set output 'plot.svg'\n",
      width, height);
  write_file(folder.path() / "plot.gp", head + script);
  run_tool({plotter.string(), "plot.gp"}, folder.path());
  return file_contents(folder.path() / "plot.svg");
}

}  // namespace isobar
