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
  const Fabric& fabric;        ///< the fabric whose PEs it is in
  std::int64_t load_bits;      ///< bits of a load as a word
  ParameterValues parameters;  ///< every one of the scheme's, resolved
  std::uint64_t seed;          ///< for whatever is drawn at random
  /// What the machines were rated at, by PE: their speeds times their executors, known before the
  /// run; empty: 1 everywhere.
  const std::vector<Rational>& speeds;
};

/// A scheme as the program knows it.
struct SchemeEntry {
  std::string name;                   ///< as it is written, `lm-c5`
  std::string help;                   ///< one line
  std::string source;                 ///< paper, section
  std::vector<Parameter> parameters;  ///< what may follow the name
  /// Why the scheme cannot run on this fabric; empty if it can.
  std::function<std::string(const Fabric&)> objection;
  /// Makes a synchronous scheme; null if there is none.
  std::function<std::unique_ptr<SynchronousScheme>(const SchemeSetting&)> make;
  /// Makes a message-driven scheme, instead of `make`. An entry that has both also has `is_ideal`.
  std::function<std::unique_ptr<MessageDrivenScheme>(const SchemeSetting&)> make_agents{};
  /// Whether these parameters ask for the authors' abstract model, which `make` then makes
  /// (models/schemes/contract/ideal_scheme.h).
  std::function<bool(const ParameterValues&)> is_ideal{};
  /// Whether it conducts the iterations of an application with persistent tasks, and balances
  /// between them.
  bool conducts = false;
  /// False for the absence of balancing, to which the others are compared: keys of message-driven
  /// schemes are then allowed and have no effect.
  bool balances = true;
  std::string title{};  ///< what sentences and pictures call it: `Liquid C5`, `NNA`
  /// What the scheme counts of its own work, if anything: all the names of SchemeStatistics.
  std::vector<OwnStatistic> statistics{};
  /// When a PE moves tasks at all, and what to set where it should do so sooner: for whoever sees a
  /// run in which none moved. Half a sentence; empty where any difference of loads makes it do so.
  std::string moves_when{};

  /// Whether it is message-driven, or can be.
  bool is_message_driven() const { return make_agents != nullptr; }
};

/// All schemes, by name. A scheme enters by a RegisterScheme object in its own source file.
const std::map<std::string, SchemeEntry>& schemes();

/// A scheme and its parameters as written: `lm-c5`, `diffusion:alpha=0.25`.
struct SchemeChoice {
  const SchemeEntry* entry;    ///< what is run
  ParameterValues parameters;  ///< every parameter's value

  /// Throws ValueError: unknown name or parameter, value out of range.
  static SchemeChoice parse(std::string_view text);
  /// Whether these parameters ask for PEs that act on messages.
  bool is_message_driven() const;
  /// Whether these parameters ask for the authors' abstract model.
  bool is_ideal() const { return entry->is_ideal && entry->is_ideal(parameters); }
  /// Makes a synchronous scheme. Throws ValueError if the fabric is not one for it.
  std::unique_ptr<SynchronousScheme> make(const Fabric& fabric, std::int64_t load_bits,
                                          std::uint64_t seed = 1,
                                          const std::vector<Rational>& speeds = {}) const;
  /// Makes a message-driven scheme. Throws ValueError if the fabric is not one for it.
  std::unique_ptr<MessageDrivenScheme> make_agents(const Fabric& fabric, std::int64_t load_bits,
                                                   std::uint64_t seed,
                                                   const std::vector<Rational>& speeds = {}) const;
};

/// Enters a scheme into schemes(): an object of a scheme's own source file.
class RegisterScheme {
 public:
  /// The scheme's title is its name if none is given here or in the entry.
  explicit RegisterScheme(SchemeEntry entry, const std::string& title = {},
                          const std::string& moves_when = {});
};

}  // namespace isobar
