// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "sim/config/input_error.h"
#include "waves/wave_scope.h"
#include "waves/wave_window.h"

namespace isobar {

enum class Level : std::uint8_t { steps, cycles, rtl };

const char* level_name(Level level);

/// The value of a key, with the type that it has in TOML and JSON.
using KeyValue = std::variant<std::string, std::int64_t, double, bool>;

/// A key with the value that holds in the run.
struct ResolvedKey {
  std::string name;     ///< as it stands in a file, `link.2.bandwidth`
  KeyValue value;       ///< what holds in the run
  std::string origin;   ///< place, or `default`
  bool output = false;  ///< whether it says where results go, and not what runs
  std::string folder;   ///< that a path in the value is relative to, where it came from a file
};

/// Where results go.
struct Outputs {
  std::optional<std::string> json;      ///< "-" is standard output
  std::optional<std::string> csv;       ///< "-" is standard output
  bool summary = false;                 ///< whether loads and links are left out of the JSON result
  std::optional<std::string> picture;   ///< .svg
  std::optional<std::string> save;      ///< the file in which the run is saved with its history
  std::int64_t history = 0;             ///< frames, where the run is saved
  std::optional<std::string> record;    ///< .jsonl: what every phase did
  std::optional<std::string> wave;      ///< .vcd or .fst
  std::optional<std::string> trace;     ///< .json
  std::optional<WaveScope> wave_scope;  ///< set if there is a wave file or a trace
  WaveWindow wave_window;               ///< of both
  bool wave_tasks = false;              ///< whether waves show which tasks go over links
  std::string mismatch_wave;            ///< level rtl: written where RTL and model differ
};

/// A configuration, wholly resolved.
struct Config {
  Level level;                      ///< how the run is simulated
  Experiment experiment;            ///< what runs
  std::optional<CosimSetting> rtl;  ///< at level rtl
  Outputs outputs;                  ///< where results go
  unsigned threads;                 ///< that compute the run; 0: as many as help
  std::vector<ResolvedKey> keys;    ///< those that apply to the run, in the order of the table
  std::vector<std::string> notes;   ///< what its author should know, a line each
};

/// What is wrong with a value, with its place.
std::string value_message(const std::string& place, const std::string& key,
                          const std::string& value, const std::string& why);

/// One line that says where the value of `key` stands, what it is, and why it cannot be used.
InputError bad_value(const Config& config, const std::string& key, const std::string& why);

}  // namespace isobar
