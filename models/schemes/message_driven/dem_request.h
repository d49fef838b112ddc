// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/schemes/contract/agent.h"

namespace isobar {

struct DemRequestSetting {
  std::optional<double> low;  ///< L_LOW; none: 1 + a tenth of the PE's initial load
  Load delta_min = 1;
  bool blocks = true;
  Cycle retry = 0;  ///< 0: never
};

/// The dimension exchange method, synchronised by messages alone (Willebeek-LeMair and Reeves,
/// Sections III.E and V): a PE whose load drops below L_LOW broadcasts a numbered start. Every PE
/// then goes through all folds of all dimensions in order, and in each balances with its partner:
/// the upper PE updates its load, the lower one computes the imbalance and requests the transfer,
/// the fuller transfers. A start with a number that is not above the last one's is ignored.
class DemRequestAgent final : public Agent {
 public:
  static constexpr std::size_t start_word = 0;     ///< number, and who broadcasts it
  static constexpr std::size_t update_word = 1;    ///< load
  static constexpr std::size_t request_word = 2;   ///< tasks that the upper PE gets; < 0: gives
  static constexpr std::size_t shortage_word = 3;  ///< tasks that were requested and do not come
  static constexpr std::int64_t number_bits = 16;

  explicit DemRequestAgent(const DemRequestSetting& setting) : setting_(setting) {}

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 private:
  /// One exchange of a round, of which the PE is one side.
  struct Fold {
    Node partner = 0;
    bool upper = false;
    std::optional<Load> update{};  ///< the upper PE's load, come early perhaps
    std::optional<Load> next{};    ///< that of the next round: it is past this one already
    bool requested = false;
    Load missing = 0;  ///< tasks that are to come
  };

  bool is_balancing() const { return at_ < folds_.size(); }
  void want(AgentPe& pe);
  void pass_on(AgentPe& pe, std::int64_t number, Node root);
  void heard(AgentPe& pe, std::int64_t number);
  void begin(AgentPe& pe);
  void enter(AgentPe& pe);
  void go_on(AgentPe& pe);
  void request(AgentPe& pe, Fold& fold);
  void give(AgentPe& pe, const Fold& fold, Load tasks);

  DemRequestSetting setting_;
  double low_ = 0;
  std::vector<Fold> folds_;
  std::size_t at_ = 0;       ///< the fold it is in; the number of folds: in none
  std::int64_t done_ = 0;    ///< rounds begun, modulo 2^number_bits
  std::int64_t newest_ = 0;  ///< the highest number heard
  bool was_low_ = false;     ///< a start for this lack of tasks has been sent
};

}  // namespace isobar
