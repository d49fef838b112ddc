// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/types.h"
#include "models/workloads/application.h"
#include "sim/input/file_application.h"

namespace isobar {

/// Makes a running application anew for each run. The other members say what every application
/// that it makes is like.
struct ApplicationMaker {
  std::function<std::unique_ptr<Application>()> make;
  bool creates_tasks = false;
  std::vector<Load> initial_loads{};
  bool has_turns = false;            ///< PEs have turns, in time steps
  bool is_persistent = false;        ///< its tasks are, from iteration to iteration
  std::vector<std::string> notes{};  ///< on its parameters, and on what its files say in vain
};

/// The table of applications from files.
const std::vector<FileApplication>& file_applications();

/// A running application for `nodes` PEs: one of applications(), or one from files, by a row of
/// file_applications(). `none` makes none: `make` is empty.
/// Relative paths are taken from `folder`. Files are read here, and only here.
/// Throws ValueError naming the file, the place in it, the value and what is allowed.
ApplicationMaker application_from(const std::string& text, Node nodes, std::uint64_t seed,
                                  const Rational& clock, const std::filesystem::path& folder);

/// The same application as it can be had from any folder: a path in it is absolute.
std::string application_with_absolute_path(const std::string& text,
                                           const std::filesystem::path& folder);

/// Every application, for help: a line each, and indented ones for the source and each parameter.
std::vector<std::string> application_lines();

}  // namespace isobar
