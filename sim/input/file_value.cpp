// SPDX-License-Identifier: Apache-2.0
#include "sim/input/file_value.h"

#include <fmt/format.h>

namespace isobar {
namespace {

FileValue split_value(std::string_view value, PathEnd path_end) {
  const auto colon = value.find(':');
  if (colon == std::string_view::npos) return {};
  const auto behind = value.substr(colon + 1);
  const auto comma = path_end == PathEnd::comma ? behind.find(',') : std::string_view::npos;
  if (comma == std::string_view::npos) return {behind, {}};
  return {behind.substr(0, comma), behind.substr(comma)};
}

}  // namespace

FileValue parse_file_value(std::string_view value, const FileForm& form,
                           const std::string& allowed) {
  const auto parts = split_value(value, form.path_end);
  if (parts.path.empty() || parts.path.find('\0') != std::string_view::npos) {
    const bool is_folder = form.form.find(":FOLDER") != std::string::npos;
    throw ValueError(fmt::format("{:?} names no {}; allowed: {}", form.name(),
                                 is_folder ? "folder" : "file", allowed));
  }
  return parts;
}

std::string with_absolute_path(const std::string& value, const FileForm& form,
                               const std::filesystem::path& folder) {
  const auto [path, rest] = split_value(value, form.path_end);
  if (path.empty()) return value;
  const auto absolute = std::filesystem::absolute(folder / path);
  return fmt::format("{}:{}{}", form.name(), absolute.lexically_normal().string(), rest);
}

}  // namespace isobar
