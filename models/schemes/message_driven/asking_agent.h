// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/parts/exponential_backoff.h"

namespace isobar {

/// Base of schemes in which a PE that lacks tasks asks one other PE for some. The request says
/// whether it still works on one, the reply how many tasks will come, and then the tasks come. It
/// asks the next PE only when all of them are there.
class AskingAgent : public Agent {
 public:
  static std::vector<WordKind> kinds(std::int64_t load_bits) {
    return {{"request", 1, false}, {"reply", load_bits, false}};
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
  /// Which PE it asks; itself if there is nobody to ask.
  virtual Node next(AgentPe& pe) = 0;
  /// How many it gives if it has `more` tasks than the asker; tasks under work count, and stay.
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
