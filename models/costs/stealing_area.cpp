// SPDX-License-Identifier: Apache-2.0
#include "models/costs/stealing_area.h"

#include <algorithm>

#include "models/bits.h"
#include "models/costs/area_model.h"
#include "models/costs/link_width.h"
#include "models/costs/queue_area.h"
#include "models/experiment/message_header.h"
#include "models/experiment/rtl_parameters.h"

namespace isobar {
namespace {

constexpr std::int64_t kind_bits = 2;  // of a message

std::int64_t bits_to(std::int64_t most) { return bits_for(static_cast<std::uint64_t>(most) + 1); }

/// As the parameters of the same names in rtl/stealing.
struct Widths {
  explicit Widths(const StealingArea& a) {
    // What no chip has room for need not be told apart, but must be counted without overflow.
    constexpr auto most = std::int64_t{1} << 32U;
    depth = std::min(a.queue_depth, most);
    bits = bits_to(depth);
    port = bits_to(a.ports);
    batch = (depth + 1) / 2;
    place = bits_to(depth + (a.ports + 1) * batch + 3);
    list = bits_to(depth + batch);
    in_batch = bits_for(static_cast<std::uint64_t>(batch));
    line = std::max<std::int64_t>(batch, 2);
    message = kind_bits + 2 * a.address_bits + std::max(a.task_bits, a.load_bits);
    beat = bits_to(std::max({message, a.lanes, a.most_cycles}));
  }
  /// In the memory.
  std::int64_t places() const { return std::int64_t{1} << place; }

  std::int64_t depth;
  std::int64_t bits;
  std::int64_t port;
  std::int64_t batch;     ///< the most tasks that are given at once
  std::int64_t place;     ///< of a place in the memory
  std::int64_t list;      ///< of a place in the list of places
  std::int64_t in_batch;  ///< of one in the list of what has arrived
  std::int64_t line;      ///< the most places in the list of a port
  std::int64_t message;
  std::int64_t beat;  ///< of a count of a message's beats
};

PeCells balancer(const StealingArea& a, const Widths& w) {
  const auto wait = bits_to(a.retry_max);
  const auto handling = bits_to(a.handling);
  PeCells sum = paired_cells(22 * w.bits + 7 * a.ports + 4 * wait + 83,
                             12 + 5 * w.bits + 2 * wait + 3 * w.port + 2 * handling);
  // What waits to be taken, and of each two neighbours whose request came first.
  sum += paired_cells(2 * a.ports * a.ports + 37 * a.ports * w.bits / 10 + 10,
                      1 + 2 * w.bits + a.ports * (2 + w.bits) + a.ports * (a.ports - 1) / 2);
  return sum;
}

PeCells links(const StealingArea& a, const Widths& w) {
  const auto lanes = a.lanes - 1;
  auto port = paired_cells(w.message + (a.has_setup ? 5 : 2) * w.beat + 18 + lanes,
                           w.message + (a.has_setup ? 3 : 2) * w.beat);
  // What a message says is chosen in the LUTs that shift it.
  port += paired_cells(8 * w.beat + 5 * w.bits - 13, 5 + 2 * w.bits + 2 * w.beat);
  const auto contents = std::max(a.task_bits, a.load_bits);
  constexpr std::int64_t errors = 2;
  // Only what the one that was asked sends is kept whole, so one register of this kind serves all
  // ports, whose lanes are chosen among.
  auto sum = paired_cells(16 + (10 + lanes) * a.ports, contents + lanes + errors);
  for (std::int64_t p = 0; p < a.ports; ++p) sum += port;
  return sum;
}

PeCells queue(const StealingArea& a, const Widths& w) {
  const auto places = (std::int64_t{1} << w.list) + (std::int64_t{1} << w.in_batch);
  const auto lists = places * w.place;
  const bool reads_ahead = a.queue_memory == QueueMemory::block_ram;
  // What passes by the memories of the ports' lists is the same for all.
  const auto passes = reads_ahead ? a.ports + w.place : 0;
  const auto counts = a.ports * (bits_to(w.line) + 2 * bits_to(w.line - 1) + 2) + passes +
                      3 * w.list + 2 * w.bits + 3 * w.place + 2 * w.in_batch + 5;
  // With the register to the executor. A task lies ready at each port, and one beside the memory.
  auto sum = paired_cells(3 * a.task_bits + 300 + 38 * a.ports, counts + 2 * a.task_bits);
  sum += cells(0, (a.ports + 1) * a.task_bits);
  // The more places, the more it takes to choose one. Most registers share a cell with a LUT.
  const auto luts = 2 * (w.list - 1) * lists / 5;
  sum += {luts, lists, luts + lists / 4};
  if (!reads_ahead) {
    for (std::int64_t p = 0; p < a.ports; ++p) {
      sum += queue_area(a.queue_memory, w.line, w.place, 0).cells;
    }
    for (const auto bits : {a.task_bits, w.place}) {
      sum += queue_area(a.queue_memory, w.places(), bits, 0).cells;
      sum += cells(0, bits);
    }
  }
  return sum;
}

/// Whether the RTL's queue is quick enough for the links, as RtlParameters asks.
bool is_quick_enough(const Experiment& e) {
  const auto header = header_bits(e);
  const auto least_reply = least_stealing_reply(pe_ports(e.fabric));
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    if (e.links_of_class(one) == 0) continue;
    const auto& link = e.links[one];
    if (link.busy(header + e.load_bits) + e.balancer.handling < least_reply) return false;
    // In a task's time an executor must be able to fill the queue.
    if (e.application && e.queue_depth > link.busy(header + e.task_bits) - 2) return false;
  }
  return true;
}

}  // namespace

