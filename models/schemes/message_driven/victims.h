// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/workloads/random.h"
#include "models/xorshift.h"

namespace isobar {

/// Whom a thief asks.
class Victims {
 public:
  virtual ~Victims() = default;

  /// The next one; the PE itself if there is no other.
  virtual Node next(AgentPe& pe) = 0;

 protected:
  Victims() = default;
  Victims(const Victims&) = default;
  Victims& operator=(const Victims&) = default;
};

/// Any other PE, all equally likely.
class RandomVictims final : public Victims {
 public:
  explicit RandomVictims(SmallRandom random) : random_(std::move(random)) {}
  Node next(AgentPe& pe) override;

 private:
  SmallRandom random_;
};

/// What a PE draws its victims with in hardware, as an experiment with `seed` begins.
Xorshift victims_xorshift(std::uint64_t seed, Node node);

/// Any other PE, as a PE draws it in hardware: how far it lies behind the PE, by number, less one.
class XorshiftVictims final : public Victims {
 public:
  explicit XorshiftVictims(const Xorshift& xorshift) : xorshift_(xorshift) {}
  Node next(AgentPe& pe) override;

 private:
  Xorshift xorshift_;
};

/// All other PEs one after the other, by number, beginning behind the PE's own.
class RingVictims final : public Victims {
 public:
  Node next(AgentPe& pe) override;

 private:
  Node behind_ = 0;  ///< how far the last one lies behind the PE
};

/// The PE's neighbours (models/fabric/neighbours.h), one after the other.
class NearestVictims final : public Victims {
 public:
  Node next(AgentPe& pe) override;

 private:
  std::vector<Node> neighbours_;  ///< once one was asked for
  std::size_t turn_ = 0;
};

/// A PE other than `node`, all equally likely; `node` itself if there is no other.
Node random_other(SmallRandom& random, Node nodes, Node node);

}  // namespace isobar
