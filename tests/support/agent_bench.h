// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/agent.h"
#include "models/workloads/random.h"

namespace isobar::test {

/// A small world for agents, with no links: every message takes a delay of its own.
struct BenchSetting {
  std::string fabric;
  std::string scheme;
  std::vector<Load> loads;
  Cycle shortest = 1;  ///< delay of a message, drawn from shortest to longest
  Cycle longest = 1;
  bool in_order = true;        ///< of messages from one PE to another
  Load tasks_per_message = 0;  ///< 0: any number
  Cycle work = 0;              ///< cycles that an executor works on a task; 0: it does not work
  bool fluid = false;          ///< instead: a load drains by one task a cycle
  std::uint64_t seed = 1;
  Cycle max_cycles = 10'000'000;
  std::int64_t load_bits = 32;
  std::vector<Rational> speeds{};  ///< as rated, by PE; empty: 1 everywhere
};

/// A call of send_tasks that moved any.
struct BenchTransfer {
  Cycle cycle = 0;
  Node from = 0;
  Node to = 0;
  Load tasks = 0;
  std::int64_t note = 0;
};

class AgentBench {
 public:
  explicit AgentBench(BenchSetting setting);
  ~AgentBench();
  AgentBench(const AgentBench&) = delete;
  AgentBench& operator=(const AgentBench&) = delete;

  /// Until nothing more can happen, or max_cycles; whether it came to rest.
  bool run();

  const Fabric& fabric() const { return fabric_; }
  Cycle now() const { return now_; }
  std::vector<Load> loads() const;
  /// Waiting, on their way, worked on and done.
  Load all_tasks() const;
  Load executed() const { return executed_; }
  /// Sent words, by the name of their kind.
  std::int64_t words(const std::string& kind) const;
  /// Words and transfers that a PE sent, or received.
  std::int64_t sent(Node node) const;
  std::int64_t received(Node node) const;
  /// Words of a kind that a PE sent, or received.
  std::int64_t sent(Node node, const std::string& kind) const;
  std::int64_t received(Node node, const std::string& kind) const;
  const std::vector<BenchTransfer>& transfers() const { return transfers_; }
  /// Decisions by what another PE said.
  std::int64_t decisions() const { return decisions_; }
  Cycle held_cycles(Node node) const;

 private:
  class Pe;
  struct Event {
    enum class Kind : std::uint8_t { word, tasks, timer, done, look, drained };
    Cycle cycle = 0;
    std::uint64_t number = 0;  ///< of equal cycles the first made comes first
    Kind kind = Kind::word;
    Node to = 0;
    Node from = 0;
    AgentWord word{};
    Load tasks = 0;
    std::int64_t note = 0;
    std::uint64_t version = 0;  ///< of a timer or a draining

    bool operator>(const Event& other) const {
      return std::pair(cycle, number) > std::pair(other.cycle, other.number);
    }
  };

  void post(Event event);
  void deliver(Event event);
  void handle(const Event& event);

  BenchSetting setting_;
  Fabric fabric_;
  std::unique_ptr<MessageDrivenScheme> scheme_;
  Random random_;
  Cycle now_ = 0;
  std::uint64_t number_ = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::map<std::pair<Node, Node>, Cycle> last_;
  std::vector<std::unique_ptr<Pe>> pes_;
  std::vector<BenchTransfer> transfers_;
  Load under_way_ = 0;
  Load executed_ = 0;
  std::int64_t decisions_ = 0;
};

/// The largest less the smallest.
Load spread(const std::vector<Load>& loads);

}  // namespace isobar::test
