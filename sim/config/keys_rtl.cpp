// SPDX-License-Identifier: Apache-2.0
// What a run at level rtl has besides: which PEs are RTL, and what happens at their streams.
#include <fmt/format.h>

#include "models/fabric/pe_set.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"
#include "sim/config/require_memory.h"

namespace isobar {
namespace {

Objection is_compared(const Draft& draft, const KeySection& /*section*/) {
  return draft.whole_fabric ? Objection{"this does not go with --whole"} : is_rtl(draft);
}

Parser<std::vector<Node>> nodes() {
  return text<std::vector<Node>>(
      "all, or numbers and ranges of PEs", [](const std::string& text, const Draft& draft) {
        const auto& fabric = draft.experiment().fabric;
        return (text == "all" ? PeSet::all(fabric) : PeSet::parse(text, fabric)).nodes();
      });
}

CosimSetting& setting(Draft& draft) {
  if (!draft.rtl) draft.rtl.emplace();
  return *draft.rtl;
}

void finish_rtl(Draft& draft) {
  if (draft.level != Level::rtl) return;
  auto& rtl = setting(draft);
  const auto& e = draft.experiment();
  try {
    rtl.parameters = RtlParameters::of(e, draft.lanes);
  } catch (const ValueError& error) {
    draft.reject("level", fmt::format("as RTL this cannot be: {}", error.what()));
  }
  require_rtl_memory(draft);
  rtl.traffic.seed = draft.random_seed();
  if (rtl.traffic.stalls > 0 && !rtl.traffic.any()) {
    draft.reject("stalls", "without traffic nothing is taken or not");
  }
}

}  // namespace

KeySection rtl_keys() {
  constexpr double most_stalls = 0.99;
  return {
      "Level rtl",
      {
          Key{"rtl_pes", "all", "PES", "the PEs that are RTL, 0,5,12..15 or all"}
              .sets<std::vector<Node>>(
                  nodes(),
                  [](Draft& d, std::vector<Node> value) { setting(d).nodes = std::move(value); }),
          Key{"traffic", "0", "RATE",
              "random traffic: the rate at which each PE injects and requests tasks, per cycle, 0 "
              "to 1"}
              .sets<double>(part("a rate", 1),
                            [](Draft& d, double value) { setting(d).traffic.rate = value; }),
          Key{"stalls", "0", "RATE",
              "probability of back-pressure in a cycle: a requested task is not taken, 0 to 0.99"}
              .sets<double>(part("a rate", most_stalls),
                            [](Draft& d, double value) { setting(d).traffic.stalls = value; }),
      },
      "level rtl",
      is_compared,
      finish_rtl,
  };
}

}  // namespace isobar
