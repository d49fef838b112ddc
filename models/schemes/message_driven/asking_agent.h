// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/parts/exponential_backoff.h"

namespace isobar {

/// What the schemes have in common in which a PE that lacks tasks asks one other PE for some: a
/// request, which says whether it still works on one, a reply that says how many will come, the
/// tasks. It asks the next one only when all is there.
class AskingAgent : public Agent {
 public:
  static std::vector<WordKind> kinds(std::int64_t load_bits) {
    return {{"request", 1}, {"reply", load_bits}};
  }

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 protected:
  /// `tries`: how many are asked one after the other before it waits.
  AskingAgent(const ExponentialBackoff& retry, std::int64_t tries) : retry_(retry), tries_(tries) {}

  virtual void begin(AgentPe& /*pe*/) {}
  /// Whether a PE with so many waiting tasks asks for more.
  virtual bool lacks(Load load) const { return load == 0; }
  /// Whom it asks; itself if there is nobody.
  virtual Node next(AgentPe& pe) = 0;
  /// How many it gives if it has `more` tasks than who asks, tasks under work included: which stay.
  virtual Load gives(Load more) const = 0;

 private:
  static constexpr std::size_t request_word = 0;
  static constexpr std::size_t reply_word = 1;

  void ask(AgentPe& pe);

  ExponentialBackoff retry_;
  std::int64_t tries_;
  bool asked_ = false;     ///< a request was not answered yet
  bool waits_ = false;     ///< the timer is set
  Load missing_ = 0;       ///< tasks that were promised and are not here yet
  std::int64_t vain_ = 0;  ///< requests in vain since it last got any
};

}  // namespace isobar
