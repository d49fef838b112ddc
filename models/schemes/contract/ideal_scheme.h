// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "models/schemes/contract/scheme_statistics.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// All PEs of an abstract model in which communication costs nothing: what the balancing makes of
/// packets that are generated and consumed one by one, at once.
class IdealPes {
 public:
  virtual ~IdealPes() = default;

  /// The order in which the PEs have their turns in the next step, every node once. To be called
  /// once a step.
  virtual const std::vector<Node>& turns() = 0;
  /// Whether the PE whose turn it is consumes before it generates. To be called once a turn.
  virtual bool consumes_first() = 0;

  virtual void generate(Node node) = 0;
  /// Whether there was a packet to consume.
  virtual bool consume(Node node) = 0;
  /// The PE has done in this step what it does.
  virtual void end_turn(Node node) = 0;
  virtual Load load(Node node) const = 0;
  /// What the scheme has counted of its own work, by the names that its registration declares.
  virtual SchemeStatistics statistics() const = 0;

 protected:
  IdealPes() = default;
  IdealPes(const IdealPes&) = default;
  IdealPes& operator=(const IdealPes&) = default;
};

/// Contract of a scheme in such a model, which has no hardware. A fabric sees it as one phase
/// without words and transfers, which is a time step of the application.
class IdealScheme : public SynchronousScheme {
 public:
  virtual std::unique_ptr<IdealPes> pes(const std::vector<Load>& loads) const = 0;

  const IdealScheme* ideal() const final { return this; }
  const std::vector<Phase>& phases() const final { return phases_; }
  void announce(std::size_t /*phase*/, const PeView& /*self*/, Words& /*out*/) const final {}
  void decide(std::size_t /*phase*/, const PeView& /*self*/, Orders& /*out*/) const final {}

 protected:
  IdealScheme() { phases_.front().ends_step = true; }

 private:
  std::vector<Phase> phases_{1};
};

}  // namespace isobar
