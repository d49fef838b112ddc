// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "sim/input/file_value.h"
#include "sim/input/link_table.h"

namespace isobar {

/// A fabric, and what its file says besides.
struct FabricInput {
  Fabric fabric;
  LinkTable links;                 ///< figures of single links; none of a ring product
  std::vector<std::string> notes;  ///< what was changed in reading, a line each
};

/// A format in which a fabric can be read from a file: a row of the table in fabric_file.cpp.
struct FabricFormat {
  FileForm form;
  /// The fabric in the file, which is to have this name; `rest` is what follows the path. Throws
  /// ValueError naming the file, the line, the value and what is allowed.
  std::function<FabricInput(const std::filesystem::path& file, std::string_view rest,
                            const std::string& name)>
      read;
};

const std::vector<FabricFormat>& fabric_formats();

/// A fabric by the name of its family, or from a file, by a row of fabric_formats(). A relative
/// path is taken from `folder`.
/// Throws ValueError naming what is wrong, the file and the place in it, and what is allowed.
FabricInput read_fabric(const std::string& name, const std::filesystem::path& folder);
Fabric fabric_from(const std::string& name, const std::filesystem::path& folder);

/// The same name as it can be used from any folder: a path in it is absolute.
std::string fabric_with_absolute_path(const std::string& name, const std::filesystem::path& folder);

/// Every family and format, for help and error messages.
std::vector<ValueForm> fabric_forms();

}  // namespace isobar
