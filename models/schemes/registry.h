// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/synchronous.h"

namespace isobar {

/// A number that a scheme can be given, as in `name:alpha=0.25` or `name:alpha=1/4`.
struct SchemeParameter {
  std::string name;
  std::string unit;  ///< empty: a plain number
  double standard = 0;
  double lo = 0;
  double hi = 0;
  bool whole = false;  ///< only whole numbers
  std::string help;    ///< one line
};

/// What a scheme's hardware is built for.
struct SchemeSetting {
  const Fabric& fabric;
  std::int64_t load_bits;
  std::map<std::string, double> parameters;  ///< every one of the scheme's, resolved
};

/// A scheme as the program knows it.
struct SchemeEntry {
  std::string name;
  std::string help;    ///< one line
  std::string source;  ///< paper, section
  std::vector<SchemeParameter> parameters;
  /// Why the scheme cannot run on this fabric; empty if it can.
  std::function<std::string(const Fabric&)> objection;
  std::function<std::unique_ptr<SynchronousScheme>(const SchemeSetting&)> make;
};

/// All schemes, by name. A scheme enters by a RegisterScheme object in its own source file.
const std::map<std::string, SchemeEntry>& schemes();

/// A scheme and its parameters as written: `lm-c5`, `diffusion:alpha=0.25`.
struct SchemeChoice {
  const SchemeEntry* entry;
  std::map<std::string, double> parameters;

  /// Throws ValueError: unknown name or parameter, value out of range.
  static SchemeChoice parse(std::string_view text);
  /// Throws ValueError if the fabric is not one for this scheme.
  std::unique_ptr<SynchronousScheme> make(const Fabric& fabric, std::int64_t load_bits) const;
};

class RegisterScheme {
 public:
  explicit RegisterScheme(SchemeEntry entry);
};

}  // namespace isobar
