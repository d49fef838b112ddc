// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar::test {

/// What a trace says, by the names of its tracks.
struct Trace {
  std::vector<nlohmann::json> events;  ///< but for the metadata
  std::map<std::int64_t, std::string> processes;
  std::map<std::int64_t, std::string> threads;

  explicit Trace(const std::filesystem::path& file);

  /// `PE (0,1)/executor`.
  std::string thread(const nlohmann::json& event) const;
  /// The slices of a thread, in the order in which they stand in the file.
  std::vector<nlohmann::json> slices(const std::string& of) const;
};

/// How long a slice is.
Cycle cycles(const nlohmann::json& slice);
/// The thread of a link slot.
std::string link_thread(const Fabric& fabric, std::uint64_t slot);

}  // namespace isobar::test
