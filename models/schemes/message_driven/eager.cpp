// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/eager.h"

#include <fmt/format.h>

#include <array>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/message_driven/victims.h"
#include "models/schemes/parts/agents.h"

namespace isobar {

void EagerSenderAgent::start(AgentPe& pe) { load_changed(pe); }

void EagerSenderAgent::load_changed(AgentPe& pe) {
  const bool arrived = pe.load() > seen_;
  seen_ = pe.load();
  if (!arrived) return;
  vain_ = 0;
  if (probing_) return;
  probe(pe);
}

void EagerSenderAgent::tasks(AgentPe& pe, Node /*from*/, Load tasks, std::int64_t /*note*/) {
  // They were taken, which is no arrival.
  coming_ -= tasks;
  seen_ = pe.load();
}

void EagerSenderAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  switch (word.kind) {
    case probe_word: {
      const bool takes = total(pe) + coming_ < threshold_;
      if (takes) ++coming_;
      pe.decides_by(from, probe_word);
      pe.send_word(from, {answer_word, takes ? 1 : 0});
      return;
    }
    case withdraw_word:
      --coming_;
      return;
    default:
      break;
  }
  probing_ = false;
  vain_ = word.value != 0 ? 0 : vain_ + 1;
  if (word.value != 0) {
    pe.decides_by(from, answer_word);
    const bool still = total(pe) > threshold_;
    if (!still || pe.send_tasks(from, 1, 0, QueueEnd::newest) == 0) {
      pe.send_word(from, {withdraw_word});
    }
    seen_ = pe.load();
  }
  if (vain_ < probes_) probe(pe);
}

void EagerSenderAgent::probe(AgentPe& pe) {
  if (total(pe) <= threshold_) return;
  const Node whom = random_other(random_, pe.fabric().pes(), pe.node());
  if (whom == pe.node()) return;
  probing_ = true;
  pe.send_word(whom, {probe_word});
}

Node EagerReceiverAgent::next(AgentPe& pe) {
  return random_other(random_, pe.fabric().pes(), pe.node());
}

namespace {

ParameterOf<Load> threshold_parameter(const char* help) {
  return parameter("threshold", help).range(1, 1e15, "tasks").whole(1);
}
const auto sender_threshold = threshold_parameter("T: tasks of a PE that is not overloaded");
const auto receiver_threshold =
    threshold_parameter("T: a PE asks with fewer waiting tasks, gives if it has more than T more");
const auto probes_parameter =
    parameter("probes", "PEs that are probed one after the other at most").range(1, 1e9).whole(3);

std::unique_ptr<MessageDrivenScheme> make_sender(const SchemeSetting& setting) {
  const auto threshold = setting.parameters.get(sender_threshold);
  const auto probes = setting.parameters.get(probes_parameter);
  const auto seed = setting.seed;
  return std::make_unique<Agents>(
      std::vector<WordKind>{{"probe", 1, false}, {"answer", 1, false}, {"withdraw", 1, false}},
      [=](Node node) {
        return std::make_unique<EagerSenderAgent>(
            threshold, probes, SmallRandom(seed, fmt::format("eager-sender {}", node)));
      });
}

std::unique_ptr<MessageDrivenScheme> make_receiver(const SchemeSetting& setting) {
  const auto threshold = setting.parameters.get(receiver_threshold);
  const auto probes = setting.parameters.get(probes_parameter);
  const auto retry = exponential_backoff(setting.parameters);
  const auto seed = setting.seed;
  return std::make_unique<Agents>(AskingAgent::kinds(1), [=](Node node) {
    return std::make_unique<EagerReceiverAgent>(
        threshold, probes, retry, SmallRandom(seed, fmt::format("eager-receiver {}", node)));
  });
}

const std::array<RegisterScheme, 2> registered = {{
    RegisterScheme({"eager-sender",
                    "sender policy: a task that comes to a PE above T goes to one that a random "
                    "probe finds at T or below with it",
                    "Eager, Lazowska and Zahorjan 1986; Willebeek-LeMair and Reeves 1993, Section "
                    "IV.A",
                    {sender_threshold, probes_parameter},
                    needs_nothing,
                    {},
                    make_sender},
                   {},
                   "a PE sends a task on only when one comes to it that makes more than "
                   "`threshold`, as an application's new tasks do; a smaller `threshold` sends "
                   "sooner"),
    RegisterScheme(
        {"eager-receiver",
         "receiver policy: a PE with fewer than T waiting tasks gets one from a PE that "
         "a random probe finds above T",
         "Eager, Lazowska and Zahorjan 1986; Willebeek-LeMair and Reeves 1993, Section "
         "IV.A",
         together({{receiver_threshold, probes_parameter}, backoff_parameters(0)}),
         needs_nothing,
         {},
         make_receiver},
        {},
        "a PE asks only with fewer than `threshold` waiting tasks, and after `probes` in "
        "vain not before `retry`; a greater `threshold` asks sooner"),
}};

}  // namespace
}  // namespace isobar
