// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/types.h"
#include "sim/input/lbdatafile_set.h"

namespace isobar {

/// A task that is the same entity in all phases of a set in which it is there.
struct LbEntity {
  std::size_t rank = 0;                              ///< whose file lists it first
  Node pe = 0;                                       ///< of this rank
  const LbDatafile::PersistentTask* task = nullptr;  ///< as that file has it
  std::vector<std::optional<double>> times{};        ///< seconds, by phase in turn
};

/// The entities of a set, each phase's new ones in the order of ranks and of their files, those of
/// one PE behind each other.
class LbEntities {
 public:
  /// `set` was read with LbDetail::persistent_tasks and must outlive it. Throws ValueError naming
  /// the file and the place in it if two tasks of a phase are the same entity.
  LbEntities(const LbSet& set, Node pes);

  const std::vector<LbEntity>& all() const { return all_; }
  /// Its place in `all`. The object that vt calls 0 on every rank is none that could be found.
  std::optional<std::size_t> find(const LbDatafile::Entity& entity) const;
  /// Tasks that a later phase lists on another rank than the first one that lists them.
  std::size_t moved() const { return moved_; }

  /// An entity as an error message shows it.
  static std::string said(const LbDatafile::Entity& entity);

 private:
  std::vector<LbEntity> all_;
  std::map<LbDatafile::Entity, std::size_t> places_;
  std::size_t moved_ = 0;
};

}  // namespace isobar
