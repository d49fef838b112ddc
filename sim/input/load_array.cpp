// SPDX-License-Identifier: Apache-2.0
#include "sim/input/load_array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "models/errors.h"

namespace isobar {
namespace {

/// As NumPy writes it: (4, 2), (8,).
std::string shape_text(const Shape& shape) {
  constexpr std::size_t most = 64;  // NumPy has no more axes
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  if (shape.size() > most) return fmt::format("of {} axes", shape.size());
  return fmt::format("({})", fmt::join(shape, ", "));
}

/// Elements of an array of this shape; nothing if they overflow 64 bits.
std::optional<std::uint64_t> count_elements(const Shape& shape) {
  if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return 0;
  std::uint64_t count = 1;
  for (const auto extent : shape) {
    if (extent > std::numeric_limits<std::uint64_t>::max() / count) return std::nullopt;
    count *= extent;
  }
  return count;
}

/// The only array with several axes that fits the fabric; empty if none does.
Shape shape_of(const Fabric& fabric, ArrayForm form) {
  const auto family = fabric.family();
  if (family == Family::hhc || family == Family::graph) return {};
  Shape shape(fabric.radices().begin(), fabric.radices().end());
  if (form == ArrayForm::rows_and_columns) {
    // Rows and columns cannot write an extent of 1.
    shape.erase(std::remove(shape.begin(), shape.end(), 1U), shape.end());
    if (shape.size() != 2) return {};
  }
  return shape.size() > 1 ? shape : Shape{};
}

std::string name_of(const Shape& shape, ArrayForm form) {
  if (form == ArrayForm::numpy) return "an array of shape " + shape_text(shape);
  return fmt::format("a table of {} rows and {} columns", shape[0], shape[1]);
}

std::string allowed_on(const Fabric& fabric, ArrayForm form) {
  const auto shape = shape_of(fabric, form);
  if (form == ArrayForm::numpy) {
    const auto several = shape.empty() ? "" : fmt::format("{}, or ", shape_text(shape));
    return fmt::format("{}({},) in node order", several, fabric.pes());
  }
  const auto several =
      shape.empty() ? "" : fmt::format("{} rows and {} columns, or ", shape[0], shape[1]);
  return several + "one row or one column in node order";
}

/// How the array becomes one of shape `wanted`; empty if no transposition makes it that.
std::string transposition(const Shape& shape, const Shape& wanted, ArrayForm form) {
  if (!std::is_permutation(shape.begin(), shape.end(), wanted.begin(), wanted.end())) return {};
  if (form == ArrayForm::rows_and_columns) return ": exchange rows and columns";
  // Axes of equal extents are taken from the last one on, which is all of them in reverse order
  // wherever that fits.
  std::vector<std::size_t> axes;
  for (const auto extent : wanted) {
    auto axis = shape.size();
    do {
      --axis;
    } while (shape[axis] != extent || std::find(axes.begin(), axes.end(), axis) != axes.end());
    axes.push_back(axis);
  }
  return fmt::format(": save array.transpose({})", fmt::join(axes, ", "));
}

}  // namespace

bool is_one_axis(const Shape& shape) {
  return std::count_if(shape.begin(), shape.end(), [](auto extent) { return extent > 1; }) <= 1;
}

void check_shape(const Shape& shape, const Fabric& fabric, ArrayForm form) {
  const auto count = count_elements(shape);
  if (count != fabric.pes()) {
    throw ValueError(fmt::format("{} is {} loads for a fabric of {} PEs; one a PE is needed",
                                 name_of(shape, form),
                                 count ? std::to_string(*count) : "more than 2^64", fabric.pes()));
  }
  if (is_one_axis(shape)) return;
  const auto wanted = shape_of(fabric, form);
  if (shape == wanted) return;
  throw ValueError(fmt::format("{} does not fit {}, which takes {}{}", name_of(shape, form),
                               fabric.name(), allowed_on(fabric, form),
                               transposition(shape, wanted, form)));
}

Node node_in_c_order(const Fabric& fabric, std::uint64_t place) {
  const auto& radices = fabric.radices();
  std::uint64_t node = 0;
  for (auto radix = radices.rbegin(); radix != radices.rend(); ++radix) {
    node = node * *radix + place % *radix;
    place /= *radix;
  }
  return static_cast<Node>(node);
}

}  // namespace isobar
