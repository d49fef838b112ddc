// SPDX-License-Identifier: Apache-2.0
#include "models/costs/area_model.h"

#include <algorithm>
#include <set>

#include "models/bits.h"
#include "models/costs/link_width.h"
#include "models/costs/queue_area.h"
#include "models/costs/synthesized_pes.h"

namespace isobar {
namespace {

std::int64_t size(const std::vector<unsigned>& ports) {
  return static_cast<std::int64_t>(ports.size());
}

void add_links(const Experiment& e, AreaModel& parts) {
  const auto count_to = [&](std::int64_t most) {
    parts.count_bits = std::max(parts.count_bits, bits_for(static_cast<std::uint64_t>(most) + 1));
  };
  count_to(std::max(parts.task_bits, parts.word_bits));
  for (unsigned port = 0; port < e.fabric.degree(); ++port) {
    for (const auto one : e.classes_leaving(port)) {
      const auto& link = e.links[one];
      count_to((parts.hears ? link.passage(e.load_bits) : 0) + 1 + link.passage(e.task_bits));
      const auto lanes = built_lanes(e, link);
      count_to(lanes);
      parts.lanes = std::max(parts.lanes, lanes);
      parts.has_setup = parts.has_setup || link.setup() > 0;
    }
  }
}

/// The ports by which the PEs at the other ends of links send to these.
std::set<unsigned> senders(const Experiment& e, const std::set<unsigned>& ports) {
  const auto far = e.fabric.far_ports({ports.begin(), ports.end()});
  return {far.begin(), far.end()};
}

/// Words and transfers each have a counter where they are sent, and set-up has one where there is
/// any.
std::int64_t counters(const Experiment& e, const std::set<unsigned>& words,
                      const std::set<unsigned>& transfers) {
  std::set<unsigned> both = words;
  both.insert(transfers.begin(), transfers.end());
  const auto set_up = std::count_if(both.begin(), both.end(), [&](unsigned port) {
    const auto classes = e.classes_leaving(port);
    return std::any_of(classes.begin(), classes.end(),
                       [&](auto one) { return e.links[one].setup() > 0; });
  });
  return static_cast<std::int64_t>(words.size() + transfers.size()) + set_up;
}

void add_phases(const Experiment& e, AreaModel& parts) {
  std::set<unsigned> heard;
  std::set<unsigned> received;
  std::int64_t most_ports = 0;
  for (const auto& phase : e.scheme->phases()) {
    std::set<unsigned> ports(phase.hears.begin(), phase.hears.end());
    ports.insert(phase.receives.begin(), phase.receives.end());
    heard.insert(phase.hears.begin(), phase.hears.end());
    received.insert(phase.receives.begin(), phase.receives.end());
    most_ports = std::max(most_ports, static_cast<std::int64_t>(ports.size()));
    parts.heard_at_once = std::max(parts.heard_at_once, size(phase.hears));
    parts.word_bits = std::max(parts.word_bits, phase.word_bits);
    parts.task_deserializers = std::max(parts.task_deserializers, size(phase.receives));
    if (phase.decision > 1) parts.serial_units = std::max(parts.serial_units, size(phase.hears));
    if (e.credits && !phase.receives.empty()) {
      parts.credit_registers = std::max(parts.credit_registers, 1 + size(phase.receives));
    }
    if (phase.shift) continue;
    parts.subtractors = std::max(parts.subtractors, size(phase.hears));
    parts.transfer_counters = std::max(parts.transfer_counters, 2 * size(phase.receives));
  }
  parts.serializers = std::max<std::int64_t>(1, parts.task_deserializers);
  parts.word_deserializers = most_ports - parts.task_deserializers;
  parts.link_counters = counters(e, senders(e, heard), senders(e, received));
  parts.hears = !heard.empty();
  add_links(e, parts);
}

/// Adds the parts of a message-driven PE, which hears and sends at all ports at once and keeps a
/// load of each neighbour.
void add_agent(const Experiment& e, AreaModel& parts) {
  const auto degree = static_cast<std::int64_t>(pe_ports(e.fabric));
  for (const auto& word : e.agents->words()) parts.word_bits = std::max(parts.word_bits, word.bits);
  parts.serializers = std::max<std::int64_t>(1, degree);
  parts.task_deserializers = degree;
  parts.heard_at_once = degree;
  parts.transfer_counters = degree;
  parts.subtractors = 1;
  std::set<unsigned> ports;
  for (unsigned port = 0; port < degree; ++port) ports.insert(port);
  parts.link_counters = counters(e, ports, ports);
  parts.scheme_registers = degree;
  parts.hears = true;
  add_links(e, parts);
}

/// How often 2 divides a number above 0.
std::int64_t even_times(std::int64_t number) {
  std::int64_t times = 0;
  while (number % 2 == 0) {
    number /= 2;
    ++times;
  }
  return times;
}

PeCells operator*(std::int64_t times, const PeCells& one) {
  return {times * one.luts, times * one.registers, times * one.logic_cells};
}

}  // namespace

unsigned pe_ports(const Fabric& fabric) {
  if (fabric.switches() == 0) return fabric.degree();
  unsigned most = 0;
  for (Node node = 0; node < fabric.pes(); ++node) {
    unsigned used = 0;
    while (used < fabric.degree() && fabric.neighbour(node, used)) ++used;
    most = std::max(most, used);
  }
  return most;
}

AreaModel area_model(const Experiment& e) {
  AreaModel parts;
  parts.task_bits = e.task_bits;
  parts.load_bits = e.load_bits;
  parts.word_bits = e.load_bits;
  parts.queue_depth = e.queue_depth;
  parts.queue_memory = e.queue_memory;
  parts.dimensions = e.fabric.dimensions();
  if (e.agents) {
    add_agent(e, parts);
    return parts;
  }
  parts.phases = static_cast<std::int64_t>(e.scheme->phases().size());
  parts.scheme_registers = static_cast<std::int64_t>(e.scheme->registers());
  add_phases(e, parts);
  // The RTL has a deserializer of its own for the successor at radix 2 too, where one would do.
  const auto liquid = e.scheme->liquid_condition();
  if (liquid) {
    parts.word_deserializers = hears_successor(*liquid) ? 1 : 0;
    parts.heard_at_once = parts.word_deserializers + (hears_predecessor(*liquid) ? 1 : 0);
  }
  return parts;
}

PeParts pe_parts(const AreaModel& p) {
  constexpr std::int64_t counter_bits = 32;
  const auto width = std::max(p.task_bits, p.word_bits);
  PeParts parts;
  parts.queue += queue_area(p.queue_memory, p.queue_depth, p.task_bits, p.load_bits).cells;
  parts.queue += cells(p.task_bits, p.task_bits + 1);  // register to the executor, who writes

  const auto lanes = p.lanes - 1;  // those beyond the first
  parts.balancing +=
      cells(3 * p.dimensions + (p.hears ? 4 * p.load_bits : 0),
            p.count_bits + (p.phases > 1 ? bits_for(static_cast<std::uint64_t>(p.phases)) : 0));
  parts.links += cells((11 + 6 * lanes) * p.dimensions, 0);

  const auto sent = (p.has_setup ? 3 : 2) * p.count_bits;  // beats, cycles of a beat, set-up
  const auto set_up = p.has_setup ? 2 * p.count_bits : 0;  // it is also loaded and compared
  parts.links += p.serializers * paired_cells(width + sent + set_up + 18 + lanes, width + sent);
  // Beats, cycles of a beat, bit position, whose lowest bits stay 0 where all beats are of 2^k
  // bits.
  const auto counts = 3 * p.count_bits - (p.phases == 1 ? even_times(p.lanes) : 0);
  const auto deserializer = [&](std::int64_t bits) {
    return cells(7 * bits / 4 + counts + 39 + lanes * bits / 32, bits + counts);
  };
  parts.links += p.task_deserializers * deserializer(width);
  parts.balancing += p.word_deserializers * deserializer(p.word_bits);
  // What is seen to be wrong with what came in: words, tasks, a task for which there is no place.
  parts.links += cells(4 + 19 * p.heard_at_once, 1 + (p.hears ? 1 : 0) + p.heard_at_once +
                                                     (p.word_deserializers > 0 ? 1 : 0));
  parts.instrumentation += p.link_counters * paired_cells(counter_bits, counter_bits);
  parts.instrumentation += cells(0, 1);  // the first cycle of a transfer

  // What a Liquid PE does not have: tasks that land at several ports at once, transfers of several
  // tasks, arithmetic.
  parts.links += std::max<std::int64_t>(0, p.task_deserializers - 1) * cells(p.task_bits, 0);
  parts.balancing += p.transfer_counters * paired_cells(p.load_bits, p.load_bits);
  parts.balancing += p.subtractors * paired_cells(p.word_bits, p.word_bits);
  parts.balancing += p.serial_units * paired_cells(3 * p.word_bits, 3 * p.word_bits);
  parts.balancing += p.scheme_registers * paired_cells(p.load_bits, p.load_bits);
  parts.balancing += p.credit_registers * paired_cells(p.load_bits, p.load_bits);
  return parts;
}

}  // namespace isobar
