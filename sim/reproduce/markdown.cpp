// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/markdown.h"

#include <boost/algorithm/string/replace.hpp>

namespace isobar {

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const auto& cell : cells) {
    text += " " + boost::replace_all_copy(cell, "|", "\\|") + " |";
  }
  return text + "\n";
}

std::string markdown_rule(std::size_t columns) {
  return markdown_line(std::vector<std::string>(columns, "---"));
}

}  // namespace isobar
