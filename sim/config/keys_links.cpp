// SPDX-License-Identifier: Apache-2.0
// Links, what goes over them, and the queues that it comes from.
#include <fmt/format.h>

#include <algorithm>

#include "models/link/technologies.h"
#include "models/link/units.h"
#include "models/workloads/initial_load.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/link_classes.h"
#include "sim/config/parsers.h"
#include "sim/input/input_file.h"
#include "sim/input/read_links_csv.h"

namespace isobar {
namespace {

Parser<Rational> bandwidth() {
  return text<Rational>("rate (250Mb/s)", [](const std::string& text, const Draft& /*draft*/) {
    return parse_bandwidth(text);
  });
}

Parser<Rational> energy() {
  return text<Rational>(
      "energy of a bit (5pJ/b)",
      [](const std::string& text, const Draft& /*draft*/) { return parse_bit_energy(text); });
}

Parser<Rational> power() {
  return text<Rational>("power (1.5mW)", [](const std::string& text, const Draft& /*draft*/) {
    return parse_power(text);
  });
}

Parser<const LinkTechnology*> technology() {
  std::vector<std::pair<std::string, const LinkTechnology*>> words;
  for (const auto& one : link_technologies()) words.emplace_back(one.name, &one);
  return word<const LinkTechnology*>("link technology", words);
}

/// The figures of a technology are defaults of the keys below, for the same part of the links.
/// Those of the technology that holds where none is given are these keys' own defaults.
void imply_technology(Draft& draft, const LinkTechnology* const& technology, const LinkPart& part) {
  std::string prefix = "link.";
  if (part.dimension != 0) prefix += fmt::format("{}.", part.dimension);
  if (part.direction) {
    prefix += *part.direction == Direction::successor ? successor_word : predecessor_word;
    prefix += '.';
  }
  const auto by = prefix + "technology";
  if (!draft.given(by)) return;
  for (const auto& [key, value] : technology->values()) draft.imply(prefix + key, value, by);
}

Parser<QueueMemory> queue_memory() {
  std::vector<std::pair<std::string, QueueMemory>> words;
  for (const auto& entry : queue_memories) words.emplace_back(entry.word, entry.memory);
  return word<QueueMemory>("what a queue lies in", words);
}

/// Puts a value into a part of the links.
template <class V, class Put>
void put_links(Draft& draft, const V& value, const LinkPart& part, Put put) {
  draft.links.resize(draft.experiment().fabric.radices().size());
  for (std::size_t d = 1; d <= draft.links.size(); ++d) {
    if (part.dimension != 0 && part.dimension != d) continue;
    for (const auto direction : {Direction::successor, Direction::predecessor}) {
      if (part.direction && *part.direction != direction) continue;
      put(draft.links[d - 1][static_cast<std::size_t>(direction)], value);
    }
  }
}

void put_bandwidth(Draft& draft, const Rational& value, const LinkPart& part) {
  put_links(draft, value, part, [](auto& link, auto rate) { link.bandwidth = rate; });
}
void put_latency(Draft& draft, const Cycle& value, const LinkPart& part) {
  put_links(draft, value, part, [](auto& link, auto cycles) { link.latency = cycles; });
}
void put_setup(Draft& draft, const Cycle& value, const LinkPart& part) {
  put_links(draft, value, part, [](auto& link, auto cycles) { link.setup = cycles; });
}
void put_energy(Draft& draft, const Rational& value, const LinkPart& part) {
  put_links(draft, value, part, [](auto& link, auto energy) { link.energy = energy; });
}

void put_static_power(Draft& draft, const Rational& value, const LinkPart& part) {
  put_links(draft, value, part, [](auto& link, auto power) { link.static_power = power; });
}

void put_lanes(Draft& draft, const std::int64_t& value, const LinkPart& part) {
  draft.lanes.resize(draft.experiment().fabric.radices().size());
  for (std::size_t d = 1; d <= draft.lanes.size(); ++d) {
    if (part.dimension == 0 || part.dimension == d) draft.lanes[d - 1] = value;
  }
}

Parser<LinkTable> link_table() {
  return text<LinkTable>("CSV file", [](const std::string& name, const Draft& draft) {
    LinkTable table{"link.table", name, {}};
    table.rows = read_input(draft.folder("link.table") / name, [&](std::istream& in) {
      return read_links_csv(in, draft.experiment().fabric);
    });
    return table;
  });
}

std::string absolute_table(const std::string& name, const std::filesystem::path& folder) {
  return std::filesystem::absolute(folder / name).lexically_normal().string();
}

std::int64_t usual_depth(const Draft& draft) {
  constexpr Load roomy_depth = Load{1} << 15;  // of a queue whose tasks create others
  const bool roomy = draft.application.creates_tasks || draft.application.is_persistent;
  return std::max(default_queue_depth(draft.experiment().loads), roomy ? roomy_depth : 0);
}

/// The least bits that a number has room in.
std::int64_t bits_of(Load number) {
  std::int64_t bits = 1;
  while ((Load{1} << bits) <= number) ++bits;
  return bits;
}

void check_queue(const Draft& draft) {
  const auto& e = draft.experiment();
  if (e.loads.max() >= e.queue_depth) {
    std::size_t pe = 0;
    while (e.loads[pe] < e.queue_depth) ++pe;
    draft.reject("queue_depth",
                 fmt::format("PE {} starts with {} tasks; a queue starts with at most depth - 1, "
                             "the last place belongs to landings",
                             pe, e.loads[pe]));
  }
  if (e.load_bits < 62 && (Load{1} << e.load_bits) <= e.queue_depth) {
    draft.reject("load_bits", fmt::format("too few bits for loads up to the queue depth {}; "
                                          "at least {} are needed",
                                          e.queue_depth, bits_of(e.queue_depth)));
  }
}

/// Nothing of a run may count further than its counters.
void check_slots(const Draft& draft) {
  constexpr Cycle longest = Cycle{1} << 40;
  const auto& e = draft.experiment();
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    const auto& link = e.links[one];
    if (e.links_of_class(one) == 0) continue;
    if (link.passage(e.task_bits) <= longest && link.passage(e.load_bits) <= longest) continue;
    draft.reject("link.bandwidth",
                 fmt::format("a task of {} bits or a word of {} would take more than 2^40 cycles",
                             e.task_bits, e.load_bits));
  }
}

Objection has_phase_ends(const Draft& draft) {
  const auto& scheme = draft.scheme;
  if (!scheme.is_message_driven()) return is_not_ideal(draft);
  return {fmt::format("{} is message-driven: it has no phases", scheme.entry->name), true};
}

Parser<PhaseEnd> phase_end() {
  return word<PhaseEnd>("end of a phase", {{"slot", PhaseEnd::slot},
                                           {"words", PhaseEnd::words},
                                           {"tree", PhaseEnd::tree},
                                           {"free", PhaseEnd::free}});
}

/// A bandwidth that the clock cannot use: even the longest message of one task takes a cycle.
void mention_unused_bandwidth(Draft& draft) {
  const auto& e = draft.experiment();
  Rational most = 0;
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    if (e.links_of_class(one) > 0) most = std::max(most, e.links[one].bits_per_cycle());
  }
  if (most <= e.task_bits) return;
  draft.notes.push_back(fmt::format(
      "link.bandwidth: up to {:.4g} bits a cycle, more than the {} of a task: a message takes a "
      "whole cycle and its padding takes energy; with a faster clock the link would be used",
      boost::rational_cast<double>(most), e.task_bits));
}

