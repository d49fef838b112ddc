// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::array<std::string_view, 9> blocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t max_rows = 16;
constexpr std::size_t min_columns = 10;

/// How the PEs lie on the page, before anything is made smaller.
struct Layout {
  std::size_t width = 1;
  std::size_t height = 1;
  std::size_t field = 0;  ///< a rule is drawn after every so many PEs of a row; 0: none
  bool planes = false;    ///< fields lie side by side, each with its own `height` rows of nodes
  std::string description;

  std::size_t node(std::size_t row, std::size_t column) const {
    if (!planes) return row * width + column;
    return column / field * (field * height) + row * field + column % field;
  }
  /// Columns on the page, frame and rules included.
  std::size_t page_width() const { return width + (field == 0 ? 2 : width / field + 1); }
};

std::size_t product(const std::vector<std::size_t>& radices, std::size_t from, std::size_t to) {
  std::size_t size = 1;
  for (std::size_t i = from; i < to; ++i) size *= radices[i];
  return size;
}

/// "2", "3 and 4", "5 to 9".
std::string named(const std::vector<unsigned>& numbers, std::size_t from, std::size_t to) {
  if (to - from == 1) return std::to_string(numbers[from]);
  return fmt::format("{} {} {}", numbers[from], to - from == 2 ? "and" : "to", numbers[to - 1]);
}

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

/// Lays out a torus or mesh; dimensions of radix 1 are left out.
Layout lay_out_grid(const Fabric& fabric, std::size_t columns) {
  std::vector<std::size_t> radices;
  std::vector<unsigned> numbers;
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    if (fabric.radix(d) == 1) continue;
    radices.push_back(fabric.radix(d));
    numbers.push_back(d);
  }
  const auto count = radices.size();
  Layout layout;
  if (count < 2) {
    layout.width = fabric.pes();
    layout.description = "PE 0 at the left";
    return layout;
  }
  if (count > 2) {
    layout.width = product(radices, 0, 1) * product(radices, 2, count);
    layout.height = radices[1];
    layout.field = radices[0];
    layout.planes = true;
    layout.description =
        fmt::format("dimension {} across, {} down, {} side by side", named(numbers, 0, 1),
                    named(numbers, 1, 2), named(numbers, 2, count));
    if (layout.height <= max_rows && layout.page_width() <= columns) return layout;
    layout = {};
  }
  const auto across = (count + 1) / 2;
  layout.width = product(radices, 0, across);
  layout.height = product(radices, across, count);
  if (across > 1) layout.field = radices[0];
  layout.description = fmt::format("dimension{} {} across, {} down", across > 1 ? "s" : "",
                                   named(numbers, 0, across), named(numbers, across, count));
  return layout;
}

/// Lays out rows of `field` · 2^ceil(dimensions/2) PEs.
Layout lay_out_binary(const Fabric& fabric, unsigned dimensions, std::size_t field) {
  Layout layout;
  layout.width = field << (dimensions + 1) / 2;
  layout.height = fabric.pes() / layout.width;
  return layout;
}

Layout lay_out(const Fabric& fabric, std::size_t columns) {
  const auto dimensions = static_cast<unsigned>(fabric.radices().size());
  Layout layout;
  if (fabric.family() == Family::hypercube) {
    layout = lay_out_binary(fabric, dimensions, 1);
    layout.description = "rows of " + counted(static_cast<std::int64_t>(layout.width), "PE");
  } else if (fabric.family() == Family::hhc) {
    constexpr std::size_t cell = 6;
    layout = lay_out_binary(fabric, dimensions - 2, cell);
    layout.field = cell;
    layout.description =
        "rows of " + counted(static_cast<std::int64_t>(layout.width / cell), "Hexa-cell");
  } else {
    layout = lay_out_grid(fabric, columns);
  }
  if (layout.page_width() > columns && !layout.planes) layout.field = 0;
  return layout;
}

std::size_t parts(std::size_t length, std::size_t part) { return (length + part - 1) / part; }

/// A value a PE, drawn.
struct Drawing {
  std::string where;  ///< the fabric, and how its PEs lie
  std::string scale;
  std::vector<std::string> rows;
};

