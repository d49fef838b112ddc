// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "models/errors.h"

namespace isobar {

/// Throws ValueError whose text is the file or folder and then the reason.
[[noreturn]] void fail_at(const std::filesystem::path& path, std::string_view reason);

/// Opens a regular file that is not empty. Throws ValueError for anything else.
std::ifstream open_input(const std::filesystem::path& path);

/// Opens the file and returns what `read` makes of it. A ValueError that `read` throws is thrown on
/// with the file's name in front.
template <typename Read>
auto read_input(const std::filesystem::path& path, Read read) {
  auto in = open_input(path);
  try {
    return read(in);
  } catch (const ValueError& error) {
    fail_at(path, error.what());
  }
}

}  // namespace isobar
