// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// The dimension exchange method (Willebeek-LeMair and Reeves, Section III.E): a step folds the
/// fabric dimension by dimension, and in every fold pairs of PEs average their loads. A pair takes
/// three messages (eq. 31 and 32): the upper PE's load update; the lower PE, which computes the
/// imbalance, requests the transfer; the transfer goes one way or the other.
///
/// A dimension of radix M is folded ⌈log2 M⌉ times: in fold f the coordinates x and x + 2^f, where
/// bit f of x is 0, are a pair. At radix 2 they are neighbours. Elsewhere messages go from PE to PE
/// over the links between, stored and forwarded, one link a phase; a transfer of k tasks that
/// passes a PE takes the k oldest from its queue, of which it has just got k. Wrap-around links are
/// not used.
///
/// With a threshold a step begins with the start (eq. 30): whether any PE holds fewer tasks goes
/// through all dimensions as one-bit words, over every link once each way. If none does, the step
/// ends there.
class DimensionExchangeMethod final : public SynchronousScheme {
 public:
  /// `threshold` 0: no start, every step balances.
  DimensionExchangeMethod(const Fabric& fabric, std::int64_t load_bits, Load threshold);

  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 2; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;
  bool expects(std::size_t phase, Node node, unsigned port) const override;
  /// A PE can hold tasks that only pass it; where all PEs of pairs are neighbours, none pass.
  bool never_deepens() const override;
  bool in_order() const override { return threshold_ == 0; }
  std::size_t next(std::size_t phase, const PeView& self) const override;

 private:
  enum class Kind : std::uint8_t { start, rest, update, request, forward };

  /// A line of PEs along one dimension, of which this scheme uses no wrap-around link.
  struct Line {
    unsigned dimension;
    std::int64_t radix;
    unsigned successor;  ///< ports
    unsigned predecessor;
  };
  struct Part {
    Kind kind;
    std::size_t line;
    std::int64_t distance;  ///< between the PEs of a pair in this fold
    std::int64_t hop;       ///< how far what is sent has come
  };

  void add(const Part& part, std::int64_t word_bits, bool down, bool up, bool moves);
  void add_start(std::size_t line);
  void add_folds(std::size_t line);
  std::int64_t coordinate(const Line& line, Node node) const {
    return fabric_.coordinate(node, line.dimension);
  }
  /// Whether the PE at a coordinate is the lower (upper) one of a pair in this fold.
  static bool lower(const Line& line, std::int64_t distance, std::int64_t at) {
    return at >= 0 && at % (2 * distance) < distance && at + distance < line.radix;
  }
  static bool upper(const Line& line, std::int64_t distance, std::int64_t at) {
    return at < line.radix && at % (2 * distance) >= distance;
  }

  Fabric fabric_;
  std::int64_t load_bits_;
  Load threshold_;
  std::vector<Line> lines_;
  std::vector<Part> parts_;  ///< by phase
  std::vector<Phase> phases_;
  std::size_t rest_ = 0;  ///< the phase that ends a step in which nobody started
};

}  // namespace isobar
