// SPDX-License-Identifier: Apache-2.0
// What runs: fabric, scheme and level, on which everything else depends.
#include <fmt/format.h>

#include "models/link/units.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"
#include "sim/config/require_memory.h"
#include "sim/input/fabric_file.h"

namespace isobar {
namespace {

Parser<FabricInput> fabric() {
  return text<FabricInput>("name, or graph:FILE", [](const std::string& name, const Draft& draft) {
    return read_fabric(name, draft.folder("fabric"));
  });
}

void put_fabric(Draft& draft, FabricInput input) {
  for (const auto& note : input.notes) {
    draft.notes.push_back(fmt::format("{}: {}", input.fabric.name(), note));
  }
  draft.begin(std::move(input.fabric));
  if (!input.links.rows.empty()) draft.link_tables.push_back(std::move(input.links));
}

Parser<SchemeChoice> scheme() {
  return text<SchemeChoice>(
      "name, or name:PARAMETER=VALUE,...",
      [](const std::string& name, const Draft& /*draft*/) { return SchemeChoice::parse(name); });
}

Parser<Level> level() {
  auto levels = word<Level>(
      "level", {{"steps", Level::steps}, {"cycles", Level::cycles}, {"rtl", Level::rtl}});
  levels.parse = [named = levels.parse](const std::string& name, const Draft& draft) {
    const bool ideal = draft.scheme.is_ideal();
    const auto found = ideal && !draft.given("level") ? Level::steps : named(name, draft);
    if (ideal && found != Level::steps) {
      throw ValueError("an ideal network has no links, and runs at level steps");
    }
    // What of them exists as RTL shows once its parameters are known.
    if (draft.scheme.is_message_driven() && found == Level::steps) {
      throw ValueError(
          fmt::format("{} is message-driven, and runs at level cycles", draft.scheme.entry->name));
    }
    return found;
  };
  return levels;
}

Parser<Rational> clock() {
  return text<Rational>(
      "frequency, or the time of a cycle",
      [](const std::string& text, const Draft& /*draft*/) { return parse_clock(text); });
}

Objection is_shared_by_threads(const Draft& draft) {
  return {draft.level == Level::rtl ? "the level rtl runs on one thread" : ""};
}

}  // namespace

KeySection run_keys() {
  constexpr std::int64_t most_threads = 1024;
  return {
      "What runs",
      {
          Key{"fabric", "", "FABRIC",
              "torus:8x8, ring:8, hypercube:5, hhc:3, mesh:4x4, debruijn:2,6, graph:FILE (isobar "
              "list)"}
              .is_required()
              .names_file(fabric_with_absolute_path)
              .sets<FabricInput>(fabric(), put_fabric),
          Key{"scheme", "", "SCHEME", "the balancing scheme, for example lm-c5 (isobar list)"}
              .is_required()
              .sets<SchemeChoice>(scheme(),
                                  [](Draft& d, const SchemeChoice& value) { d.scheme = value; }),
          Key{"level", "cycles", "LEVEL",
              "cycles: the SystemC model; steps: arrays of loads, far faster, and what an ideal "
              "network has; rtl: PEs of the RTL in the model"}
              .sets<Level>(level(), [](Draft& d, Level value) { d.level = value; }),
          Key{"seed", "1", "N", "seed of everything random; same configuration, same result"}
              .sets<std::int64_t>(whole("a seed", 0, max_count),
                                  [](Draft& d, std::int64_t value) { d.seed = value; }),
          Key{"clock", "250MHz", "CLOCK",
              "clock of the PEs: a frequency, or the time of a cycle (4ns)"}
              .sets<Rational>(
                  clock(), [](Draft& d, const Rational& value) { d.experiment().clock = value; }),
          Key{"threads", "auto", "N",
              "threads that share the PEs, with the same result; auto: as many as help, in "
              "campaigns 1"}
              .is_output()
              .only("levels steps and cycles", is_shared_by_threads)
              .sets<std::int64_t>(
                  or_word(whole("a number of threads", 1, most_threads), "auto", 0),
                  [](Draft& d, std::int64_t value) { d.threads = static_cast<unsigned>(value); }),
      },
      "",
      {},
      // Before loads and applications, which can be large, are made.
      require_memory,
  };
}

}  // namespace isobar
