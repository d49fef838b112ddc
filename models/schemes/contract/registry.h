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
#include "models/own_statistic.h"
#include "models/parameter.h"
#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/synchronous.h"
#include "models/types.h"

namespace isobar {

/// What a scheme's hardware is built for.
struct SchemeSetting {
  const Fabric& fabric;
  std::int64_t load_bits;
  ParameterValues parameters;  ///< every one of the scheme's, resolved
  std::uint64_t seed;          ///< of whatever is drawn at random
  /// Of the machines as rated, by PE, known before the run; empty: 1 everywhere.
  const std::vector<Rational>& speeds;
};

/// Of the words `fabric` and `ideal` of the parameter `network`.
inline constexpr double ideal_network = 1;

/// A scheme as the program knows it.
struct SchemeEntry {
  std::string name;
  std::string help;    ///< one line
  std::string source;  ///< paper, section
  std::vector<Parameter> parameters;
  /// Why the scheme cannot run on this fabric; empty if it can.
  std::function<std::string(const Fabric&)> objection;
  std::function<std::unique_ptr<SynchronousScheme>(const SchemeSetting&)> make;
  /// Of a message-driven scheme, instead of `make`. One that has both is its authors' abstract
  /// model by `make` (models/schemes/contract/ideal_scheme.h), where its parameter `network` says
  /// `ideal`.
  std::function<std::unique_ptr<MessageDrivenScheme>(const SchemeSetting&)> make_agents{};
  /// It conducts the iterations of an application whose tasks live on, and balances between them.
  bool conducts = false;
  /// What it counts of its own work, if anything: all the names of SchemeStatistics.
  std::vector<OwnStatistic> statistics{};

  /// It is message-driven, or can be.
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
  bool is_message_driven() const;
  bool is_ideal() const { return entry->make_agents != nullptr && !is_message_driven(); }
  /// Of a synchronous scheme. Throws ValueError if the fabric is not one for it.
  std::unique_ptr<SynchronousScheme> make(const Fabric& fabric, std::int64_t load_bits,
                                          std::uint64_t seed = 1,
                                          const std::vector<Rational>& speeds = {}) const;
  /// Of a message-driven scheme; likewise.
  std::unique_ptr<MessageDrivenScheme> make_agents(const Fabric& fabric, std::int64_t load_bits,
                                                   std::uint64_t seed,
                                                   const std::vector<Rational>& speeds = {}) const;
};

class RegisterScheme {
 public:
  explicit RegisterScheme(SchemeEntry entry);
};

}  // namespace isobar
