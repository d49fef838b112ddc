// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/markdown_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace isobar {

std::string markdown_text(const std::string& text) {
  constexpr std::string_view special = "|*_<>";
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string parameter_table(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return {};
  auto text = markdown_row({"parameter", "default", "allowed", "what it is"}) +
              "| --- | --- | --- | --- |\n";
  for (const auto& p : parameters) {
    auto allowed = p.range_text;
    if (!p.automatic.empty()) allowed += "; auto: " + p.automatic;
    text += markdown_row({fmt::format("`{}`", p.name), fmt::format("`{}`", p.default_text),
                          markdown_text(allowed), markdown_text(p.help)});
  }
  return text;
}

}  // namespace isobar
