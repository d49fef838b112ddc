// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/asking_agent.h"

#include <algorithm>

namespace isobar {
namespace {

/// What one bit can say of the tasks that a PE's executors work on.
Load works(const AgentPe& pe) { return pe.working() > 0 ? 1 : 0; }

}  // namespace

void AskingAgent::start(AgentPe& pe) {
  begin(pe);
  ask(pe);
}

void AskingAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  if (word.kind == request_word) {
    // Who asks while it works on its last task has one that it must not be made ahead by.
    const Load more = pe.load() + works(pe) - word.value;
    const Load given = std::clamp<Load>(gives(std::max<Load>(0, more)), 0, pe.load());
    pe.decides_by(from, request_word);
    pe.send_word(from, {reply_word, given});
    if (given > 0) {
      pe.send_tasks(from, given);
      load_changed(pe);
    } else {
      ask(pe);
    }
    return;
  }
  asked_ = false;
  missing_ += word.value;
  vain_ = word.value > 0 ? 0 : vain_ + 1;
  if (vain_ > 0 && vain_ % tries_ == 0) {
    waits_ = true;
    if (retry_.retry > 0) pe.set_timer(retry_.after(vain_ / tries_));
    return;
  }
  ask(pe);
}

void AskingAgent::tasks(AgentPe& pe, Node /*from*/, Load tasks, std::int64_t /*note*/) {
  missing_ -= tasks;
  ask(pe);
}

void AskingAgent::load_changed(AgentPe& pe) {
  if (waits_ && !lacks(pe.load())) vain_ = 0;
  if (retry_.retry == 0) waits_ = false;
  ask(pe);
}

void AskingAgent::timer(AgentPe& pe) {
  waits_ = false;
  ask(pe);
}

void AskingAgent::ask(AgentPe& pe) {
  if (asked_ || waits_ || missing_ != 0 || !lacks(pe.load())) return;
  const Node whom = next(pe);
  if (whom == pe.node()) return;
  asked_ = true;
  pe.send_word(whom, {request_word, works(pe)});
}

}  // namespace isobar
