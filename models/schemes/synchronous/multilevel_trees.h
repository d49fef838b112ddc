// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/schemes/contract/synchronous.h"
#include "models/schemes/synchronous/multilevel_cuts.h"

namespace isobar {

/// The most PEs on which `multilevel` goes over trees: each PE has a table of its places in the
/// cuts.
inline constexpr Node max_multilevel_pes = Node{1} << 20;

/// Horton's multilevel diffusion (1993; Henrich, Section 2.4) on any fabric without switches. The
/// fabric is cut into two connected halves, as many tasks cross as leave both with the same load a
/// PE, and each half goes on in the same manner, down to single PEs (multilevel_cuts.h). One step
/// leaves max − min ≤ 1.
///
/// At a cut the sums of loads go up each half's tree, the two roots tell each other the halves'
/// sums, and the fuller half's root sends down how many tasks each subtree is to give: of G tasks
/// that a subtree with S is to give, its root, with L, gives ⌊GL/S⌋, and a child's subtree with S'
/// behind B ⌊G(B + S')/S⌋ − ⌊GB/S⌋. That is never more than there is, and G in all. Then the tasks
/// go to the cut, hop by hop, the farthest first: in each phase the PEs at one distance send their
/// own and as many as those before them have sent, who say how many these were.
class MultilevelTrees final : public SynchronousScheme {
 public:
  /// On a fabric without switches. `decision`: cycles of the phases that divide; 0: as long as
  /// arithmetic takes that does a bit a cycle.
  MultilevelTrees(const Fabric& fabric, std::int64_t load_bits, Cycle decision);

  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 3; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;
  bool expects(std::size_t phase, Node node, unsigned port) const override;

 private:
  /// A PE's registers.
  enum Register : std::uint8_t {
    sum,   ///< the load of its subtree
    gift,  ///< how many tasks its subtree is to give
    own,   ///< how many of these are its own; later, how many it has sent
  };

  enum class Kind : std::uint8_t { gather, compare, assign, carry };

  /// What a phase does: PEs in this place of their trees or routes speak or send.
  struct Part {
    std::size_t level;
    Kind kind;
    std::uint32_t place;
  };

  void add_phases(std::size_t level, Cycle decision);
  /// Calls `body(port)` for the port to each child in the tree, in port order.
  template <class Body>
  void each_child(const CutLevel& level, Node node, const Body& body) const;
  /// The tasks that came by the PEs whose routes lead by this one.
  Load passed_on(const CutLevel& level, const PeView& self) const;
  /// Notes how many tasks the PE's subtree is to give, and how many of these are its own.
  void note_gift(const CutLevel& level, const PeView& self, Load gift) const;

  Fabric fabric_;
  std::int64_t load_bits_;
  std::vector<CutLevel> levels_;
  std::vector<Part> parts_;  ///< by phase
  std::vector<Phase> phases_;
};

}  // namespace isobar
