// SPDX-License-Identifier: Apache-2.0
#include "models/costs/synthesized_pes.h"

#include <algorithm>
#include <initializer_list>

namespace isobar {
namespace {

PeCells cells(const ModuleCells& module) {
  return {module.luts, module.registers, module.luts + module.registers};
}

/// Where every register shares a cell with the LUT before it.
PeCells paired_cells(const ModuleCells& module) {
  return {module.luts, module.registers, module.luts};
}

/// Scales one count of the parts so that they add up to `total`, but for the instrumentation:
/// counters are the same in every PE. What rounding leaves over goes to the links.
void share_out(std::int64_t total, std::int64_t PeCells::*count, PeParts& parts) {
  const auto sum = parts.total().*count - parts.instrumentation.*count;
  total -= parts.instrumentation.*count;
  const auto scale = [&](PeCells& part) {
    part.*count = (2 * (part.*count) * total + sum) / (2 * sum);
    return part.*count;
  };
  parts.links.*count = total - scale(parts.balancing) - scale(parts.queue);
}

/// The parts of a PE of work stealing; `links` are those of its modules that belong to the links.
template <class Thief>
PeParts thief_parts(const Thief& pe, std::initializer_list<ModuleCells> links) {
  const auto& modules = pe.modules;
  PeParts parts;
  parts.balancing = paired_cells(modules.agent);
  parts.balancing += paired_cells(modules.inbox);
  // Most of the lists and buffers have no LUT before them.
  const auto alone = 7 * modules.queue.registers / 10;
  parts.queue = {modules.queue.luts, modules.queue.registers, modules.queue.luts + alone};
  for (const auto& module : links) parts.links += paired_cells(module);
  parts.instrumentation = paired_cells(modules.counters);

  // The rest has the register to the executor, with whether it is filled and from where.
  const auto choice = synthesized_task_bits;
  const auto state = 2;
  parts.queue += paired_cells({choice, choice + state});
  parts.links +=
      paired_cells({modules.rest.luts - choice, modules.rest.registers - choice - state});
  // A register that two modules have is one in the PE.
  parts.links.registers += pe.registers - parts.total().registers;

  share_out(pe.luts, &PeCells::luts, parts);
  share_out(pe.logic_cells, &PeCells::logic_cells, parts);
  return parts;
}

}  // namespace

PeParts synthesized_parts(Condition condition, unsigned dimensions) {
  const auto& pe = synthesized_pe(condition, dimensions);
  const auto& modules = synthesized_modules[synthesized_row(condition, dimensions)];
  PeParts parts;
  parts.queue = cells(modules.queue);
  parts.links = paired_cells(modules.serializer);
  parts.links += cells(modules.predecessor);
  parts.balancing = cells(modules.successor);
  parts.balancing += cells(modules.condition);
  parts.links += cells(modules.errors);
  parts.balancing += cells(modules.slot);
  parts.instrumentation = paired_cells(modules.counters);

  // The rest: the register to the executor, the choice between a task that lands and one that is
  // handed in, and between a word and a task to be sent if there are words; a register that marks
  // the first cycle of a transfer; and the choice of a port.
  const auto choice = synthesized_task_bits;
  const auto words = hears_predecessor(condition) || hears_successor(condition) ? choice : 0;
  parts.queue += cells({choice, modules.rest.registers - 1});
  parts.balancing += cells({words, 0});
  parts.instrumentation += cells({0, 1});
  parts.links += cells({modules.rest.luts - choice - words, 0});

  share_out(pe.luts, &PeCells::luts, parts);
  share_out(pe.logic_cells, &PeCells::logic_cells, parts);
  return parts;
}

PeParts synthesized_parts(const SynthesizedRival& pe) {
  const auto& modules = pe.modules;
  PeParts parts;
  parts.queue = cells(modules.queue);
  parts.links = paired_cells(modules.serializer);
  parts.links += cells(modules.neighbour);
  parts.links += cells(modules.errors);
  parts.balancing = cells(modules.decision);
  parts.balancing += cells(modules.sequencer);
  parts.balancing += cells(modules.end);
  parts.instrumentation = paired_cells(modules.counters);

  // The rest, as in a Liquid PE; besides, the tasks that are still to go, and two registers that
  // tell a transfer that comes from a status word.
  const auto choice = synthesized_task_bits;
  const auto first = 1;
  const auto counts = modules.rest.registers - (choice + 1) - first;
  parts.queue += cells({choice, choice + 1});
  parts.balancing += cells({choice + counts, counts});
  parts.instrumentation += cells({0, first});
  parts.links += cells({modules.rest.luts - 2 * choice - counts, 0});

  share_out(pe.luts, &PeCells::luts, parts);
  share_out(pe.logic_cells, &PeCells::logic_cells, parts);
  return parts;
}

PeParts synthesized_parts(const SynthesizedThief& pe) {
  // What comes in is collected in one register for all ports, of which the one that was asked has
  // it. It is a part of the rest.
  return thief_parts(pe, {pe.modules.ports, pe.modules.serializers});
}

PeParts synthesized_parts(const SynthesizedRoutedThief& pe) {
  // The ways of the PE's own messages are a part of the rest.
  return thief_parts(pe, {pe.modules.router, pe.modules.lines, pe.modules.deserializers});
}

}  // namespace isobar
