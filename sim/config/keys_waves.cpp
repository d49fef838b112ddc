// SPDX-License-Identifier: Apache-2.0
// Waves and traces, and what of the run they show.
#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/fabric/pe_set.h"
#include "models/measure/goals.h"
#include "sim/config/key_table.h"
#include "sim/config/output_files.h"
#include "sim/config/parsers.h"

namespace isobar {
namespace {

Objection is_recorded(const Draft& draft) {
  const bool recorded = draft.outputs.wave || draft.outputs.trace;
  return {recorded ? "" : "there is no wave file and no trace to which it applies"};
}

Objection is_no_whole_fabric(const Draft& draft) {
  return {draft.whole_fabric ? "this does not go with --whole" : ""};
}

Objection can_be_looked_into(const Draft& draft) {
  if (draft.whole_fabric) return is_no_whole_fabric(draft);
  if (draft.level != Level::rtl) return {"at level rtl alone a PE has signals inside"};
  if (draft.rtl->engine == RtlEngine::gates) return {"as gates a PE has no signals inside"};
  return {draft.outputs.wave ? "" : "there is no wave file to which it applies"};
}

Objection can_show_tasks(const Draft& draft) {
  if (draft.whole_fabric) return is_no_whole_fabric(draft);
  if (!draft.outputs.wave) return {"there is no wave file to which it applies"};
  const bool always = draft.scheme.is_message_driven();
  return {always ? "waves of a message-driven run always have them" : ""};
}

/// To show none is the same experiment at every level.
void show_tasks(Draft& draft, bool value) {
  if (value && draft.level == Level::steps && !draft.has_application()) {
    draft.reject("wave_tasks", "at level steps PEs hold loads, not tasks");
  }
  draft.outputs.wave_tasks = value;
}

Parser<std::vector<Node>> rtl_pes() {
  return text<std::vector<Node>>(
      "all, or numbers and ranges of PEs that are RTL",
      [](const std::string& text, const Draft& draft) {
        const auto& rtl = draft.rtl->nodes;
        auto nodes = text == "all" ? rtl : PeSet::parse(text, draft.experiment().fabric).nodes();
        for (const Node node : nodes) {
          if (std::binary_search(rtl.begin(), rtl.end(), node)) continue;
          throw ValueError(fmt::format("PE {} is not RTL (rtl_pes)", node));
        }
        return nodes;
      });
}

Parser<WaveScope> scope() {
  return text<WaveScope>("pes=..., coordinates=..., dimensions=..., with semicolons between",
                         [](const std::string& text, const Draft& draft) {
                           return WaveScope::parse(text, draft.experiment().fabric);
                         });
}

Parser<RunInstant> instant() {
  return text<RunInstant>("steps:N or cycles:N", [](const std::string& text, const Draft& draft) {
    const auto instant = RunInstant::parse(text);
    if (instant.unit == RunInstant::Unit::steps && draft.scheme.is_message_driven()) {
      throw ValueError("a message-driven scheme has no steps; cycles:N is allowed");
    }
    return instant;
  });
}

/// A recording that begins when the run is over for certain is a mistake.
void check_window(Draft& draft) {
  auto& outputs = draft.outputs;
  if (!outputs.wave && !outputs.trace) return;
  const auto& e = draft.experiment();
  if (!outputs.wave_scope) outputs.wave_scope = WaveScope::parse("", e.fabric);
  for (const Node node : draft.rtl ? draft.rtl->inside : std::vector<Node>()) {
    if (outputs.wave_scope->has_pe(node)) continue;
    draft.reject("inside", fmt::format("PE {} is not in the wave file (wave_scope)", node));
  }
  const auto fault = outputs.wave_window.fault();
  if (!fault.empty()) draft.reject("wave_to", fault);
  const auto& from = outputs.wave_window.from;
  if (!from || from->unit != RunInstant::Unit::steps) return;
  auto most = e.max_steps;
  if (const auto due = due_step(e.goal)) most = std::min(most, *due);
  if (from->count < most) return;
  draft.reject("wave_from", fmt::format("the run ends after {} steps at the latest", most));
}

}  // namespace

KeySection wave_keys() {
  return {
      "Waves and traces",
      {
          Key{"wave", "", "FILE", "writes waves, .vcd or .fst, with layouts .gtkw and .surf.ron"}
              .is_output()
              .sets<std::string>(wave_file(),
                                 [](Draft& d, const std::string& value) {
                                   claim_waves(d, "wave", value, "waves");
                                   d.outputs.wave = value;
                                 }),
          Key{"trace", "", "FILE.json", "writes events for Perfetto (ui.perfetto.dev)"}
              .is_output()
              .only("not with --whole", is_no_whole_fabric)
              .sets<std::string>(output_file("a trace", ".json"),
                                 [](Draft& d, const std::string& value) {
                                   claim(d, "trace", value, "trace");
                                   d.outputs.trace = value;
                                 }),
          Key{"wave_scope", "", "SCOPE",
              "what waves and trace show: pes=0..3,8;coordinates=0..3,*;dimensions=1 (all)"}
              .is_output()
              .only("with wave or trace", is_recorded)
              .sets<WaveScope>(
                  scope(),
                  [](Draft& d, WaveScope value) { d.outputs.wave_scope = std::move(value); }),
          Key{"wave_tasks", "false", "", "waves show which task is on each link"}
              .is_output()
              .only("synchronous schemes, with wave; at level steps with an application",
                    can_show_tasks)
              .sets<bool>(flag(), show_tasks),
          Key{"inside", "", "PES",
              "the RTL PEs whose signals inside are in the wave file, 0,5,12..15 or all (none)"}
              .is_output()
              .only("level rtl, with wave", can_be_looked_into)
              .sets<std::vector<Node>>(
                  rtl_pes(),
                  [](Draft& d, std::vector<Node> value) { d.rtl->inside = std::move(value); }),
          Key{"wave_from", "", "INSTANT",
              "where waves and trace begin: steps:N or cycles:N (the run's beginning)"}
              .is_output()
              .only("with wave or trace", is_recorded)
              .sets<RunInstant>(
                  instant(),
                  [](Draft& d, RunInstant value) { d.outputs.wave_window.from = value; }),
          Key{"wave_to", "", "INSTANT",
              "where waves and trace end: steps:N or cycles:N (the run's end)"}
              .is_output()
              .only("with wave or trace", is_recorded)
              .sets<RunInstant>(
                  instant(), [](Draft& d, RunInstant value) { d.outputs.wave_window.to = value; }),
      },
      "",
      [](const Draft&, const KeySection&) { return Objection{}; },
      check_window,
  };
}

}  // namespace isobar
