// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gsl/span>
#include <optional>
#include <vector>

#include "models/schemes/contract/condition.h"
#include "models/schemes/contract/liquid_rule.h"
#include "models/schemes/contract/outbox.h"
#include "models/schemes/contract/scheme_statistics.h"
#include "models/types.h"

namespace isobar {

/// One phase of a synchronous scheme's program, the same in every PE: exchange words → decide →
/// transfer.
struct Phase {
  std::vector<unsigned> hears;     ///< the ports at which a word can come in
  std::vector<unsigned> receives;  ///< the ports at which tasks can come in
  std::int64_t word_bits = 0;      ///< the longest word that is announced; 0: none is
  bool shift = false;              ///< at most one task a link, in a fixed slot, moved or not
  Cycle decision = 1;              ///< cycles from the last word to the first task's departure
  Cycle barrier = 0;               ///< cycles after the last landing
  bool ends_step = false;          ///< whether a step is over with this phase
};

/// All that a PE's balancing hardware can see: its own state and what its ports heard.
struct PeView {
  Node node = 0;                        ///< its own number, a wired constant
  Load load = 0;                        ///< as it is now
  gsl::span<const std::int64_t> heard;  ///< by port: the last word that came in; 0 before any
  gsl::span<std::int64_t> registers;    ///< the scheme's own state in this PE; 0 at the start
};

class IdealScheme;

/// Contract of a synchronous scheme: a program of phases that all PEs run in lockstep. A scheme
/// object holds no state of any PE and is shared by all of them; what a PE remembers lies in its
/// registers. A scheme never sees another PE, and knows neither SystemC nor arrays of loads.
class SynchronousScheme {
 public:
  virtual ~SynchronousScheme() = default;

  /// The program, at least one phase; a run begins with phase 0.
  virtual const std::vector<Phase>& phases() const = 0;
  /// Registers that a PE needs.
  virtual std::size_t registers() const { return 0; }

  /// Adds the words that this PE sends, at most one a port. Called if the phase has words.
  virtual void announce(std::size_t phase, const PeView& self, Words& out) const = 0;
  /// Adds the transfers that this PE makes. Orders for more than it holds are cut, in order.
  virtual void decide(std::size_t phase, const PeView& self, Orders& out) const = 0;

  /// Whether the phases simply follow each other, the first one after the last.
  virtual bool in_order() const { return true; }
  /// Otherwise: the phase that follows, as this PE knows it right after its decision, with the
  /// same view. What depends on more than the phase number (a reduction) comes to all PEs by words
  /// first: all of them must name the same phase.
  virtual std::size_t next(std::size_t phase, const PeView& /*self*/) const {
    return (phase + 1) % phases().size();
  }

  /// Whether tasks can come to PE `node` by `port`, one at which the phase receives. Each PE knows
  /// it by wired constants; where queues can fill up it grants room to no other port.
  virtual bool expects(std::size_t /*phase*/, Node /*node*/, unsigned /*port*/) const {
    return true;
  }
  /// Whether no phase leaves a PE with more tasks than the fullest one had before it, unless
  /// somebody else puts tasks into queues meanwhile.
  virtual bool never_deepens() const { return false; }

  /// Whether a step is one phase in which nothing is sent. Steps in which no executor acts either
  /// are alike then, and can be counted without being gone through.
  virtual bool rests() const { return false; }

  /// The condition by which the scheme is the Liquid model and nothing else (Henrich, Definition
  /// 1): a phase for each ring dimension, in order, in which a PE with load L_i shifts one task to
  /// its successor exactly if `shifts` says so of L_i and its neighbours' loads. Who runs,
  /// synthesizes or explains Liquid by other means (kernels, RTL, costs) asks this; the scheme
  /// promises that they come to the same. None: any other scheme.
  virtual std::optional<Condition> liquid_condition() const { return std::nullopt; }
  /// The rules of its phases where the scheme is the Liquid model, with words of the phase's
  /// `word_bits`; else empty. `announce` and `decide` go by the same rules, and need not be asked.
  virtual gsl::span<const LiquidRule> liquid_rules() const { return {}; }
  /// This scheme as its authors' abstract model (ideal_scheme.h); null if it is made for a fabric.
  virtual const IdealScheme* ideal() const { return nullptr; }

  /// What a PE has counted of its own work by the end of a run, in its registers: the names that
  /// the scheme's registration declares, in the same order in all PEs. The numbers of all PEs are
  /// added up.
  virtual SchemeStatistics statistics(const PeView& /*self*/) const { return {}; }

 protected:
  SynchronousScheme() = default;
  SynchronousScheme(const SynchronousScheme&) = default;
  SynchronousScheme& operator=(const SynchronousScheme&) = default;
};

}  // namespace isobar
