// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"
#include "models/workloads/application.h"
#include "sim/input/file_value.h"

namespace isobar {

/// What an application from files is made for.
struct FileApplicationSetting {
  std::string_view path;  ///< as it is written, relative to `folder`
  const std::filesystem::path& folder;
  Node nodes = 0;
  const Rational& clock;              ///< cycles a second
  const ParameterValues& parameters;  ///< every one of the application's, resolved
};

/// What was made of an application's files.
struct ReadApplication {
  /// Makes the application anew for each run, without the files.
  std::function<std::unique_ptr<Application>()> make;
  std::vector<std::string> notes{};  ///< what of the files is not used, a line each
  bool creates_tasks = false;
};

/// A running application whose tasks are in files: a row of the table in application_file.cpp.
struct FileApplication {
  FileForm form;       ///< with PathEnd::comma if it has parameters
  std::string source;  ///< paper, section
  std::vector<Parameter> parameters;
  /// Reads the files. Throws ValueError naming the file, the place in it, the value and what is
  /// allowed.
  std::function<ReadApplication(const FileApplicationSetting&)> read;
};

}  // namespace isobar
