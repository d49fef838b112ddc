// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"
#include "models/parameter.h"
#include "models/types.h"
#include "sim/input/file_value.h"

namespace isobar {

/// Loads, one a PE in node order, and what of a file they leave out, a line each.
struct FileLoads {
  NarrowArray loads;
  std::vector<std::string> notes{};
};

/// A format in which initial loads can be read from files: a row of the table in load_file.cpp.
struct LoadFormat {
  FileForm form;  ///< with PathEnd::comma if it has parameters
  /// The loads in a file or folder, whose path is relative to `folder`; load_from() checks them.
  /// Throws ValueError naming the file, the place in it, the value and what is allowed.
  std::function<FileLoads(const FileValue& value, const std::filesystem::path& folder,
                          const Fabric& fabric, const ParameterValues& parameters)>
      read;
  std::vector<Parameter> parameters{};
};

const std::vector<LoadFormat>& load_formats();

/// The initial loads, one a PE in node order, by a rule of initial_load() or from files, by a row
/// of load_formats(). Relative paths are taken from `folder`. Throws ValueError naming the file,
/// the place in it, the value and what is allowed.
FileLoads load_from(std::string_view rule, const Fabric& fabric, std::uint64_t seed,
                    const std::filesystem::path& folder);

/// The same rule as it can be used from any folder: a path in it is absolute.
std::string load_with_absolute_path(const std::string& rule, const std::filesystem::path& folder);

/// Every rule and format, for help and error messages.
std::vector<ValueForm> load_forms();

/// The same for help, a line each, and indented ones for the parameters of a format.
std::vector<std::string> load_lines();

}  // namespace isobar
