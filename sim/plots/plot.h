// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// One curve.
struct Series {
  enum class Style { measured, published, points };

  std::string label;
  std::vector<std::pair<double, double>> points;
  Style style = Style::measured;
};

/// Curves over one pair of axes. A logarithmic axis leaves out what is not above 0.
struct Plot {
  std::string title;
  std::string x;  ///< what it is, with its unit
  std::string y;
  bool log_x = false;
  bool log_y = false;
  std::vector<Series> series = {};

  bool empty() const { return series.empty(); }
};

/// The path of gnuplot. Throws ValueError if it is not installed.
std::filesystem::path find_plotter();

/// The plot as an SVG document; equal plots give equal bytes.
std::string svg(const Plot& plot, const std::filesystem::path& plotter);

/// What a gnuplot script draws, as an SVG document of `width` × `height` pixels. The script begins
/// after the terminal is set.
std::string svg(const std::string& script, unsigned width, unsigned height,
                const std::filesystem::path& plotter);

/// A text as a string of a gnuplot script.
std::string quoted(const std::string& text);

}  // namespace isobar
