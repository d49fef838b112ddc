// SPDX-License-Identifier: Apache-2.0
// Links, what goes over them, and the queues that it comes from.
#include <fmt/format.h>

#include <algorithm>

#include "models/link/units.h"
#include "models/workloads/initial_load.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"

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

/// Puts a value into the links of dimension D, or of all.
template <class V, class Put>
void put_links(Draft& draft, const V& value, unsigned dimension, Put put) {
  draft.links.resize(draft.experiment().fabric.radices().size());
  for (std::size_t d = 1; d <= draft.links.size(); ++d) {
    if (dimension == 0 || dimension == d) put(draft.links[d - 1], value);
  }
}

void put_bandwidth(Draft& draft, const Rational& value, unsigned dimension) {
  put_links(draft, value, dimension, [](auto& link, auto rate) { link.bandwidth = rate; });
}
void put_latency(Draft& draft, const Cycle& value, unsigned dimension) {
  put_links(draft, value, dimension, [](auto& link, auto cycles) { link.latency = cycles; });
}
void put_setup(Draft& draft, const Cycle& value, unsigned dimension) {
  put_links(draft, value, dimension, [](auto& link, auto cycles) { link.setup = cycles; });
}
void put_energy(Draft& draft, const Rational& value, unsigned dimension) {
  put_links(draft, value, dimension, [](auto& link, auto energy) { link.energy = energy; });
}

void put_lanes(Draft& draft, const std::int64_t& value, unsigned dimension) {
  draft.lanes.resize(draft.experiment().fabric.radices().size());
  for (std::size_t d = 1; d <= draft.lanes.size(); ++d) {
    if (dimension == 0 || dimension == d) draft.lanes[d - 1] = value;
  }
}

std::int64_t usual_depth(const Draft& draft) {
  constexpr Load roomy_depth = Load{1} << 15;  // of a queue whose tasks create others
  const bool roomy = draft.application.creates_tasks || draft.application.is_persistent;
  return std::max(default_queue_depth(draft.experiment().loads), roomy ? roomy_depth : 0);
}

void check_queue(const Draft& draft) {
  const auto& e = draft.experiment();
  for (std::size_t pe = 0; pe < e.loads.size(); ++pe) {
    if (e.loads[pe] < e.queue_depth) continue;
    draft.reject("queue_depth",
                 fmt::format("PE {} starts with {} tasks; a queue starts with at most depth - 1, "
                             "the last place belongs to landings",
                             pe, e.loads[pe]));
  }
  if (e.load_bits < 62 && (Load{1} << e.load_bits) <= e.queue_depth) {
    draft.reject("load_bits", fmt::format("too few bits for loads up to the queue depth {}; "
                                          "at least {} are needed",
                                          e.queue_depth, default_load_bits(e.queue_depth)));
  }
}

/// Nothing of a run may count further than its counters.
void check_slots(const Draft& draft) {
  constexpr Cycle longest = Cycle{1} << 40;
  const auto& e = draft.experiment();
  for (const auto& link : e.links) {
    if (link.passage(e.task_bits) <= longest && link.passage(e.load_bits) <= longest) continue;
    draft.reject("link.bandwidth",
                 fmt::format("a task of {} bits or a word of {} would take more than 2^40 cycles",
                             e.task_bits, e.load_bits));
  }
}

void make_links(Draft& draft) {
  auto& e = draft.experiment();
  for (std::size_t d = 0; d < draft.links.size(); ++d) {
    e.links[d] = LinkTiming(draft.links[d], e.clock);
    e.link_energy[d] = draft.links[d].energy;
  }
  check_queue(draft);
  check_slots(draft);
}

}  // namespace

KeySection link_keys() {
  constexpr std::int64_t max_bits = std::int64_t{1} << 20;
  constexpr std::int64_t max_lanes = 4096;
  return {
      "Links and queues",
      {
          Key{"link.bandwidth", "250Mb/s", "RATE",
              "bandwidth of all links; link.D.bandwidth: of those of dimension D"}
              .only("not on an ideal network", is_not_ideal)
              .sets_links<Rational>(bandwidth(), put_bandwidth),
          Key{"link.lanes", "auto", "N",
              "lanes of a link in the RTL, a multiple of bandwidth/clock's; auto: in lowest terms"}
              .only("level rtl", is_rtl)
              .sets_links<std::int64_t>(or_word(whole("a link's lanes", 1, max_lanes), "auto", 0),
                                        put_lanes),
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
          Key{"load_bits", "auto", "N",
              "bits of a load word; auto: 16, or what the queue depth needs"}
              .of("bits")
              .only("not on an ideal network", is_not_ideal)
              .sets<std::int64_t>(
                  whole("the bits of a load word", 1, 62),
                  [](Draft& d, std::int64_t value) { d.experiment().load_bits = value; },
                  [](const Draft& d) { return default_load_bits(d.experiment().queue_depth); }),
      },
      "",
      {},
      make_links,
  };
}

}  // namespace isobar
