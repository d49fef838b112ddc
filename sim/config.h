// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/measure/experiment.h"
#include "sim/config_text.h"

namespace isobar {

enum class Level : std::uint8_t { steps, cycles };

/// A key with the value that holds in the run.
struct ResolvedKey {
  std::string name;
  std::variant<std::string, std::int64_t, bool> value;
  std::string origin;  ///< place, or `default`
  bool output = false;
};

/// Where results go.
struct Outputs {
  std::optional<std::string> json;  ///< "-" is standard output
  bool summary = false;
  std::optional<std::string> wave;
  std::string wave_scope;
};

/// A configuration, wholly resolved.
struct Config {
  Level level;
  Experiment experiment;
  Outputs outputs;
  std::vector<ResolvedKey> keys;  ///< all of them, in the order of config_keys()
};

/// Throws InputError for the first value that cannot be used.
Config resolve(const ConfigText& text);

/// The configuration as TOML that gives the same run, each key with where its value came from.
std::string to_toml(const Config& config);

}  // namespace isobar
