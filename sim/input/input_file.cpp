// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace isobar {

namespace fs = std::filesystem;

void fail_at(const fs::path& path, std::string_view reason) {
  throw ValueError(fmt::format("{}: {}", path.string(), reason));
}

std::ifstream open_input(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (error) fail_at(path, error.message());
  if (fs::is_directory(status)) fail_at(path, "is a folder; a file is needed");
  if (!fs::is_regular_file(status)) fail_at(path, "is not a regular file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail_at(path, errno == 0 ? "cannot be opened" : std::strerror(errno));
  if (in.peek() == std::ifstream::traits_type::eof()) fail_at(path, "is empty");
  return in;
}

}  // namespace isobar
