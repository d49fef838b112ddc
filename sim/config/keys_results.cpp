// SPDX-License-Identifier: Apache-2.0
// What is kept of a run, and where.
#include <fmt/format.h>

#include "sim/config/key_table.h"
#include "sim/config/output_files.h"
#include "sim/config/parsers.h"
#include "sim/config/store_files.h"

namespace isobar {
namespace {

/// A record, a picture and a stored run are of phases, and of loads that follow from what PEs
/// decide there.
Objection has_no_traffic(const Draft& draft) {
  return {draft.has_traffic() ? "with traffic loads change in the middle of phases" : ""};
}

Objection has_phases(const Draft& draft) {
  if (draft.scheme.is_message_driven()) return {"a message-driven scheme has no phases"};
  if (draft.has_application()) return {"an application changes loads in the middle of phases"};
  return has_no_traffic(draft);
}

Objection is_saved(const Draft& draft) {
  return {draft.outputs.save ? "" : "the run is not saved; --save FILE (save) does so"};
}

Parser<std::string> result_file() {
  return text<std::string>("name of a file, or -",
                           [](const std::string& name, const Draft& /*draft*/) {
                             if (name.empty()) throw ValueError("the name of a file is needed");
                             return name;
                           });
}

void put_json(Draft& draft, const std::string& file) {
  if (file != "-") claim(draft, "json", file, "result");
  draft.outputs.json = file;
}

void put_csv(Draft& draft, const std::string& file) {
  if (file == "-" && draft.outputs.json == "-") {
    throw ValueError("the JSON goes to standard output; only one of them can");
  }
  if (file != "-") claim(draft, "csv", file, "table");
  draft.outputs.csv = file;
}

/// Refuses a result that is too large to be of use, before hours of a run go into it. What a PE and
/// a link take was measured with runs of thousands of steps (docs/result.md).
void check_result_size(Draft& draft) {
  struct Size {
    const char* key;
    bool is_written;
    double of_pe;  ///< bytes
    double of_link;
  };
  constexpr double gigabyte = 1e9;
  constexpr double most = 4 * gigabyte;
  const auto& outputs = draft.outputs;
  if (outputs.summary) return;
  const auto& fabric = draft.experiment().fabric;
  for (const auto& size : {Size{"json", outputs.json.has_value(), 11, 160},
                           Size{"csv", outputs.csv.has_value(), 120, 380}}) {
    const auto bytes =
        size.of_pe * fabric.pes() + size.of_link * static_cast<double>(fabric.link_count());
    if (!size.is_written || bytes <= most) continue;
    draft.reject(size.key,
                 fmt::format("the loads of {} PEs and the counters of {} links would take about "
                             "{:.1f} GB, more than {:.0f} GB; --summary writes the result without "
                             "them",
                             fabric.pes(), fabric.link_count(), bytes / gigabyte, most / gigabyte));
  }
}

/// The deepest queue of each PE is kept where the result shows it, for that costs the Liquid
/// kernels more than a third of their speed.
void put_summary(Draft& draft, bool value) {
  draft.outputs.summary = value;
  draft.experiment().lists_deepest = (draft.outputs.json || draft.outputs.csv) && !value;
}

Parser<std::string> store_file() {
  auto parser = output_file();
  parser.parse = [named = parser.parse](const std::string& text, const Draft& draft) {
    auto name = named(text, draft);
    require_replaceable_store(name);
    const auto& fabric = draft.experiment().fabric;
    if (fabric.pes() <= max_stored_pes) return name;
    throw ValueError(fmt::format("{} has {} PEs; runs of at most {} are kept", fabric.name(),
                                 fabric.pes(), max_stored_pes));
  };
  return parser;
}

/// A stored run has its whole result.
void put_save(Draft& draft, const std::string& file) {
  draft.experiment().lists_deepest = true;
  claim(draft, "save", file, "history");
  claim(draft, "save", file + run_lock_ending, "lock");
  for (const char* ending : store_side_files) claim(draft, "save", file + ending, "history");
  draft.outputs.save = file;
}

std::int64_t usual_history(const Draft& draft) {
  const bool phased = !draft.has_application() && !draft.scheme.is_message_driven();
  return default_history(draft.experiment().fabric, phased);
}

}  // namespace

KeySection result_keys() {
  constexpr std::int64_t most_frames = 1'000'000;
  return {
      "Results",
      {
          Key{"json", "", "FILE", "writes the result as JSON; - is standard output"}
              .is_output()
              .sets<std::string>(result_file(), put_json),
          Key{"csv", "", "FILE", "writes the result as CSV, a line a value; - is standard output"}
              .is_output()
              .sets<std::string>(result_file(), put_csv),
          Key{"summary", "false", "", "leaves loads and links out of JSON, CSV and the record"}
              .is_output()
              .sets<bool>(flag(), put_summary),
          Key{"record", "", "FILE", "writes what every phase did, a line of JSON each"}
              .is_output()
              .only("synchronous schemes without an application, without traffic", has_phases)
              .sets<std::string>(output_file(),
                                 [](Draft& d, const std::string& value) {
                                   claim(d, "record", value, "record");
                                   d.outputs.record = value;
                                 }),
          Key{"save", "", "FILE", "keeps the run with its history for isobar report and view"}
              .is_output()
              .only("without traffic", has_no_traffic)
              .sets<std::string>(store_file(), put_save),
          Key{"history", "auto", "N",
              "maximum number of frames kept of the saved run, evenly spread"}
              .of("frames")
              .is_output()
              .only("with save", is_saved)
              .sets<std::int64_t>(
                  whole("a number of instants", 1, most_frames),
                  [](Draft& d, std::int64_t value) { d.outputs.history = value; }, usual_history),
          Key{"picture", "", "FILE.svg", "draws the PEs' loads over time"}
              .is_output()
              .only("without traffic", has_no_traffic)
              .sets<std::string>(output_file("a picture", ".svg"),
                                 [](Draft& d, const std::string& value) {
                                   claim(d, "picture", value, "picture");
                                   d.outputs.picture = value;
                                 }),
          Key{"mismatch_wave", "isobar-mismatch.fst", "FILE",
              "waves around the first difference between RTL and model, if there is one"}
              .is_output()
              .only("level rtl", is_rtl)
              .sets<std::string>(wave_file(),
                                 [](Draft& d, const std::string& value) {
                                   claim_waves(d, "mismatch_wave", value, "mismatch waves");
                                   d.outputs.mismatch_wave = value;
                                 }),
      },
      "",
      writes_files,
      check_result_size,
  };
}

}  // namespace isobar
