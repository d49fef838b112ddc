// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/schemes/synchronous.h"

namespace isobar {

/// What a scheme counts of its own work: `borrowed`, `balancings`.
using SchemeFigures = std::vector<std::pair<std::string, std::int64_t>>;

/// All PEs of an abstract model in which communication costs nothing: what the balancing makes of
/// packets that are generated and consumed one by one, at once.
class IdealPes {
 public:
  virtual ~IdealPes() = default;

  virtual void generate(Node node) = 0;
  /// Whether there was a packet to consume.
  virtual bool consume(Node node) = 0;
  virtual Load load(Node node) const = 0;
  virtual SchemeFigures figures() const = 0;

 protected:
  IdealPes() = default;
  IdealPes(const IdealPes&) = default;
  IdealPes& operator=(const IdealPes&) = default;
};

/// Contract of a scheme in an abstract model.
class IdealScheme {
 public:
  virtual ~IdealScheme() = default;

  virtual std::unique_ptr<IdealPes> pes(const std::vector<Load>& loads) const = 0;

 protected:
  IdealScheme() = default;
  IdealScheme(const IdealScheme&) = default;
  IdealScheme& operator=(const IdealScheme&) = default;
};

}  // namespace isobar