/// `scale_of` says what heights mean, from the means that are shown and the size of their blocks.
template <class Values, class ScaleOf>
Drawing draw(const Fabric& fabric, const Values& values, std::size_t page, ScaleOf scale_of) {
  if (values.size() != fabric.pes()) throw ModelError("a picture needs one value a PE");
  const auto layout = lay_out(fabric, page);
  const bool wide = layout.page_width() > page;
  const auto block_width = wide ? parts(layout.width, page - 2) : 1;
  const auto block_height = parts(layout.height, max_rows);
  const auto width = parts(layout.width, block_width);
  const auto height = parts(layout.height, block_height);

  std::vector<double> means(width * height);
  for (std::size_t row = 0; row < height; ++row) {
    const auto bottom = std::min((row + 1) * block_height, layout.height);
    for (std::size_t column = 0; column < width; ++column) {
      const auto right = std::min((column + 1) * block_width, layout.width);
      typename Values::value_type sum = 0;
      for (auto y = row * block_height; y < bottom; ++y) {
        for (auto x = column * block_width; x < right; ++x) sum += values[layout.node(y, x)];
      }
      const auto pes = (bottom - row * block_height) * (right - column * block_width);
      means[row * width + column] = static_cast<double>(sum) / static_cast<double>(pes);
    }
  }

  std::string block;
  if (block_width * block_height > 1) {
    block = layout.height == 1 ? std::to_string(block_width)
                               : fmt::format("{}×{}", block_width, block_height);
  }
  const LoadScale scale = scale_of(means, block);
  Drawing drawing;
  drawing.where = fmt::format("{}, {}", fabric.name(), layout.description);
  drawing.scale = scale.caption;
  const auto field = layout.field;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line = "▕";
    for (std::size_t column = 0; column < width; ++column) {
      if (field != 0 && column != 0 && column % field == 0) line += "│";
      const double mean = means[row * width + column];
      line += blocks[mean > 0 ? scale.height(mean) : 0];
    }
    drawing.rows.push_back(line + "▏");
  }
  return drawing;
}

Drawing draw_loads(const Fabric& fabric, const NarrowArray& loads, std::size_t page,
                   Heights heights) {
  return draw(fabric, loads, page, [&](const auto& means, const auto& block) {
    return load_scale(heights, loads, means, block);
  });
}

std::string lines(const std::vector<std::string>& rows) {
  std::string text;
  for (const auto& row : rows) text += row + "\n";
  return text;
}

}  // namespace

std::size_t text_width(std::string_view text) {
  constexpr unsigned char continuation_mask = 0xC0;
  constexpr unsigned char continuation = 0x80;
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & continuation_mask) != continuation;
  }));
}

std::string load_picture(const Fabric& fabric, const NarrowArray& loads, unsigned columns,
                         Heights heights) {
  const auto page = std::max(std::size_t{columns}, min_columns);
  const auto drawing = draw_loads(fabric, loads, page, heights);
  auto picture = drawing.where;
  const bool fits = text_width(picture) + 2 + text_width(drawing.scale) <= page;
  picture += (fits || heights == Heights::linear ? "; " : "\n") + drawing.scale + "\n";
  return picture + lines(drawing.rows);
}

std::string change_picture(const Fabric& fabric, const NarrowArray& start, const NarrowArray& end,
                           unsigned columns) {
  constexpr std::string_view arrow = "  →  ";
  constexpr std::string_view gap = "     ";
  const auto page = std::max(std::size_t{columns}, min_columns);
  const auto before = draw_loads(fabric, start, page, Heights::linear);
  const auto after = draw_loads(fabric, end, page, Heights::linear);
  const auto scales = fmt::format("start: {}; end: {}", before.scale, after.scale);
  auto picture = before.where;
  picture += text_width(picture) + 2 + text_width(scales) <= page ? "; " : ";\n";
  picture += scales + "\n";
  const auto& rows = before.rows;
  if (2 * text_width(rows.front()) + gap.size() > page) {
    return picture + lines(rows) + "  ↓\n" + lines(after.rows);
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    picture += rows[row];
    picture += row == rows.size() / 2 ? arrow : gap;
    picture += after.rows[row] + "\n";
  }
  return picture;
}

std::string work_picture(const Fabric& fabric, const std::vector<double>& parts_of_time,
                         unsigned columns) {
  const auto page = std::max(std::size_t{columns}, min_columns);
  const auto drawing =
      draw(fabric, parts_of_time, page, [](const std::vector<double>&, const std::string& block) {
        const auto means = block.empty() ? "" : fmt::format(", means of {} PEs", block);
        return LoadScale{"█ = at work all the time" + means, [](double part) {
                           return static_cast<std::size_t>(std::max(std::round(part * 8), 1.0));
                         }};
      });
  return fmt::format("{}; {}\n{}", drawing.where, drawing.scale, lines(drawing.rows));
}

}  // namespace isobar
