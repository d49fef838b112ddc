// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/parameter.h"

namespace isobar {

/// The text with a backslash before what Markdown, or a table in it, would take for its own.
std::string markdown_text(const std::string& text);

/// A row of a table.
std::string markdown_row(const std::vector<std::string>& cells);

/// A table of parameters: name, default, what is allowed, what it is. Empty if there are none.
std::string parameter_table(const std::vector<Parameter>& parameters);

}  // namespace isobar
