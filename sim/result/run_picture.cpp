// SPDX-License-Identifier: Apache-2.0
#include "sim/result/run_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <numeric>

#include "sim/plots/plot.h"
#include "sim/result/frame_maker.h"

namespace isobar {
namespace {

constexpr std::size_t most_columns = 512;
constexpr std::size_t most_rows = 512;
constexpr std::size_t sharp_rows = 256;  ///< viewers smooth: few rows are drawn several times
constexpr Cycle tail = 25;               ///< a part of the run as long shows how it ends

/// From -1, idle, over 0, the mean, to 1, the largest load there was; above the mean by doublings.
double shade(Load load, double mean, double most) {
  const double value = static_cast<double>(load);
  if (value <= mean) return mean > 0 ? value / mean - 1 : 0;
  return std::log(value / mean) / std::log(most / mean);
}

double mean_of(const std::vector<Load>& loads) {
  return static_cast<double>(std::accumulate(loads.begin(), loads.end(), Load{0})) /
         static_cast<double>(loads.size());
}

/// What was run, in the words of the command line.
std::string title(const Config& config) {
  std::string text;
  for (const auto& key : config.keys) {
    const bool is_app = key.name == "app" && config.experiment.application;
    if (key.name != "fabric" && key.name != "scheme" && key.name != "load" && !is_app) continue;
    text += (text.empty() ? "" : ", ") + std::get<std::string>(key.value);
  }
  return text;
}

/// Where on the drawing, in shares of it, from its lower left corner.
struct Place {
  double left;
  double right;
  double top;
  double bottom;
};

constexpr Place shades_place = {0.11, 0.82, 0.92, 0.47};
constexpr Place scale_place = {0.84, 0.875, 0.92, 0.47};
constexpr Place curves_place = {0.11, 0.82, 0.42, 0.13};

std::string axes(const Place& place) {
  return fmt::format(
      "set lmargin at screen {}\nset rmargin at screen {}\nset tmargin at screen {}\n"
      "set bmargin at screen {}\n",
      place.left, place.right, place.top, place.bottom);
}

constexpr auto light_shades =
    "set palette defined (-1 '#08306b', -0.5 '#6baed6', 0 '#ffffff', 0.5 '#fdae61', 1 '#a63603')\n";
constexpr auto dark_shades =
    "set palette defined (-1 '#0b2036', -0.5 '#2a6ca6', 0 '#7d8894', 0.5 '#d9822b', 1 '#ffd199')\n";

/// For what the plotter draws: the plots of a drawing are a, b, c, …, the lines of each 1, 2, 3.
/// The shades and their scale are drawn twice, dark (a, b) and, over it, light (c, d).
constexpr auto both_styles = R"(<style>
#gnuplot_plot_1a, #gnuplot_plot_1b { display: none }
@media (prefers-color-scheme: dark) {
  #gnuplot_plot_1a, #gnuplot_plot_1b { display: inline }
  #gnuplot_plot_1c, #gnuplot_plot_1d { display: none }
  [color='black'] { color: #e7eaee }
  [stroke='black'] { stroke: #e7eaee }
  [fill='black'] { fill: #e7eaee }
  [fill='#ffffff'] { fill: #1b1f24 }
  [stroke^='rgb(221'] { stroke: #3a414a }
  #gnuplot_plot_1e path { stroke: #f79a4b }
  #gnuplot_plot_2e path { stroke: #e7eaee }
  #gnuplot_plot_3e path { stroke: #63b3ee }
}
</style>
)";

/// The drawing with its name, and with other colours where the reader has dark ones.
std::string styled(std::string svg, std::string name) {
  boost::replace_all(name, "&", "&amp;");
  boost::replace_all(name, "<", "&lt;");
  boost::replace_all(name, ">", "&gt;");
  boost::replace_first(svg, "<title>Gnuplot</title>", "<title>" + name + "</title>");
  boost::replace_first(svg, "<g id=\"gnuplot_canvas\">",
                       both_styles + std::string("<g id=\"gnuplot_canvas\">"));
  return svg;
}

/// Marks of an axis that begins at 0 and goes on by powers of ten.
std::string tens(Load most) {
  std::string marks = "0, 1";
  for (Load mark = 10; mark <= most; mark *= 10) marks += fmt::format(", {}", mark);
  return marks;
}

}  // namespace

RunPicture::RunPicture(const Config& config)
    : config_(config),
      file_(*config.outputs.picture),
      plotter_(find_plotter()),
      phases_(config.experiment,
              [this](const PhaseEntry& entry) {
                fill_to(entry.to);
                now_ = column_of(entry.after);
              }),
      events_(config.experiment,
              [this](const RunEvent& event) {
                if (event.kind != RunEvent::Kind::load) return;
                if (event.cycle > static_cast<Cycle>(columns_.size()) * width_) {
                  now_ = column_of(loads_);
                  fill_to(event.cycle);
                }
                loads_[event.place] = event.value;
              }),
      phased_(has_phase_frames(config.experiment)),
      loads_(config.experiment.loads),
      pes_a_row_((config.experiment.fabric.pes() + most_rows - 1) / most_rows),
      mean_(mean_of(config.experiment.loads)),
      now_(column_of(config.experiment.loads)) {}

Observer& RunPicture::observer() {
  if (phased_) return phases_;
  return events_;
}

void RunPicture::finish(const RunResult& result) {
  const Cycle end = result.run.cycles;
  if (phased_) {
    phases_.finish(end);
  } else {
    events_.finish(end);
    now_ = column_of(loads_);
  }
  const Cycle last = end + end / tail + 1;
  fill_to(last);
  file_.stream() << styled(svg(script(last), 860, 540, plotter_), title(config_));
  file_.commit();
}

RunPicture::Column RunPicture::column_of(const std::vector<Load>& loads) const {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  Column column{{}, *max, *min};
  for (std::size_t first = 0; first < loads.size(); first += pes_a_row_) {
    const auto last = std::min(first + pes_a_row_, loads.size());
    column.rows.push_back(*std::max_element(loads.begin() + static_cast<std::ptrdiff_t>(first),
                                            loads.begin() + static_cast<std::ptrdiff_t>(last)));
  }
  return column;
}

/// Completes the columns that begin before `cycle`: a column shows the loads at its beginning.
void RunPicture::fill_to(Cycle cycle) {
  while (static_cast<Cycle>(columns_.size()) * width_ < cycle) {
    if (columns_.size() == most_columns) {
      halve();
    } else {
      columns_.push_back(now_);
    }
  }
}

void RunPicture::halve() {
  for (std::size_t i = 1; i < columns_.size() / 2; ++i) columns_[i] = std::move(columns_[2 * i]);
  columns_.resize(columns_.size() / 2);
  width_ *= 2;
}

std::string RunPicture::script(Cycle end) const {
  const auto width = static_cast<double>(width_);
  const auto rows = now_.rows.size();
  const auto lines = std::max<std::size_t>(1, sharp_rows / rows);
  Load most = 1;
  for (const auto& column : columns_) most = std::max(most, column.max);
  std::string shades = "$shades << END\n";
  std::string curves = "$curves << END\n";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& column = columns_[i];
    const double begin = static_cast<double>(i) * width;
    for (std::size_t line = 0; line < rows * lines; ++line) {
      const double middle = (static_cast<double>(line) + 0.5) / static_cast<double>(lines) - 0.5;
      shades +=
          fmt::format("{} {} {:.3f}\n", begin + width / 2, middle * static_cast<double>(pes_a_row_),
                      shade(column.rows[line / lines], mean_, static_cast<double>(most)));
    }
    curves += fmt::format("{} {} {} {}\n", begin, column.max, mean_, column.min);
  }
  shades += "END\n";
  curves += fmt::format("{} {} {} {}\nEND\n", end, now_.max, mean_, now_.min);
  constexpr int scale_rows = 128;
  std::string scale = "$scale << END\n";
  for (int i = 0; i <= 2 * scale_rows; ++i) {
    const double value = static_cast<double>(i - scale_rows) / scale_rows;
    scale += fmt::format("0 {0:.4f} {0:.4f}\n1 {0:.4f} {0:.4f}\n", value);
  }
  scale += "END\n";
  const double half_row = static_cast<double>(pes_a_row_) / 2;
  const bool wide = static_cast<double>(most) > 20 * std::max(1.0, mean_);
  const auto images = [&](const std::string& marks) {
    return axes(shades_place) +
           fmt::format(
               "set xrange [0:{}]\nset yrange [{}:{}]\n"
               "plot $shades with image title 'loads'\n",
               end, static_cast<double>(rows * pes_a_row_) - half_row, -half_row) +
           "unset title\nunset ylabel\nunset xtics\nunset ytics\n" + axes(scale_place) + marks +
           "set xrange [-0.5:1.5]\nset yrange [-1:1]\n"
           "plot $scale with image title 'scale'\n";
  };
  return shades + curves + scale +
         "set multiplot\nset key off\nunset colorbox\nset cbrange [-1:1]\n"
         "unset border\nunset tics\n" +
         dark_shades + images("") + light_shades +
         fmt::format(
             "set border\nset xtics nomirror out\nset ytics nomirror out\nset format x ''\n"
             "set title {}\nset ylabel 'PE'\n",
             quoted(title(config_))) +
         images(fmt::format("set y2range [-1:1]\n"
                            "set y2tics ('idle' -1, 'mean {:.4g}' 0, '{}' 1)\n",
                            mean_, most)) +
         "unset y2tics\nset xtics nomirror out\nset ytics nomirror out\n"
         "set format x '%.0f'\nset xlabel 'cycles'\nset ylabel 'tasks of a PE'\n" +
         axes(curves_place) +
         (wide ? fmt::format("set nonlinear y via log10(y + 1) inverse 10**y - 1\n"
                             "set yrange [0:{}]\nset ytics ({})\n",
                             most + most / 5, tens(most))
               : std::string("set yrange [0:*]\n")) +
         fmt::format("set xrange [0:{}]\n", end) +
         "set key outside right top Left reverse\nset grid lc rgb '#dddddd'\n"
         "plot $curves using 1:2 with steps lw 2 lc rgb '#D55E00' title 'max', "
         "$curves using 1:3 with lines lw 1 dt 2 lc rgb '#000000' title 'mean', "
         "$curves using 1:4 with steps lw 2 lc rgb '#0072B2' title 'min'\n";
}

}  // namespace isobar
