// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/parameter.h"
#include "models/schemes/agent.h"
#include "models/schemes/synchronous.h"

namespace isobar {

/// What a scheme's hardware is built for.
struct SchemeSetting {
  const Fabric& fabric;
  std::int64_t load_bits;
  ParameterValues parameters;  ///< every one of the scheme's, resolved
  std::uint64_t seed = 1;      ///< of whatever is drawn at random
};

/// A scheme as the program knows it.
struct SchemeEntry {
  std::string name;
  std::string help;    ///< one line
  std::string source;  ///< paper, section
  std::vector<Parameter> parameters;
  /// Why the scheme cannot run on this fabric; empty if it can.
  std::function<std::string(const Fabric&)> objection;
  std::function<std::unique_ptr<SynchronousScheme>(const SchemeSetting&)> make;
  /// Of a message-driven scheme, instead of `make`.
  std::function<std::unique_ptr<MessageScheme>(const SchemeSetting&)> make_agents{};

  bool is_message_driven() const { return make_agents != nullptr; }
};

/// All schemes, by name. A scheme enters by a RegisterScheme object in its own source file.
const std::map<std::string, SchemeEntry>& schemes();

/// A scheme and its parameters as written: `lm-c5`, `diffusion:alpha=0.25`.
struct SchemeChoice {
  const SchemeEntry* entry;
  ParameterValues parameters;

  /// Throws ValueError: unknown name or parameter, value out of range.
  static SchemeChoice parse(std::string_view text);
  /// Of a synchronous scheme. Throws ValueError if the fabric is not one for it.
  std::unique_ptr<SynchronousScheme> make(const Fabric& fabric, std::int64_t load_bits) const;
  /// Of a message-driven scheme; likewise.
  std::unique_ptr<MessageScheme> make_agents(const Fabric& fabric, std::int64_t load_bits,
                                             std::uint64_t seed) const;
};

class RegisterScheme {
 public:
  explicit RegisterScheme(SchemeEntry entry);
};

}  // namespace isobar
