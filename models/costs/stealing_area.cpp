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
    batch = (depth + 1) / 2;
    ports = a.others == 0 ? a.ports : a.buffers.lines;
    thieves = a.others == 0 ? a.ports : a.others;
    thief = bits_to(thieves);
    place = bits_to(depth + (thieves + 1) * batch + 3);
    list = bits_to(depth + batch);
    in_batch = bits_for(static_cast<std::uint64_t>(batch));
    line = std::max<std::int64_t>((a.others == 0 ? 1 : a.others) * batch, 2);
    message = kind_bits + 2 * a.address_bits + std::max(a.task_bits, a.load_bits);
    beat = bits_to(std::max({message, a.lanes, a.most_cycles}));
  }
  /// In the memory.
  std::int64_t places() const { return std::int64_t{1} << place; }

  std::int64_t depth;
  std::int64_t bits;
  std::int64_t ports;  ///< by which tasks leave the queue; with a router its lines
  std::int64_t thieves;
  std::int64_t thief;     ///< of one of them
  std::int64_t batch;     ///< the most tasks that are given at once
  std::int64_t place;     ///< of a place in the memory
  std::int64_t list;      ///< of a place in the list of places
  std::int64_t in_batch;  ///< of one in the list of what has arrived
  std::int64_t line;      ///< the most places in the list of a port
  std::int64_t message;
  std::int64_t beat;  ///< of a count of a message's beats
};

/// A queue in block RAM in which at most `most` entries of `bits` bits each wait.
QueueArea waiting(std::int64_t most, std::int64_t bits) {
  return queue_area(QueueMemory::block_ram, most, bits, bits_to(most));
}

/// The bits of a request in the inbox of a PE with a router: they say who asks, whether it works,
/// and how many messages came before.
std::int64_t request_bits(const StealingArea& a, const Widths& w) {
  return a.address_bits + 1 + w.bits + 1;
}

/// The registers that remember, for every two of `count` messages, which of them came first.
PeCells order(std::int64_t count) { return paired_cells(0, count * (count - 1) / 2); }

PeCells balancer(const StealingArea& a, const Widths& w) {
  const auto wait = bits_to(a.retry_max);
  const auto handling = bits_to(a.handling);
  PeCells sum = paired_cells(22 * w.bits + 4 * wait + 83,
                             12 + 5 * w.bits + 2 * wait + 3 * w.thief + 2 * handling);
  // Whom it asks next is drawn from a number of 32 bits, times how many there are.
  if (a.drawn) sum += paired_cells(200, 32 - w.thief);
  // What waits to be taken.
  if (a.others == 0) {
    sum += paired_cells(2 * a.ports * a.ports + 37 * a.ports * w.bits / 10 + 10,
                        1 + 2 * w.bits + a.ports * (2 + w.bits));
  } else {
    const auto bits = request_bits(a, w);
    sum += paired_cells(2 * a.ports * bits + 4 * a.ports * (a.ports - 1) + 21,
                        3 + 4 * w.bits + a.ports * (1 + bits));
    sum += waiting(a.others + 1, bits).cells;
  }
  sum += order(a.ports);
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
  const auto passes = reads_ahead ? w.ports + w.place : 0;
  const auto port = bits_to(w.line) + 2 * bits_to(w.line - 1) + 2;
  const auto counts =
      w.ports * port + passes + 3 * w.list + 2 * w.bits + 3 * w.place + 2 * w.in_batch + 5;
  // With the register to the executor. A task lies ready at each port, and one beside the memory.
  const auto serves = a.others == 0 ? 38 : 9 + 7 * port / 2;
  auto sum = paired_cells(3 * a.task_bits + 300 + serves * w.ports, counts + 2 * a.task_bits);
  sum += cells(0, (w.ports + 1) * a.task_bits);
  // The more places, the more it takes to choose one. Most registers share a cell with a LUT.
  const auto luts = 2 * (w.list - 1) * lists / 5;
  sum += {luts, lists, luts + lists / 4};
  if (!reads_ahead) {
    for (std::int64_t p = 0; p < w.ports; ++p) {
      sum += queue_area(a.queue_memory, w.line, w.place, 0).cells;
    }
    for (const auto bits : {a.task_bits, w.place}) {
      sum += queue_area(a.queue_memory, w.places(), bits, 0).cells;
      sum += cells(0, bits);
    }
  }
  return sum;
}

