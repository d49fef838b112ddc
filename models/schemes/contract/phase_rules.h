// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// The dimensions of the links that a phase uses, ascending.
std::set<unsigned> dimensions_of(const Fabric& fabric, const Phase& phase);

/// Holds a scheme to what its phases promise, the same at every level. Each function throws
/// ModelError, naming scheme phase, PE and port, where a promise is broken.
class PhaseRules {
 public:
  /// Of a scheme on a fabric; both must outlive it.
  PhaseRules(const Fabric& fabric, const SynchronousScheme& scheme);

  /// A word no longer than announced, to a neighbour that hears this phase.
  void word(std::size_t phase, Node node, const Word& word) const {
    if (!words_[phase * degree_ + word.port] || word.bits > phases_[phase].word_bits) {
      reject("announces a word", phase, node, word.port);
    }
  }
  /// A transfer to a neighbour that receives in this phase; in a shift of one task.
  void transfer(std::size_t phase, Node node, unsigned port, std::int64_t tasks) const {
    if (!transfers_[phase * degree_ + port] || (phases_[phase].shift && tasks > 1)) {
      reject("orders a transfer", phase, node, port);
    }
  }
  /// A PE's queue, `depth` tasks deep, has room for the `load` tasks that it now holds.
  static void room(Node node, Load load, Load depth) {
    if (load > depth) overflow(node, load, depth);
  }
  /// All PEs name the same phase to follow.
  static void next(std::size_t phase, Node node, std::size_t named, std::size_t others) {
    if (named != others) disagree(phase, node);
  }

 private:
  [[noreturn]] void reject(const char* what, std::size_t phase, Node node, unsigned port) const;
  [[noreturn]] static void overflow(Node node, Load load, Load depth);
  [[noreturn]] static void disagree(std::size_t phase, Node node);

  const std::vector<Phase>& phases_;
  std::size_t degree_;
  std::vector<char> words_;  ///< by phase·degree + port out of which it goes: allowed
  std::vector<char> transfers_;
};

}  // namespace isobar
