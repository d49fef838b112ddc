// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "models/errors.h"
#include "models/value_form.h"
#include "sim/input/input_file.h"

namespace isobar {

/// Where the path stands in a value such as `csv:FILE` or `tardiness:FILE,NAME=VALUE`.
enum class PathEnd {
  value,  ///< everything behind the colon is the path
  comma,  ///< the path ends at the first comma; parameters follow it
};

/// A value of a configuration key that names a file or a folder. Every table of input formats
/// (load_formats(), fabric_formats(), file_applications()) holds rows that begin with one.
struct FileForm : ValueForm {  ///< `form` is PREFIX:FILE or PREFIX:FOLDER
  PathEnd path_end = PathEnd::value;
  /// The name of a parameter that may stand behind the path: the last `,NAME=` ends the path, and
  /// the rest of the value is the parameter. Empty if there is none.
  std::string parameter = {};
};

/// What stands behind the colon of a value: a path, and the parameters with their comma in front.
struct FileValue {
  std::string_view path;
  std::string_view rest;

  /// The parameter that the form names; empty if it is not given.
  std::string_view parameter() const {
    return rest.empty() ? rest : rest.substr(rest.find('=') + 1);
  }
};

/// Takes `value` apart, whose prefix is that of `form`. Throws ValueError, with the forms that are
/// `allowed`, if it names no path, the path holds a NUL, or a parameter is empty.
FileValue parse_file_value(std::string_view value, const FileForm& form,
                           const std::string& allowed);

/// `value` as it can be used from any folder: its path, which is relative to `folder`, is made
/// absolute. A value without a colon stays as it is.
std::string with_absolute_path(const std::string& value, const FileForm& form,
                               const std::filesystem::path& folder);

/// The forms of a table's rows, in the table's order.
template <typename Row>
std::vector<ValueForm> forms_of(const std::vector<Row>& table) {
  std::vector<ValueForm> forms;
  forms.reserve(table.size());
  for (const auto& row : table) forms.push_back(row.form);
  return forms;
}

/// The row of the table that reads `value`, found by what stands in front of its colon; null if
/// there is none.
template <typename Row>
const Row* find_format(const std::vector<Row>& table, std::string_view value) {
  const auto prefix = value.substr(0, value.find(':'));
  for (const auto& row : table) {
    if (row.form.name() == prefix) return &row;
  }
  return nullptr;
}

/// `value` with its path made absolute if a row of the table reads it, else as it is.
template <typename Row>
std::string with_absolute_path(const std::vector<Row>& table, const std::string& value,
                               const std::filesystem::path& folder) {
  const auto* row = find_format(table, value);
  return row == nullptr ? value : with_absolute_path(value, row->form, folder);
}

}  // namespace isobar