/// The most of a PE's own messages that wait at a port, as isobar_stealing_routed_pe has it.
std::int64_t own_waiting(const StealingArea& a, const Widths& w) {
  return (a.others + 1) * (w.batch + 1);
}

/// The ports with two lines of them.
std::int64_t ports_beyond(const StealingArea& a) { return a.buffers.lines - a.ports; }

/// The bits that are kept of one of them. One for a neighbour has besides how many had joined the
/// other line, where there is one.
std::int64_t own_bits(const StealingArea& a, const Widths& w) {
  return kind_bits + a.address_bits + w.bits;
}

/// The block RAMs of all that waits in a router and has come through it.
std::int64_t waiting_block_rams(const StealingArea& a, const Widths& w) {
  if (a.others == 0) return 0;
  const auto line = bits_to(own_waiting(a, w));
  return waiting(a.others + 1, request_bits(a, w)).block_rams +
         a.ports * waiting(own_waiting(a, w), own_bits(a, w)).block_rams +
         ports_beyond(a) * waiting(own_waiting(a, w), own_bits(a, w) + line).block_rams;
}

/// The router's side of the links, with their serializers and deserializers, and the buffers.
PeCells router(const StealingArea& a, const Widths& w) {
  const auto hops = bits_to(a.buffers.classes + 1);
  const auto line = bits_to(own_waiting(a, w));
  constexpr std::int64_t errors = 2;
  const auto way = 1 + bits_to(a.ports) + hops;
  // What comes in at a port, and what leaves by it.
  auto sum = paired_cells(0, errors);
  const auto in = paired_cells(2 * w.message + 3 * w.beat, w.message + 3 * w.beat + 5);
  const auto out =
      paired_cells(2 * w.message + 102, w.message + (a.has_setup ? 3 : 2) * w.beat + 2);
  for (std::int64_t p = 0; p < a.ports; ++p) {
    sum += in;
    sum += out;
    sum += waiting(own_waiting(a, w), own_bits(a, w)).cells;
  }
  for (std::int64_t p = 0; p < ports_beyond(a); ++p) {
    sum += waiting(own_waiting(a, w), own_bits(a, w) + line).cells;
    // As many ports have buffers.
    sum += paired_cells(0, line + way);
  }
  // What is in a buffer comes from its port, or is shifted; one more bit says that the next PE has
  // it.
  const auto choice = 8 * w.message / 5;
  const PeCells buffer{choice, w.message + 4 + 2 * line, choice + w.message / 4};
  for (std::int64_t b = 0; b < a.buffers.buffers; ++b) sum += buffer;
  // A port chooses among those that leave by it.
  sum += paired_cells(74 * a.buffers.ways, a.buffers.choices + a.buffers.rivals);
  return sum;
}

}  // namespace

std::optional<StealingRule> stealing_in_hardware(const Experiment& e) {
  const auto rule = stealing_rule(e.agents.get());
  return rule && RtlParameters::exist_for(e) ? rule : std::nullopt;
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
  if (const auto rule = stealing_rule(e.agents.get())) {
    a.retry_max = rule->retry_max;
    a.drawn = rule->victims == VictimChoice::xorshift;
    if (rule->victims != VictimChoice::nearest) {
      a.others = e.fabric.pes() - 1;
      a.buffers = router_buffers(e.fabric.radices());
    }
  }
  return a;
}

PeParts stealing_parts(const StealingArea& a) {
  constexpr std::int64_t counter_bits = 32;
  const Widths w(a);
  const auto counters = (a.has_setup ? 3 : 2) * a.ports * counter_bits;
  PeParts parts;
  parts.balancing = balancer(a, w);
  parts.links = a.others == 0 ? links(a, w) : router(a, w);
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
         w.ports * rams(w.line, w.place) + waiting_block_rams(a, w);
}

}  // namespace isobar
