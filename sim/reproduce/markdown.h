// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace isobar {

/// A row of a Markdown table; bars in cells are escaped.
std::string markdown_line(const std::vector<std::string>& cells);
/// The rule under a table's head.
std::string markdown_rule(std::size_t columns);

}  // namespace isobar