std::optional<StealingRule> stealing_in_hardware(const Experiment& e) {
  const auto rule = stealing_rule(e.agents.get());
  if (!rule || rule->victims != VictimChoice::nearest || !e.fabric.closed() ||
      e.fabric.dimensions() == 0)
    return {};
  const auto& balancer = e.balancer;
  if (balancer.software || balancer.tasks_per_message != 1 || balancer.handling < 1) return {};
  if (e.most_executors() > 1 || e.switching == Switching::circuit || e.routing == Routing::random ||
      e.broadcast == Broadcast::tree) {
    return {};
  }
  if (!is_quick_enough(e)) return {};
  return rule;
}

StealingArea stealing_area(const Experiment& e) {
  StealingArea a;
  a.ports = pe_ports(e.fabric);
  a.task_bits = e.task_bits;
  a.load_bits = e.load_bits;
  a.queue_depth = e.queue_depth;
  a.queue_memory = e.queue_memory;
  a.address_bits = log2_up(e.fabric.pes());
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    if (e.links_of_class(one) == 0) continue;
    const auto& link = e.links[one];
    a.lanes = std::max(a.lanes, built_lanes(e, link));
    a.most_cycles =
        std::max({a.most_cycles, link.setup(), Cycle{link.bits_per_cycle().denominator()}});
    a.has_setup = a.has_setup || link.setup() > 0;
  }
  a.handling = e.balancer.handling;
  if (const auto rule = stealing_rule(e.agents.get())) a.retry_max = rule->retry_max;
  return a;
}

PeParts stealing_parts(const StealingArea& a) {
  constexpr std::int64_t counter_bits = 32;
  const Widths w(a);
  const auto counters = (a.has_setup ? 3 : 2) * a.ports * counter_bits;
  PeParts parts;
  parts.balancing = balancer(a, w);
  parts.links = links(a, w);
  parts.queue = queue(a, w);
  parts.instrumentation = paired_cells(counters, counters);
  return parts;
}

std::int64_t stealing_block_rams(const StealingArea& a) {
  const Widths w(a);
  const auto rams = [&](Load depth, std::int64_t bits) {
    return queue_area(a.queue_memory, depth, bits, a.load_bits).block_rams;
  };
  return rams(w.places(), a.task_bits) + rams(w.places(), w.place) +
         a.ports * rams(w.line, w.place);
}

}  // namespace isobar
