// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "models/errors.h"

namespace isobar {

/// Throws ValueError: the file or folder, then what is wrong with it.
[[noreturn]] void fail_at(const std::filesystem::path& path, std::string_view reason);

/// A regular file that is not empty. Throws ValueError for anything else.
std::ifstream open_input(const std::filesystem::path& path);

/// What `read` makes of the file; its complaints get the file's name.
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
