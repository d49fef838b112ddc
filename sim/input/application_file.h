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

namespace isobar {

/// Makes a running application anew for each run.
struct ApplicationMaker {
  std::function<std::unique_ptr<Application>()> make;
  bool creates_tasks = false;
  // Of every application that it makes:
  std::vector<Load> initial_loads{};
  bool has_turns = false;      ///< PEs have turns, in time steps
  bool is_persistent = false;  ///< its tasks do, from iteration to iteration
};

/// A running application for `nodes` PEs, one of applications() or from files:
///   lbdatafile:FOLDER[@PHASE],NAME=VALUE  the tasks of an LBDatafile set, see lbdatafile_set.h:
///                              rank r's on PE r, each worked on as long as it took, once an
///                              iteration; the name of the folder has no comma
///   replay:FOLDER[@PHASE]      the same tasks, each worked on once
///   tardiness:FILE,NAME=VALUE  branch and bound on an OR-Library instance, see read_or_library.h;
///                              parameters as application_rules() lists them, and the name of the
///                              file has no comma
/// `none` makes none: `make` is empty.
/// Relative paths are taken from `folder`. Files are read here, and only here.
/// Throws ValueError naming the file, the place in it, the value and what is allowed.
ApplicationMaker application_from(const std::string& text, Node nodes, std::uint64_t seed,
                                  const Rational& clock, const std::filesystem::path& folder);

/// The same application as it can be had from any folder: a path in it is absolute.
std::string with_absolute_paths(const std::string& text, const std::filesystem::path& folder);

/// What there is, for help: a line each, and indented ones for the source and each parameter.
std::vector<std::string> application_rules();

}  // namespace isobar
