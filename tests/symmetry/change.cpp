// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/change.h"

#include "models/schemes/contract/registry.h"
#include "tests/support/graphs.h"

namespace isobar::test {
namespace {

/// What a goal is reached by happens in the last of its cycles, and in lockstep at their end.
void multiply(Instant& at, int factor, bool in_last_cycle) {
  const Cycle last = in_last_cycle && at.cycles > 0 ? 1 : 0;
  at.cycles = (at.cycles - last) * factor + last;
}

LinkCounters multiplied(LinkCounters link, int factor) {
  for (auto* cycles : {&link.transfer_cycles, &link.word_cycles, &link.setup_cycles}) {
    *cycles *= factor;
  }
  return link;
}

}  // namespace

std::string with_cycles(const std::string& scheme, int factor) {
  std::string text = scheme;
  for (const auto& p : schemes().at(scheme).parameters) {
    const bool in_cycles = p.range_text.find(" cycles") != std::string::npos;
    if (!in_cycles || p.default_text == "auto") continue;
    const int value = p.default_text == "0" ? 5 : std::stoi(p.default_text);
    text += (text == scheme ? ":" : ",") + p.name + "=" + std::to_string(value * factor);
  }
  return text;
}

std::string Change::scheme_before(const std::string& scheme) const {
  return sets_cycles ? with_cycles(scheme, 1) : scheme;
}

std::string Change::scheme_after(const std::string& scheme) const {
  return sets_cycles ? with_cycles(scheme, cycles) : scheme;
}

Experiment Change::of(const Experiment& e, const std::string& scheme) const {
  auto changed = experiment_on(map.to(), scheme_after(scheme), map.moved(e.loads));
  changed.clock = e.clock * clock;
  const auto& link = e.links.front();
  for (auto& each : changed.links) {
    each = LinkTiming(
        {link.bandwidth() * clock / cycles, link.latency() * cycles, link.setup() * cycles},
        changed.clock);
  }
  changed.phase_end = e.phase_end;
  changed.lists_deepest = e.lists_deepest;
  changed.balancer.handling = e.balancer.handling * cycles;
  changed.max_steps = e.max_steps;
  changed.max_cycles = e.max_cycles * cycles;
  changed.goal = e.goal;
  if (e.goal.kind == Goal::Kind::cycles) changed.goal.count *= cycles;
  return changed;
}

RunResult Change::of(RunResult r) const {
  r.loads = map.moved(r.loads);
  r.deepest_queues = map.moved(r.deepest_queues);
  if (r.routed) {
    r.routed->sent = map.moved(r.routed->sent);
    r.routed->received = map.moved(r.routed->received);
  }
  std::vector<LinkCounters> links;
  for (const auto& link : map.moved(r.links)) links.push_back(multiplied(link, cycles));
  r.links = std::move(links);
  const bool in_last_cycle = r.routed.has_value();
  multiply(r.run, cycles, in_last_cycle && r.ending == Ending::rest);
  if (r.to_share) multiply(*r.to_share, cycles, in_last_cycle);
  if (r.to_balance) multiply(*r.to_balance, cycles, in_last_cycle);
  for (auto* part : {&r.spent.words, &r.spent.decision, &r.spent.transfers, &r.spent.barrier}) {
    *part *= cycles;
  }
  if (r.age) {
    r.age->total *= cycles;
    r.age->most *= cycles;
  }
  return r;
}

}  // namespace isobar::test