void make_links(Draft& draft) {
  give_links(draft);
  if (!draft.scheme.is_ideal()) {
    mention_unused_bandwidth(draft);
  } else if (!draft.link_tables.empty()) {
    draft.notes.emplace_back("an ideal network knows nothing of the graph's figures of links");
  }
  check_queue(draft);
  check_slots(draft);
  draft.has_small_queues = draft.experiment().queue_depth < usual_depth(draft);
}

}  // namespace

KeySection link_keys() {
  constexpr std::int64_t max_bits = std::int64_t{1} << 20;
  constexpr std::int64_t max_lanes = 4096;
  return {
      "Links and queues",
      {
          Key{"link.technology", "electrical-250M", "NAME",
              "technology of all links, whose figures are the defaults of the keys link.* below "
              "(isobar list links); what is given for a dimension goes before"}
              .also("--link")
              .only("not on an ideal network", is_not_ideal)
              .sets_links<const LinkTechnology*>(technology(), imply_technology),
          Key{"link.bandwidth", "250Mb/s", "RATE",
              "bandwidth of all links; link.D.bandwidth: of those of dimension D"}
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Rational>(bandwidth(), put_bandwidth),
          Key{"link.lanes", "auto", "N",
              "lanes of a link in the RTL, a multiple of bandwidth/clock's; auto: in lowest terms"}
              .only("level rtl", is_rtl)
              .sets_links<std::int64_t>(or_word(whole("a link's lanes", 1, max_lanes), "auto", 0),
                                        put_lanes)
              .of_both_directions(),
          Key{"link.latency", "1", "CYCLES",
              "latency of a link (pipeline registers), in cycles or as a time (4ns); at least 1"}
              .of("cycles")
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Cycle>(cycles("a link's latency", 1), put_latency),
          Key{"link.setup", "0", "CYCLES",
              "set-up time of a link, paid by every message, in cycles or as a time"}
              .of("cycles")
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Cycle>(cycles("a link's set-up", 0), put_setup),
          Key{"link.energy", "5pJ/b", "ENERGY",
              "energy of a bit on a link: fJ/b, pJ/b, nJ/b (docs/costs.md)"}
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Rational>(energy(), put_energy),
          Key{"link.static_power", "0W", "POWER",
              "power of a directed link, used or not: nW, uW, mW, W (docs/costs.md)"}
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Rational>(power(), put_static_power),
          Key{"link.table", "", "FILE",
              "CSV table of what single links have: columns from, to, and bandwidth, latency, "
              "setup, energy, static_power, technology (docs/inputs.md)"}
              .only("not on an ideal network", is_not_ideal)
              .also_named("links")  // a campaign's metric is called so too
              .names_file(absolute_table)
              .sets<LinkTable>(
                  link_table(),
                  [](Draft& d, LinkTable value) { d.link_tables.push_back(std::move(value)); }),
          Key{"task_bits", "64", "N", "bits of a task on a link"}
              .of("bits")
              .only("not on an ideal network", is_not_ideal)
              .sets<std::int64_t>(
                  whole("the bits of a task", 1, max_bits),
                  [](Draft& d, std::int64_t value) { d.experiment().task_bits = value; }),
          Key{"queue_depth", "auto", "N",
              "tasks that a queue can hold; auto: a power of two above the total"}
              .of("tasks")
              .only("not on an ideal network", is_not_ideal)
              .or_else([](Draft& d) { d.experiment().queue_depth = usual_depth(d); })
              .sets<std::int64_t>(
                  whole("a queue's depth", 2, max_total_load * 2),
                  [](Draft& d, std::int64_t value) { d.experiment().queue_depth = value; },
                  usual_depth),
          Key{"queue_memory", "block-ram", "KIND",
              "what a queue lies in: block-ram, lut-ram, registers; only costs and the RTL differ "
              "by it (docs/costs.md)"}
              .only("not on an ideal network", is_not_ideal)
              .sets<QueueMemory>(
                  queue_memory(),
                  [](Draft& d, QueueMemory value) { d.experiment().queue_memory = value; }),
          Key{"load_bits", "auto", "N",
              "bits of a load word; auto: 16, or what the queue depth needs"}
              .of("bits")
              .only("not on an ideal network", is_not_ideal)
              .sets<std::int64_t>(
                  whole("the bits of a load word", 1, 62),
                  [](Draft& d, std::int64_t value) { d.experiment().load_bits = value; },
                  [](const Draft& d) { return default_load_bits(d.experiment().queue_depth); }),
          Key{"phase_end", "words", "HOW",
              "how PEs learn that a phase is over: slot, words, tree, free (docs/time.md); "
              "Liquid's slot is fixed in any case"}
              .only("synchronous schemes, not on an ideal network", has_phase_ends)
              .sets<PhaseEnd>(phase_end(),
                              [](Draft& d, PhaseEnd value) { d.experiment().phase_end = value; }),
      },
      "",
      {},
      make_links,
  };
}

}  // namespace isobar
