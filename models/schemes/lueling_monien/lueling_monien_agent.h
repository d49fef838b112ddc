// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/lueling_monien/balancing_orders.h"
#include "models/schemes/lueling_monien/lueling_monien_counts.h"
#include "models/schemes/lueling_monien/lueling_monien_setting.h"
#include "models/schemes/lueling_monien/partners.h"
#include "models/schemes/lueling_monien/virtual_load.h"

namespace isobar {

/// The algorithm of Lüling and Monien (1993), in which everything that PEs tell each other is a
/// message. A PE takes part in one operation at a time, and refuses whoever asks meanwhile: no PE
/// waits for a PE that waits (docs/schemes/lueling-monien.md).
class LuelingMonienAgent final : public Agent {
 public:
  enum Kind : std::size_t {
    join,      ///< who balances asks a partner: 0 its whole ledger, 1 the asker's class alone
    refusal,   ///< a join or an exchange is refused
    joined,    ///< how many shares come
    share,     ///< a share of a class, as it is, or as it shall be
    order,     ///< shares that change, moves, packets to come
    move,      ///< packets to send, and to whom
    shortage,  ///< packets that were to come and have been consumed by who was to send them
    exchange,  ///< a debtor asks: b in all, and what it has of the class
    grant      ///< packets that come for borrowed ones
  };
  static std::vector<WordKind> kinds(Node nodes, const LuelingMonienSetting& setting);

  LuelingMonienAgent(const LuelingMonienSetting& setting, Node node, SmallRandom random)
      : setting_(setting), random_(std::move(random)), ledger_(node) {}

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;
  SchemeStatistics statistics() const override;

  /// For tests: its part in an operation is over, and its ledger stands for what is in its queue.
  bool is_free() const { return state_ == State::free; }
  const VirtualLoad& ledger() const { return ledger_; }
  /// Packets consumed that the ledger does not know of yet, less those generated.
  Load unbooked() const { return consumed_ - generated_; }

 private:
  enum class State : std::uint8_t {
    free,
    inviting,  ///< has asked partners, and waits for what they have
    joined,    ///< has been asked, and waits for orders
    asking,    ///< has asked for an exchange, and waits for the answer or for orders
    closing    ///< waits for packets that are on their way
  };
  /// What a partner has answered.
  struct Answer {
    Node node = 0;
    bool refused = false;
    std::optional<std::size_t> shares{};  ///< that come
    ClassShares heard{};

    bool is_complete() const { return refused || (shares && heard.size() == *shares); }
  };

  // What the executor does.
  void observe(const AgentPe& pe);
  void book(AgentPe& pe);
  bool book_consumption(AgentPe& pe);
  void react(AgentPe& pe);
  void wait(AgentPe& pe);

  // As the one that balances.
  void begin(AgentPe& pe);
  void begin_reduction(AgentPe& pe, Node debtor, Load packets);
  void invite(AgentPe& pe, const std::vector<Node>& partners, bool of_class);
  Answer& answer(Node from);
  void decide(AgentPe& pe);
  void decide_all(AgentPe& pe, std::vector<Member> members);
  void decide_class(AgentPe& pe, std::vector<Member> members);
  void tell(AgentPe& pe, Node to, const BalancingOrders& orders);

  // As anyone that takes part.
  void ask(AgentPe& pe, Node creditor);
  void answer_join(AgentPe& pe, Node from, bool of_class);
  void answer_exchange(AgentPe& pe, Node from, Load borrowed, Load packets);
  void hear_share(Node from, const AgentWord& word);
  void obey(AgentPe& pe);
  void carry_out(AgentPe& pe, const BalancingOrders& orders);
  void give(AgentPe& pe, Node to, Load packets);
  void close(AgentPe& pe);

  LuelingMonienSetting setting_;
  SmallRandom random_;
  std::optional<Partners> partners_;
  VirtualLoad ledger_;
  State state_ = State::free;

  Load taken_ = 0;         ///< by the executor, as far as observed
  Load created_ = 0;       ///< by the executor, as far as observed
  Load consumed_ = 0;      ///< taken, but not yet booked
  Load generated_ = 0;     ///< created, but not yet booked
  bool checks_ = false;    ///< a decrease was simulated: it may have to balance
  bool waits_ = false;     ///< was refused; the timer is set
  Cycle asked_at_ = 0;     ///< last
  std::int64_t vain_ = 0;  ///< refusals since it last succeeded
  LuelingMonienCounts counts_;
  std::int64_t joins_ = 0;          ///< partners that it asked
  std::int64_t joins_refused_ = 0;  ///< partners that refused

  std::vector<Answer> answers_;
  std::optional<Member> debtor_;  ///< for whom its class is balanced
  bool debtor_drawn_ = false;     ///< it is one of the partners by chance

  Node chief_ = 0;  ///< who gives the orders
  std::optional<AgentWord> order_;
  BalancingOrders orders_;
  Load comes_ = 0;    ///< packets
  Load arrived_ = 0;  ///< packets that have come, or are known not to
};

}  // namespace isobar
