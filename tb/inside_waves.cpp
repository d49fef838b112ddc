// SPDX-License-Identifier: Apache-2.0
#include "tb/inside_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/packed_words.h"

namespace isobar {
namespace {

using Scopes = std::vector<std::string>;

const char* const clock_name = "clk_i";

/// A name with letters, digits and `_` alone: `g_port[0]` is g_port_0.
std::string plain(const std::string& name) {
  std::string made;
  for (const char c : name) {
    if (c == ']') continue;
    made += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return made;
}

std::size_t common(const Scopes& a, const Scopes& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(end.first - a.begin());
}

std::vector<VcdText::Signal> signals_of(const VerilatedLibrary& library) {
  VcdText text;
  auto module = library.instantiate(0);
  module.watch(text);
  return text.signals();
}

/// Those at this place, in whatever it stands; their scopes begin below it.
std::vector<VcdText::Signal> signals_at(const Scopes& place,
                                        const std::vector<VcdText::Signal>& signals) {
  std::vector<VcdText::Signal> found;
  for (const auto& signal : signals) {
    const auto& scopes = signal.scopes;
    const auto at = std::search(scopes.begin(), scopes.end(), place.begin(), place.end());
    if (at == scopes.end()) continue;
    auto below = signal;
    below.scopes.assign(at + static_cast<std::ptrdiff_t>(place.size()), scopes.end());
    // The clock is shown once, and not for each of the modules that it goes to.
    if (signal.name == clock_name && !below.scopes.empty()) continue;
    found.push_back(std::move(below));
  }
  return found;
}

bool is_register(const VcdText::Signal& signal) {
  const auto& name = signal.name;
  return name.size() > 2 && name.compare(name.size() - 2, 2, "_q") == 0;
}

/// The parts of at most 64 bits in which a signal is shown: name, first bit, bits.
struct Part {
  std::string name;
  std::size_t first;
  unsigned bits;
};

std::vector<Part> parts_of(const VcdText::Signal& signal) {
  const auto name = plain(signal.name);
  if (signal.bits <= word_bits) return {{name, 0, signal.bits}};
  std::vector<Part> parts;
  for (std::size_t at = 0; at < signal.bits; at += word_bits) {
    const auto bits = std::min<std::size_t>(word_bits, signal.bits - at);
    parts.push_back({fmt::format("{}_{}", name, at), at, static_cast<unsigned>(bits)});
  }
  return parts;
}

/// Bits of a value, whose text begins with the highest.
std::int64_t value_of(std::string_view text, std::size_t first, unsigned bits) {
  const auto end = text.size() - std::min(text.size(), first);
  const auto begin = end - std::min<std::size_t>(end, bits);
  std::uint64_t value = 0;
  for (auto at = begin; at < end; ++at) value = value << 1 | (text[at] == '1' ? 1 : 0);
  return static_cast<std::int64_t>(value);
}

/// Calls `enter` and `leave` for the scopes between one signal and the next.
template <class Signals, class Enter, class Leave, class Each>
void walk(const Signals& signals, Enter enter, Leave leave, Each each) {
  Scopes open;
  for (const auto& signal : signals) {
    const auto same = common(open, signal.scopes);
    for (auto depth = open.size(); depth > same; --depth) leave();
    for (auto depth = same; depth < signal.scopes.size(); ++depth) enter(signal.scopes[depth]);
    open = signal.scopes;
    each(signal);
  }
  for (auto depth = open.size(); depth > 0; --depth) leave();
}

}  // namespace

InsideWaves::InsideWaves(RtlTop top, void (*said)(const std::string& what), Place place)
    : library_(
          [&] {
            top.inside = true;
            return top;
          }(),
          said),
      place_(std::move(place)),
      signals_(signals_of(library_)) {
  if (place_) return;
  place_ = [name = top.own.top.empty() ? top.module : top.own.top](Node) { return Scopes{name}; };
}

void InsideWaves::add(Node node, WaveTimeline& timeline, WaveLayout* shown) {
  auto& pe = pes_.emplace(node, Pe{&timeline, signals_at(place_(node), signals_)}).first->second;
  declare(pe);
  if (shown != nullptr) show(node, pe, *shown);
}

void InsideWaves::declare(Pe& pe) {
  auto& timeline = *pe.timeline;
  const bool has_middles = timeline.halve_cycles();
  auto& writer = timeline.writer();
  writer.open_scope("inside", "");
  walk(
      pe.signals, [&](const std::string& scope) { writer.open_scope(plain(scope), ""); },
      [&] { writer.close_scope(); },
      [&](const VcdText::Signal& signal) {
        if (signal.name == clock_name && has_middles) {
          pe.clock = timeline.add_number(clock_name, 1, 0);
          return;
        }
        pe.targets.resize(std::max(pe.targets.size(), signal.value + 1));
        for (const auto& [name, first, bits] : parts_of(signal)) {
          pe.targets[signal.value].push_back({timeline.add_number(name, bits, 0), first, bits});
        }
      });
  writer.close_scope();
}

/// Registers, whose names end in `_q`, and all signals of a module that has none; of the PE itself
/// clock, reset and start as well. Modules stand before what is generated.
void InsideWaves::show(Node node, const Pe& pe, WaveLayout& shown) {
  std::set<Scopes> with_registers;
  for (const auto& signal : pe.signals) {
    if (is_register(signal)) with_registers.insert(signal.scopes);
  }
  auto ordered = pe.signals;
  const auto rank = [](const VcdText::Signal& signal) {
    if (signal.scopes.empty()) return signal.name == clock_name ? 0 : is_register(signal) ? 2 : 1;
    return signal.scopes.front().rfind("g_", 0) == 0 ? 4 : 3;
  };
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  const auto path = [&](const VcdText::Signal& signal) {
    auto text = fmt::format("isobar.pe_{}.inside.", node);
    for (const auto& scope : signal.scopes) text += plain(scope) + ".";
    return text;
  };
  shown.begin_group(fmt::format("PE {}: inside", node), false);
  walk(
      ordered, [&](const std::string& scope) { shown.begin_group(scope, true); },
      [&] { shown.end_group(); },
      [&](const VcdText::Signal& signal) {
        const bool of_pe = signal.scopes.empty();
        const bool starts =
            signal.name == clock_name || signal.name == "rst_ni" || signal.name == "run_i";
        if (with_registers.count(signal.scopes) > 0 && !is_register(signal) && !(of_pe && starts)) {
          return;
        }
        for (const auto& part : parts_of(signal)) {
          shown.number(path(signal) + part.name, part.bits, part.name);
        }
      });
  shown.end_group();
}

void InsideWaves::Look::attach(VerilatedModule& into) {
  module = &into;
  into.watch(text);
  text.signals();
}

const std::vector<VcdText::Change>& InsideWaves::Look::sample() {
  module->sample();
  return text.changes();
}

void InsideWaves::attach(Node node, VerilatedModule& module) { looks_[node].attach(module); }
void InsideWaves::attach(VerilatedModule& fabric) { whole_.attach(fabric); }

void InsideWaves::sample(Node node, Cycle cycle) {
  record(pes_.at(node), looks_.at(node).sample(), cycle);
}

void InsideWaves::sample(Cycle cycle) {
  const auto& changes = whole_.sample();
  for (const auto& [node, pe] : pes_) record(pe, changes, cycle);
}

void InsideWaves::record(const Pe& pe, const std::vector<VcdText::Change>& changes, Cycle cycle) {
  auto& timeline = *pe.timeline;
  for (const auto& [number, bits] : changes) {
    if (number >= pe.targets.size()) continue;
    for (const auto& target : pe.targets[number]) {
      timeline.change(cycle, target.signal, value_of(bits, target.first, target.bits));
    }
  }
  if (!pe.clock) return;
  timeline.change(cycle, *pe.clock, 1);
  timeline.change_halfway(cycle, *pe.clock, 0);
}

}  // namespace isobar
