// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "models/schemes/contract/agent.h"

namespace isobar::test {

/// Agents that a test writes: what each does when it starts, and when something comes.
struct Script {
  std::function<void(AgentPe&)> start = {};
  std::function<void(AgentPe&, Node from, const AgentWord&)> word = {};
  std::function<void(AgentPe&, Node from, Load tasks, std::int64_t note)> tasks = {};
  std::function<void(AgentPe&)> load_changed = {};
  std::function<void(AgentPe&)> timer = {};
};

/// One script for all PEs, with one kind of word, of 16 bits.
class Chatter final : public MessageDrivenScheme {
 public:
  explicit Chatter(Script script) : script_(std::move(script)) {}

  const std::vector<WordKind>& words() const override { return words_; }
  std::int64_t note_bits() const override { return 8; }
  std::unique_ptr<Agent> agent(Node /*node*/) const override {
    return std::make_unique<Actor>(script_);
  }

 private:
  class Actor final : public Agent {
   public:
    explicit Actor(const Script& script) : script_(script) {}
    void start(AgentPe& pe) override {
      if (script_.start) script_.start(pe);
    }
    void word(AgentPe& pe, Node from, const AgentWord& word) override {
      if (script_.word) script_.word(pe, from, word);
    }
    void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override {
      if (script_.tasks) script_.tasks(pe, from, tasks, note);
    }
    void load_changed(AgentPe& pe) override {
      if (script_.load_changed) script_.load_changed(pe);
    }
    void timer(AgentPe& pe) override {
      if (script_.timer) script_.timer(pe);
    }

   private:
    const Script& script_;
  };

  Script script_;
  std::vector<WordKind> words_ = {{"word", 16}};
};

}  // namespace isobar::test
