// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/types.h"

namespace isobar {

/// Transfer calculation of one PE (Watts, Rieffel and Taylor 1998, Load transfer calculation),
/// driven by messages alone: it knows its own load and capacity and what it has heard. Rounds are
/// not global; whoever has what it needs goes on. Loads are divisible here, in work units.
///
/// Messages from one PE to another must arrive in order; those of different PEs may mix in any
/// order, and may come before `start`. The result does not depend on it, to the last bit.
class TransferCalculation {
 public:
  struct Message {
    Node to = 0;
    std::size_t kind = 0;  ///< place in `kinds`
    double first = 0;
    double second = 0;  ///< 0 where its kind has one number
  };
  using Messages = std::vector<Message>;

  struct Kind {
    std::string name;
    unsigned numbers = 1;  ///< that it says: 1 or 2
  };

  virtual ~TransferCalculation() = default;

  virtual const std::vector<Kind>& kinds() const = 0;
  /// Begins a calculation; capacities may differ from the last one. `load` ≥ 0 and `capacity` > 0,
  /// both finite; not before the last calculation is done. Throws ModelError otherwise.
  virtual void start(double load, double capacity, Messages& out) = 0;
  virtual void hear(Node from, std::size_t kind, double first, double second, Messages& out) = 0;
  /// Whether the calculation that was started has ended in this PE.
  virtual bool done() const = 0;
  /// ΔL by partner, once done: > 0 is to be given to it, the partner's says exactly the negative.
  virtual const std::map<Node, double>& transfers() const = 0;
  /// Sweeps that it took: of Jacobi (diffusion), of all colours (dimension exchange), or levels.
  virtual std::int64_t sweeps() const = 0;

 protected:
  TransferCalculation() = default;
  TransferCalculation(const TransferCalculation&) = default;
  TransferCalculation& operator=(const TransferCalculation&) = default;
};

}  // namespace isobar
