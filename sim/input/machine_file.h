// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "sim/input/machine_table.h"

namespace isobar {

/// A format of a table of machines: a row of the table in machine_file.cpp.
struct MachineFormat {
  std::string extension;  ///< with its point: `.toml`
  /// Throws ValueError naming the line, the value and what is allowed.
  std::function<MachineTable(std::istream& in, Node pes)> read;
};

/// The formats; a file with another extension is read in the first.
const std::vector<MachineFormat>& machine_formats();

/// The table in a file, in the format that its extension says; a relative path is taken from
/// `folder`. Throws ValueError naming the file and the place in it.
MachineTable machines_from(const std::string& file, Node pes, const std::filesystem::path& folder);

/// The file of a table as it can be named in any folder.
std::string machines_with_absolute_path(const std::string& file,
                                        const std::filesystem::path& folder);

}  // namespace isobar
