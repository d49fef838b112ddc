// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/rtl_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "models/bits.h"
#include "models/errors.h"
#include "models/experiment/message_header.h"
#include "models/experiment/phase_ends.h"
#include "models/schemes/contract/equal_portions.h"
#include "models/schemes/contract/ordered_triangles.h"
#include "models/schemes/contract/pair_halving.h"
#include "models/schemes/contract/stealing_rule.h"

namespace isobar {
namespace {

/// Says why an experiment's PE does not exist as RTL, and is empty where it does. It is a value and
/// no exception, because costs ask in the middle of runs whether the RTL exists.
using Refusal = std::optional<std::string>;

constexpr std::int64_t max_lanes = 4096;
constexpr std::int64_t max_task_bits = 4096;
constexpr std::int64_t max_depth = std::int64_t{1} << 20;
constexpr Cycle max_latency = 1 << 16;
constexpr std::int64_t max_slot = (std::int64_t{1} << 31) - 1;

std::string class_name(std::int64_t lanes, std::int64_t cycles) {
  return fmt::format("{} {} of {} {} a bit", lanes, lanes == 1 ? "lane" : "lanes", cycles,
                     cycles == 1 ? "cycle" : "cycles");
}

/// The bits of each message that goes over the links of a dimension.
std::vector<std::int64_t> messages_of(const Experiment& experiment, const RtlParameters& p,
                                      unsigned dimension) {
  if (p.design == RtlDesign::stealing) {
    const auto bits = p.message_bits();
    return {bits.begin(), bits.end()};
  }
  std::vector<std::int64_t> messages = {p.task_bits, p.load_bits};
  if (any_end_is_paid(experiment) && experiment.phase_end == PhaseEnd::words) messages.push_back(1);
  if (p.design == RtlDesign::hhc && dimension == 1) messages.push_back(2 * p.load_bits);
  return messages;
}

Refusal find_link(const Experiment& experiment, const RtlParameters& p, unsigned dimension,
                  std::int64_t lanes, RtlLink& link) {
  const auto& timing = experiment.links[dimension - 1];
  const Rational ratio = timing.bits_per_cycle();
  link = {ratio.numerator(), ratio.denominator(), timing.setup(), timing.latency()};
  if (lanes != 0) {
    if (lanes % link.lanes != 0) {
      return fmt::format(
          "dimension {}: bandwidth/clock is {}/{}, so the lanes must be a multiple of {}, not {}",
          dimension, link.lanes, link.cycles_per_bit, link.lanes, lanes);
    }
    link.cycles_per_bit *= lanes / link.lanes;
    link.lanes = lanes;
  }
  if (link.lanes > max_lanes) {
    return fmt::format("dimension {}: bandwidth/clock is {}/{}; the RTL has at most {} lanes",
                       dimension, ratio.numerator(), ratio.denominator(), max_lanes);
  }
  for (const auto bits : messages_of(experiment, p, dimension)) {
    if (link.beats(bits) * link.cycles_per_bit == timing.serial(bits)) {
      continue;
    }
    return fmt::format(
        "dimension {}: bandwidth/clock is {}/{}, in the RTL {}, with which {} bits take {} cycles "
        "and not {}; the lanes have to divide the bits of {}",
        dimension, ratio.numerator(), ratio.denominator(),
        class_name(link.lanes, link.cycles_per_bit), bits, link.beats(bits) * link.cycles_per_bit,
        timing.serial(bits), p.design == RtlDesign::stealing ? "messages" : "tasks and words");
  }
  return {};
}

Refusal refuse_above(std::int64_t most, const char* what, std::int64_t value) {
  if (value <= most) return {};
  return fmt::format("{} is {}; the RTL takes at most {}", what, value, most);
}

/// The cycles from the first of a message's set-up to the first in which it can be used.
Cycle passage(const RtlLink& link, std::int64_t bits) {
  return link.setup + link.beats(bits) * link.cycles_per_bit + link.latency;
}

/// The longest phase, or of one that ends by words its longest part that is counted.
Cycle phase_cycles(const RtlParameters& p, const RtlLink& link) {
  const auto tasks = p.fixed_slot ? p.depth * p.task_bits : p.task_bits;
  auto words = passage(link, p.load_bits);
  // Its reports, the division and its orders are counted as one.
  if (p.design == RtlDesign::hhc) words += p.decision + passage(link, 2 * p.load_bits);
  return words + 1 + passage(link, tasks);
}

/// The longest time that is counted: of a phase, or of a message where there are none.
Cycle longest_cycles(const RtlParameters& p, const RtlLink& link) {
  if (p.design != RtlDesign::stealing) return phase_cycles(p, link);
  const auto messages = p.message_bits();
  return passage(link, *std::max_element(messages.begin(), messages.end()));
}

/// What no PE can be whose phases are no fixed slots of one task.
Refusal refuse_phases(const Experiment& experiment, const char* scheme) {
  if (experiment.application) {
    return fmt::format(
        "in {} the RTL's streams are served between steps only, so no application "
        "runs on it",
        scheme);
  }
  if (experiment.phase_end == PhaseEnd::free) {
    return "phase_end = free: no hardware knows for nothing that a phase is over: words or slot";
  }
  if (experiment.phase_end == PhaseEnd::tree) {
    return "phase_end = tree: its wires are not built as RTL: words or slot";
  }
  return {};
}

/// What no PE can be that gives tasks by several ports at once.
Refusal refuse_credits(const Experiment& experiment, const char* scheme) {
  if (!experiment.credits) return {};
  return fmt::format(
      "queue_depth = {}: with less than the tasks at the start PEs grant each other "
      "room, which is not built as RTL for {}",
      experiment.queue_depth, scheme);
}

/// What a PE of dimension exchange cannot be.
Refusal refuse_exchange(const Experiment& experiment) {
  const auto& fabric = experiment.fabric;
  const auto pair = [](std::uint32_t radix) { return radix <= 2; };
  if (!fabric.closed() || !std::all_of(fabric.radices().begin(), fabric.radices().end(), pair)) {
    return fmt::format(
        "in dimension exchange a PE of the RTL has one neighbour in each dimension: a "
        "hypercube or ring:2, not {}",
        fabric.name());
  }
  return refuse_phases(experiment, "dimension exchange");
}

/// What a PE of averaging cannot be, but for its links and times.
Refusal refuse_averaging(const Experiment& experiment) {
  const auto& fabric = experiment.fabric;
  const auto is_ring = [](std::uint32_t radix) { return radix != 2; };
  if (!fabric.closed() || !std::all_of(fabric.radices().begin(), fabric.radices().end(), is_ring) ||
      fabric.dimensions() > RtlParameters::max_averaging_dimensions) {
    return fmt::format(
        "in averaging a PE of the RTL has a successor and a predecessor in each of at "
        "most {} dimensions: a ring or torus of radices of at least 3, not {}",
        RtlParameters::max_averaging_dimensions, fabric.name());
  }
  if (auto no = refuse_phases(experiment, "averaging")) return no;
  return refuse_credits(experiment, "averaging");
}

/// What a PE of HHC algorithm B cannot be, but for its times. The fabric is an HHC, or the scheme
/// would not run.
Refusal refuse_hhc(const Experiment& experiment) {
  if (auto no = refuse_phases(experiment, "HHC algorithm B")) return no;
  return refuse_credits(experiment, "HHC algorithm B");
}

/// What no PE of work stealing can be, whatever its links and times.
Refusal refuse_stealing(const Experiment& experiment, const StealingRule& rule) {
  const auto& fabric = experiment.fabric;
  if (rule.victims == VictimChoice::random) {
    return "victims = random: no PE has the 19,937 bits of its generator: --scheme "
           "steal:victims=xorshift, which draws with 32, or ring or nearest";
  }
  if (!fabric.closed()) {
    return fmt::format(
        "in work stealing a PE of the RTL has a neighbour at each port: a product of "
        "rings, not {}",
        fabric.name());
  }
  const auto& balancer = experiment.balancer;
  if (balancer.software) {
    return "balancer = software: the RTL is a balancer beside the executor: hardware";
  }
  if (balancer.tasks_per_message != 1) {
    return fmt::format(
        "tasks_per_message = {}: a transfer of the RTL is one task: 1",
        balancer.tasks_per_message == 0 ? "any" : fmt::format("{}", balancer.tasks_per_message));
  }
  if (balancer.handling < 1) {
    return fmt::format("handling = {}: the RTL takes a message in in at least a cycle",
                       balancer.handling);
  }
  if (experiment.most_executors() > 1) {
    return fmt::format("a PE has {} executors; the streams of the RTL are those of one",
                       experiment.most_executors());
  }
  if (experiment.switching == Switching::circuit) {
    return "switching = circuit: the RTL sends a message to a neighbour as it is: "
           "store-and-forward";
  }
  if (experiment.routing == Routing::random) {
    return "routing = random: the RTL's messages go the shortest way: shortest";
  }
  if (experiment.broadcast == Broadcast::tree) {
    return "broadcast = tree: the RTL's routers replicate nothing: sends";
  }
  if (rule.victims == VictimChoice::nearest) return {};
  if (experiment.switching != Switching::store_and_forward) {
    return "switching = cut-through: a message goes on in the RTL when all of it is there: "
           "store-and-forward";
  }
  if (experiment.buffers != 1) {
    return fmt::format("buffers = {}: a port of the RTL has one of each class: 1",
                       experiment.buffers);
  }
  if (experiment.application && experiment.application()->iterations() > 0) {
    return "an application with iterations: the RTL's balancer conducts none";
  }
  return {};
}

/// Whether the queue of a PE of work stealing is quick enough for what its links bring.
Refusal refuse_stealing_times(const RtlParameters& p, bool has_executors) {
  if (auto no = refuse_above(max_slot, "the cycles of a message's handling", p.handling)) return no;
  if (auto no = refuse_above(max_slot, "retry_max", p.retry_max)) return no;
  for (const auto& ring : p.rings) {
    const auto busy = [&](std::int64_t bits) {
      return ring.link.setup + ring.link.beats(bits) * ring.link.cycles_per_bit;
    };
    const auto [request, reply, transfer] = p.message_bits();
    static_cast<void>(request);
    if (busy(reply) + p.handling < p.least_reply_cycles()) {
      return fmt::format(
          "dimension {}: a reply and its handling take {} cycles, and the RTL takes {} "
          "to serve the queue's other ports meanwhile",
          ring.dimension, busy(reply) + p.handling, p.least_reply_cycles());
    }
    // Until its queue is full an executor may put a task a cycle, and nothing that comes lands.
    if (has_executors && p.depth - 1 >= busy(transfer) - 2) {
      return fmt::format(
          "dimension {}: a task takes {} cycles, in which an executor must be able to "
          "fill the queue, and so its depth, {}, is at most {}",
          ring.dimension, busy(transfer), p.depth, busy(transfer) - 2);
    }
  }
  return {};
}

/// Whether division and queue of a PE of averaging or HHC algorithm B are quick enough.
Refusal refuse_times(const RtlParameters& p) {
  if (p.decision < p.least_decision() && p.design == RtlDesign::hhc) {
    return fmt::format(
        "a division of {} cycles: with a queue of {} the RTL takes {} for the sum of "
        "three loads: --scheme hhc-b:division={}",
        p.decision, p.depth, p.least_decision(), p.least_decision());
  }
  if (p.decision < p.least_decision()) {
    return fmt::format(
        "a decision of {} cycles: with a queue of {} and {} ports the RTL takes {} to "
        "divide and to find the first tasks: --scheme nna-portions:decision={}",
        p.decision, p.depth, p.ports(), p.least_decision(), p.least_decision());
  }
  for (const auto& ring : p.rings) {
    const auto& link = ring.link;
    const auto task = link.beats(p.task_bits) * link.cycles_per_bit;
    if (task >= p.least_task_cycles(link)) continue;
    return fmt::format(
        "dimension {}: a task takes {} cycles, and the RTL takes {} to serve the "
        "queue's other ports meanwhile",
        ring.dimension, task, p.least_task_cycles(link));
  }
  return {};
}

/// What the experiment's scheme is as RTL.
Refusal find_design(const Experiment& experiment, RtlParameters& p) {
  if (const auto rule = stealing_rule(experiment.agents.get())) {
    if (auto no = refuse_stealing(experiment, *rule)) return no;
    p.design = RtlDesign::stealing;
    p.victims = rule->victims;
    p.half = rule->half;
    p.retry = rule->retry;
    p.retry_max = rule->retry_max;
    p.handling = experiment.balancer.handling;
    p.fetch_newest = experiment.fetch == QueueEnd::newest;
    p.address_bits = log2_up(experiment.fabric.pes());
    p.header_bits = header_bits(experiment);
    return {};
  }
  const auto* scheme = experiment.scheme.get();
  if (const auto liquid = scheme ? scheme->liquid_condition() : std::nullopt) {
    p.condition = *liquid;
    return {};
  }
  if (halves_pairs(scheme)) {
    if (auto no = refuse_exchange(experiment)) return no;
    p.design = RtlDesign::exchange;
  } else if (gives_equal_portions(scheme)) {
    if (auto no = refuse_averaging(experiment)) return no;
    p.design = RtlDesign::averaging;
    p.decision = scheme->phases()[0].decision;
  } else if (orders_triangles(scheme)) {
    if (auto no = refuse_hhc(experiment)) return no;
    p.design = RtlDesign::hhc;
    p.decision = scheme->phases()[0].decision;
  } else {
    return "only the Liquid model, dimension exchange, averaging by equal portions, HHC algorithm "
           "B "
           "and work stealing exist as RTL: lm-c0 to lm-c5, de, nna-portions and hhc-b, not "
           "weighted, "
           "and steal:victims=nearest, ring or xorshift";
  }
  p.fixed_slot = experiment.phase_end == PhaseEnd::slot;
  return {};
}

/// Sets `p` to the parameters of the experiment's PE. After a refusal they mean nothing.
Refusal find(const Experiment& experiment, const std::vector<std::int64_t>& lanes,
             RtlParameters& p) {
  if (auto no = find_design(experiment, p)) return no;
  if (experiment.link_map) {
    return "links of the same dimension differ; the RTL has one kind of link in each dimension";
  }
  const bool either_end = p.design == RtlDesign::stealing;
  if (experiment.application && experiment.fetch != QueueEnd::oldest && !either_end) {
    return "executors fetch the newest task, and the RTL's queue hands out its oldest: "
           "fetch = oldest";
  }
  p.task_bits = experiment.task_bits;
  p.load_bits = experiment.load_bits;
  p.depth = experiment.queue_depth;
  p.queue_memory = experiment.queue_memory;
  if (auto no = refuse_above(max_task_bits, "a task's bits", p.task_bits)) return no;
  if (auto no = refuse_above(max_depth, "the queue's depth", p.depth)) return no;
  for (unsigned d = 1; d <= experiment.fabric.radices().size(); ++d) {
    if (experiment.fabric.radix(d) == 1) continue;
    const auto wanted = lanes.size() >= d ? lanes[d - 1] : 0;
    RtlLink link;
    if (auto no = find_link(experiment, p, d, wanted, link)) return no;
    if (auto no = refuse_above(max_latency, "a link's latency", link.latency)) return no;
    if (p.has_phases() && p.task_bits % link.lanes != 0) {
      return fmt::format(
          "dimension {}: the lanes, {}, have to divide the {} bits of a task, for the "
          "tasks of a transfer follow each other without a gap",
          d, link.lanes, p.task_bits);
    }
    const auto full_queue = p.fixed_slot ? p.depth * p.task_bits : 0;
    if (auto no = refuse_above(max_slot, "the bits of a full queue", full_queue)) return no;
    const auto longest = longest_cycles(p, link);
    if (auto no = refuse_above(
            max_slot, either_end ? "the cycles of a message" : "the cycles of a phase", longest))
      return no;
    p.rings.push_back({d, experiment.fabric.radix(d), link});
  }
  if (p.rings.empty()) return "a PE of the RTL has at least one ring, this fabric none";
  if (p.design == RtlDesign::stealing) {
    if (auto no = refuse_stealing_times(p, static_cast<bool>(experiment.application))) return no;
  }
  if (p.serves_ports_at_once()) {
    if (auto no = refuse_times(p)) return no;
    if (auto no = refuse_above(max_slot, "the cycles of a phase's end", p.longest_wait()))
      return no;
  }
  return {};
}

}  // namespace

RtlParameters RtlParameters::of(const Experiment& experiment,
                                const std::vector<std::int64_t>& lanes) {
  RtlParameters p;
  if (const auto no = find(experiment, lanes, p)) throw ValueError(*no);
  return p;
}

bool RtlParameters::exist_for(const Experiment& experiment) {
  RtlParameters p;
  return !find(experiment, {}, p);
}

std::int64_t RtlParameters::buffer_classes() const {
  std::int64_t diameter = 0;
  for (const auto& ring : rings) diameter += ring.radix / 2;
  return std::max<std::int64_t>(diameter - 1, 1);
}

std::size_t RtlParameters::pairs_before(std::size_t ring) const {
  std::size_t pairs = 0;
  for (std::size_t before = 0; before < ring; ++before) pairs += rings[before].radix == 2 ? 1 : 0;
  return pairs;
}

std::size_t RtlParameters::neighbours_ring(std::size_t rtl_port) const {
  std::size_t ring = 0;
  while (first_port(ring + 1) <= rtl_port) ++ring;
  return ring;
}

std::size_t RtlParameters::port(const Port& port) const {
  const auto found = std::find_if(rings.begin(), rings.end(),
                                  [&](const RtlRing& r) { return r.dimension == port.dimension; });
  const auto ring = static_cast<std::size_t>(found - rings.begin());
  const bool is_second =
      first_port(ring + 1) - first_port(ring) > 1 && port.direction == Direction::predecessor;
  return first_port(ring) + (is_second ? 1 : 0);
}

// As isobar_averaging_pe and isobar_hhc_pe have both.

Cycle RtlParameters::least_decision() const {
  if (design == RtlDesign::hhc) return log2_up(3 * static_cast<std::uint64_t>(depth) + 1) + 2;
  const auto rest_bits = log2_up(ports() + 1);
  const auto depth_bits = log2_up(static_cast<std::uint64_t>(depth) + 1);
  const auto division = std::max(depth_bits, rest_bits) - rest_bits + 1;
  return division + static_cast<Cycle>(ports()) + 4;
}

Cycle RtlParameters::least_task_cycles(const RtlLink& link) const {
  constexpr Cycle of_two_ways = 4;
  if (design == RtlDesign::hhc) return of_two_ways;
  Cycle latest = 0;
  for (const auto& ring : rings) latest = std::max(latest, ring.link.setup + ring.link.latency);
  return static_cast<Cycle>(ports()) + 2 + latest - link.setup - link.latency;
}

Cycle RtlParameters::longest_wait() const {
  Cycle cycles = 0;
  for (const auto& ring : rings) {
    cycles += fixed_slot ? 0 : static_cast<Cycle>(ring.radix / 2) * passage(ring.link, 1);
  }
  return cycles;
}

std::int64_t RtlParameters::max_lanes() const {
  std::int64_t most = 1;
  for (const auto& ring : rings) most = std::max(most, ring.link.lanes);
  return most;
}

std::int64_t RtlParameters::count_bits() const {
  std::int64_t most = max_lanes();
  Cycle hops = 0;
  for (const auto& ring : rings) {
    most = std::max(most, longest_cycles(*this, ring.link));
    hops += passage(ring.link, 1);
  }
  if (design == RtlDesign::exchange || design == RtlDesign::hhc) most = std::max(most, hops);
  if (design == RtlDesign::averaging) most = std::max({most, decision, longest_wait()});
  if (design == RtlDesign::stealing) most = std::max(most, handling);
  std::int64_t bits = 1;
  while ((std::int64_t{1} << bits) <= most) ++bits;
  return std::max<std::int64_t>(bits, 16);
}

}  // namespace isobar
