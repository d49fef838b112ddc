// SPDX-License-Identifier: Apache-2.0
#include "sim/input/file_value.h"

#include <fmt/format.h>

namespace isobar {
namespace {

FileValue split_value(std::string_view value, const FileForm& form) {
  const auto colon = value.find(':');
  if (colon == std::string_view::npos) return {};
  const auto behind = value.substr(colon + 1);
  auto comma = form.path_end == PathEnd::comma ? behind.find(',') : std::string_view::npos;
  if (!form.parameter.empty()) comma = behind.rfind(fmt::format(",{}=", form.parameter));
  if (comma == std::string_view::npos) return {behind, {}};
  return {behind.substr(0, comma), behind.substr(comma)};
}

}  // namespace

FileValue parse_file_value(std::string_view value, const FileForm& form,
                           const std::string& allowed) {
  const auto parts = split_value(value, form);
  if (parts.path.empty() || parts.path.find('\0') != std::string_view::npos) {
    const bool is_folder = form.form.find(":FOLDER") != std::string::npos;
    throw ValueError(fmt::format("{:?} names no {}; allowed: {}", form.name(),
                                 is_folder ? "folder" : "file", allowed));
  }
  if (!form.parameter.empty() && !parts.rest.empty() && parts.parameter().empty()) {
    throw ValueError(fmt::format("{}= has no value", form.parameter));
  }
  return parts;
}

std::string with_absolute_path(const std::string& value, const FileForm& form,
                               const std::filesystem::path& folder) {
  const auto [path, rest] = split_value(value, form);
  if (path.empty()) return value;
  const auto absolute = std::filesystem::absolute(folder / path);
  return fmt::format("{}:{}{}", form.name(), absolute.lexically_normal().string(), rest);
}

}  // namespace isobar
