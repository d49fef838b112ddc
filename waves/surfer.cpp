// SPDX-License-Identifier: Apache-2.0
// Surfer's state files are its own structures in Rusty Object Notation. They are written as release
// 0.4.0 needs them: what later releases added is optional, and `analog` is ignored before 0.5.
#include <fmt/format.h>

#include <iterator>

#include "models/text.h"
#include "waves/wave_layout.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

using Kind = WaveLayout::Kind;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string optional(const std::string& text) {
  return text.empty() ? "None" : fmt::format("Some({})", quoted(text));
}

/// A number as a sign and its digits in base 2^32, the lowest first.
std::string big_integer(std::uint64_t value) {
  constexpr unsigned bits = 32;
  if (value == 0) return "(0, [])";
  const auto high = value >> bits;
  const auto low = static_cast<std::uint32_t>(value);
  return high == 0 ? fmt::format("(1, [{}])", low) : fmt::format("(1, [{}, {}])", low, high);
}

std::string variable(const WaveLayout::Entry& entry) {
  const auto parts = split(entry.path, '.');
  std::string scopes;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    scopes += (i == 0 ? "" : ", ") + quoted(std::string(parts[i]));
  }
  const auto name = quoted(std::string(parts.back()));
  const bool is_number = entry.kind == Kind::number || entry.kind == Kind::staircase;
  std::string format;
  if (is_number && entry.bits > 1) {
    format = entry.bits > WaveLayout::wide ? "Hexadecimal" : "Unsigned";
  }
  const bool drawn = entry.kind == Kind::staircase;
  return fmt::format(
      "Variable((variable_ref: (path: (strs: [{}], id: None), name: {}, id: None, index: None), "
      "color: None, background_color: None, display_name: {}, display_name_type: Local, "
      "manual_name: {}, format: {}, field_formats: [], height_scaling_factor: {}, analog: {}))",
      scopes, name, name, optional(entry.name), optional(format), drawn ? "Some(3.0)" : "None",
      drawn ? "Some((settings: (render_style: Step, y_axis_scale: Global)))" : "None");
}

/// The items that a view shows: their positions in its tree, and what each item is.
class Items {
 public:
  void add(const std::string& what, bool unfolded = true) {
    fmt::format_to(std::back_inserter(tree_),
                   "        (item_ref: ({}), level: {}, unfolded: {}, selected: false),\n",
                   ++count_, level_, unfolded);
    fmt::format_to(std::back_inserter(items_), "      ({}): {},\n", count_, what);
  }
  void add(const WaveLayout::Entry& entry) {
    if (entry.kind == Kind::group_ends) {
      --level_;
    } else if (entry.kind == Kind::group_begins) {
      add(fmt::format("Group((name: {}, color: None, background_color: None, content: [], "
                      "is_open: {}))",
                      quoted(entry.name), !entry.closed),
          !entry.closed);
      ++level_;
    } else if (entry.kind == Kind::comment) {
      add(fmt::format("Divider((color: None, background_color: None, name: {}))",
                      optional(entry.name)));
    } else {
      add(variable(entry));
    }
  }
  void add(const WaveMarker& marker, std::size_t index) {
    add(fmt::format("Marker((color: None, background_color: None, name: {}, idx: {}))",
                    optional(marker.name), index));
  }

  const std::string& tree() const { return tree_; }
  const std::string& items() const { return items_; }
  std::size_t count() const { return count_; }

 private:
  std::string tree_;
  std::string items_;
  std::size_t count_ = 0;
  int level_ = 0;
};

std::string viewport(const WaveView& view) {
  const double left =
      view.end == 0 ? 0 : static_cast<double>(view.begin) / static_cast<double>(view.end);
  return fmt::format(
      "(curr_left: ({0:.9f}), curr_right: (1.0), target_left: ({0:.9f}), target_right: (1.0), "
      "move_start_left: ({0:.9f}), move_start_right: (1.0), move_duration: None, "
      "move_strategy: Instant)",
      left);
}

}  // namespace

std::string surfer_text(const WaveLayout& layout, const WaveView& view) {
  Items items;
  std::string markers;
  for (std::size_t i = 0; i < view.markers.size(); ++i) {
    items.add(view.markers[i], i);
    fmt::format_to(std::back_inserter(markers), "{}{}: {}", i == 0 ? "" : ", ", i,
                   big_integer(view.markers[i].time));
  }
  for (const auto& entry : layout.entries()) items.add(entry);
  const bool vcd = wave_format(view.wave_file) == WaveFormat::vcd;
  return fmt::format(
      "(\n"
      "  waves: Some((\n"
      "    source: File({}),\n"
      "    format: {},\n"
      "    active_scope: None,\n"
      "    items_tree: (\n"
      "      items: [\n{}      ],\n"
      "    ),\n"
      "    displayed_items: {{\n{}    }},\n"
      "    display_item_ref_counter: {},\n"
      "    viewports: [{}],\n"
      "    cursor: None,\n"
      "    markers: {{{}}},\n"
      "    focused_item: None,\n"
      "    focused_transaction: (None, None),\n"
      "    default_variable_name_type: Local,\n"
      "    scroll_offset: 0.0,\n"
      "    display_variable_indices: false,\n"
      "    graphics: {{}},\n"
      "  )),\n"
      "  drag_started: false,\n"
      "  blacklisted_translators: [],\n"
      "  show_about: false,\n"
      "  show_keys: false,\n"
      "  show_gestures: false,\n"
      "  show_quick_start: false,\n"
      "  show_license: false,\n"
      "  show_performance: false,\n"
      "  show_logs: false,\n"
      "  show_cursor_window: false,\n"
      "  wanted_timeunit: NanoSeconds,\n"
      "  show_url_entry: false,\n"
      "  variable_name_filter_focused: false,\n"
      "  variable_filter: (name_filter_type: Contain, name_filter_str: \"\", "
      "name_filter_case_insensitive: true, include_inputs: true, include_outputs: true, "
      "include_inouts: true, include_others: true, group_by_direction: false),\n"
      ")\n",
      quoted(view.wave_file), vcd ? "Vcd" : "Fst", items.tree(), items.items(), items.count(),
      viewport(view), markers);
}

}  // namespace isobar
