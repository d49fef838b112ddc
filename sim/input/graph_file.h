// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/input/read_graph.h"

namespace isobar {

/// A format of other programs' graphs, which the program isobar-graph writes as text for
/// read_graph().
struct GraphFormat {
  std::string name;                  ///< `graphml`
  std::vector<std::string> endings;  ///< of files, without the point; none: only by its name
  std::string title;
};

/// All of them, in the order in which they are shown.
const std::vector<GraphFormat>& graph_formats();

/// What the first line of isobar-graph's output begins with if it could not read the file, and what
/// those lines begin with that are notes.
inline constexpr std::string_view graph_refusal = "#refused: ";
inline constexpr std::string_view graph_note = "#note: ";

/// The graph in a file, in the program's own text, or in the format that its ending names, or
/// `rest`, which is empty or `,format=NAME`. Throws ValueError naming the file, and what is wrong
/// there.
GraphText read_graph_file(const std::filesystem::path& file, std::string_view rest);

}  // namespace isobar
