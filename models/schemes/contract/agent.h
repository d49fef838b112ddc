// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/link/task.h"
#include "models/schemes/contract/scheme_statistics.h"
#include "models/types.h"

namespace isobar {

/// A kind of word between agents.
struct WordKind {
  std::string name;       ///< as it is shown: `load`, `request`
  std::int64_t bits = 1;  ///< its length, without its address
  /// Whether an agent decides by the last such word of each sender when others have come since;
  /// false spares a large fabric the memory.
  bool remembered = true;
  bool to_many = false;  ///< agents say it to many PEs at once (AgentPe::send_words)
};

/// A word between agents: a number of the scheme's kinds, and what it says.
struct AgentWord {
  std::size_t kind = 0;     ///< the place of its kind in the scheme's list
  std::int64_t value = 0;   ///< what it says
  std::int64_t detail = 0;  ///< a second number, where its kind has one
};

class PersistentTasks;

/// All that a PE's balancing hardware can see and do: its own state, and messages by address. What
/// it sends is paid for by the PE (`handling`) and on the links.
class AgentPe {
 public:
  virtual ~AgentPe() = default;

  /// The PE's own number, a wired constant, as the fabric's shape is.
  virtual Node node() const = 0;
  /// The fabric's shape, which every PE knows.
  virtual const Fabric& fabric() const = 0;
  /// Tasks that wait in the queue; the one that is worked on is not among them.
  virtual Load load() const = 0;
  /// Tasks that its executors work on, which are not among its load.
  virtual Load working() const = 0;
  /// Tasks that its executors have taken from the queue so far, and that they have put there.
  virtual Load taken() const = 0;
  /// Tasks that its executors have put into the queue so far.
  virtual Load created() const = 0;
  /// The PE's own cycle counter.
  virtual Cycle now() const = 0;

  /// Sends a word to any PE but itself.
  virtual void send_word(Node to, const AgentWord& word) = 0;
  /// Sends a word to each of the `count` PEs from `first` on but itself: one message after another,
  /// or, if the fabric's routers replicate words, one message.
  virtual void send_words(Node first, Node count, const AgentWord& word) {
    for (Node to = first; to < first + count; ++to) {
      if (to != node()) send_word(to, word);
    }
  }
  /// Whether the routers replicate a word to many PEs (`broadcast = "tree"`), a wired constant.
  virtual bool has_broadcast() const { return false; }
  /// Sends as many of `tasks` as it holds, at most `tasks_per_message` a message; returns how many.
  /// `note` goes with each message, in the bits that the scheme says (`note_bits`).
  virtual Load send_tasks(Node to, Load tasks, std::int64_t note = 0,
                          QueueEnd end = QueueEnd::oldest) = 0;
  /// Agent::timer is called `after` ≥ 1 cycles from now; one that has not gone off is forgotten.
  virtual void set_timer(Cycle after) = 0;
  /// While it is held the executor rests, as in a program that waits for a message.
  virtual void hold(bool held) = 0;
  /// Null unless the application's tasks are persistent (persistent_tasks.h).
  virtual PersistentTasks* persistent_tasks() = 0;
  /// The decision that is being taken uses what the last word of `kind` from `source` said: its age
  /// is measured (Willebeek-LeMair and Reeves, Section IV.D). Of a kind that is not remembered only
  /// the word to which the agent reacts.
  virtual void decides_by(Node source, std::size_t kind) = 0;

 protected:
  AgentPe() = default;
  AgentPe(const AgentPe&) = default;
  AgentPe& operator=(const AgentPe&) = default;
};

/// The balancing hardware of one PE, or its balancing program: it reacts to what happens there.
/// Each reaction sees the PE as it then is. It knows nothing but what messages have said.
class Agent {
 public:
  virtual ~Agent() = default;

  /// Called before the first cycle.
  virtual void start(AgentPe& /*pe*/) {}
  /// A word has come from another PE.
  virtual void word(AgentPe& /*pe*/, Node /*from*/, const AgentWord& /*word*/) {}
  /// `tasks` of one message have been put at the tail of the queue.
  virtual void tasks(AgentPe& /*pe*/, Node /*from*/, Load /*tasks*/, std::int64_t /*note*/) {}
  /// The executor took tasks or created some: the load is another than at the last reaction.
  virtual void load_changed(AgentPe& /*pe*/) {}
  /// The timer has gone off (AgentPe::set_timer).
  virtual void timer(AgentPe& /*pe*/) {}

  /// What the agent has counted of its own work: the names that the scheme's registration declares,
  /// in the same order in all agents. The sums over a fabric are reported.
  virtual SchemeStatistics statistics() const { return {}; }

 protected:
  Agent() = default;
  Agent(const Agent&) = default;
  Agent& operator=(const Agent&) = default;
};

/// Contract of a message-driven scheme: an agent in each PE.
class MessageDrivenScheme {
 public:
  virtual ~MessageDrivenScheme() = default;

  /// At least one kind if any word is ever sent.
  virtual const std::vector<WordKind>& words() const = 0;
  /// Bits of the note that goes with a transfer.
  virtual std::int64_t note_bits() const { return 0; }
  /// Makes the agent of a PE.
  virtual std::unique_ptr<Agent> agent(Node node) const = 0;

 protected:
  MessageDrivenScheme() = default;
  MessageDrivenScheme(const MessageDrivenScheme&) = default;
  MessageDrivenScheme& operator=(const MessageDrivenScheme&) = default;
};

}  // namespace isobar
