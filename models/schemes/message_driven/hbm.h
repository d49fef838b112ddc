// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "models/schemes/message_driven/load_updates.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {

/// A binary hierarchy of any number of PEs (Willebeek-LeMair and Reeves, Figure 4): a domain of
/// level i ≥ 1 is 2^i consecutive numbers from a multiple of 2^i, the last one possibly fewer; its
/// halves are the domains below. Its manager is its lowest PE.
struct Hierarchy {
  std::uint64_t nodes = 1;

  /// Levels of domains: ⌈log2 N⌉.
  unsigned levels() const;
  /// The highest level of which a PE manages a domain; 0: none.
  unsigned managed(Node node) const;
  /// The PE to which a PE tells the load of its highest domain.
  Node superior(Node node) const { return node - (Node{1} << managed(node)); }
  /// PEs in the left and the right half of a domain of `level`; the right may have none.
  Load left(Node manager, unsigned level) const;
  Load right(Node manager, unsigned level) const;
  /// The PE of the other half with which a PE exchanges tasks (eq. 24), if there is one.
  std::optional<Node> match(Node node, unsigned level) const;
};

struct HbmSetting {
  Hierarchy tree;
  std::vector<Profitability> levels;  ///< from level 1
  Load delta_min = 1;
  UpdateRule update;
  bool estimates = true;
};

/// The hierarchical balancing method (Willebeek-LeMair and Reeves, Section III.D): loads go up the
/// tree; a manager whose halves differ by more than the level's threshold (eq. 22) notifies every
/// PE of the fuller half, which gives its share of the imbalance (eq. 23) to its match in the
/// other.
class HbmAgent final : public Agent {
 public:
  static constexpr std::size_t load_word = 0;
  static constexpr std::size_t imbalance_word = 1;  ///< Δ, and the level

  HbmAgent(const HbmSetting& setting, Node node);

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  /// `note`: the tasks of the whole transfer.
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 private:
  /// A domain that the PE manages; at level 0 the PE itself.
  struct Domain {
    std::optional<Load> left;  ///< as heard last
    std::optional<Load> right;
    Load left_size = 0;
    Load right_size = 0;
    LoadNews news;
  };

  void told(AgentPe& pe, unsigned level, std::optional<Load> Domain::*side, Load load);
  void pass_up(AgentPe& pe, unsigned level, Load load);
  void balance(AgentPe& pe, unsigned level);
  void give(AgentPe& pe, unsigned level, Load imbalance);
  Load share(Node manager, unsigned level, Load imbalance) const;
  /// Tasks that it holds, and those still to come of transfers whose first message is here.
  Load own(const AgentPe& pe) const;

  HbmSetting setting_;
  std::vector<Domain> domains_;    ///< by level
  std::map<Node, Load> incoming_;  ///< tasks still to come, by who gives them
};

}  // namespace isobar
