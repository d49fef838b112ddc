// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/experiment/experiment.h"
#include "sim/config/config_text.h"
#include "sim/config/input_error.h"
#include "tb/cosim.h"
#include "waves/wave_scope.h"
#include "waves/wave_window.h"

namespace isobar {

enum class Level : std::uint8_t { steps, cycles, rtl };

const char* level_name(Level level);

/// A key with the value that holds in the run.
struct ResolvedKey {
  std::string name;
  std::variant<std::string, std::int64_t, double, bool> value;
  std::string origin;  ///< place, or `default`
  bool output = false;
  std::string folder;  ///< that a path in the value is relative to, where it came from a file
};

/// Where results go.
struct Outputs {
  std::optional<std::string> json;  ///< "-" is standard output
  bool summary = false;
  std::optional<std::string> picture;  ///< .svg
  std::optional<std::string> save;
  std::int64_t history = 0;  ///< frames, where the run is saved
  std::optional<std::string> record;
  std::optional<std::string> wave;
  std::optional<std::string> trace;     ///< .json
  std::optional<WaveScope> wave_scope;  ///< set if there is a wave file or a trace
  WaveWindow wave_window;               ///< of both
  std::string mismatch_wave;            ///< level rtl: written where RTL and model differ
};

/// A configuration, wholly resolved.
struct Config {
  Level level;
  Experiment experiment;
  std::optional<CosimSetting> rtl;  ///< at level rtl
  Outputs outputs;
  std::vector<ResolvedKey> keys;  ///< all of them, in the order of config_keys()
};

/// Throws InputError for the first value that cannot be used.
Config resolve(const ConfigText& text);

/// One line that says where the value of `key` stands, what it is, and why it cannot be used.
InputError bad_value(const Config& config, const std::string& key, const std::string& why);

/// The configuration as TOML that gives the same run, each key with where its value came from.
std::string to_toml(const Config& config);

}  // namespace isobar
