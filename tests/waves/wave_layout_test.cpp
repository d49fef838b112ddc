// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_layout.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;
using namespace isobar::test;

namespace {

WaveLayout sample() {
  WaveLayout layout;
  layout.begin_group("run", false);
  layout.number("isobar.run.step", 10);
  layout.event("isobar.run.step_ends");
  layout.end_group();
  layout.staircase("isobar.pe_0.load", 5, "PE (0,0) load");
  layout.begin_group("links", true);
  layout.begin_group("link_1_succ", false);
  layout.text("isobar.pe_0.link_1_succ.state");
  layout.number("isobar.pe_0.link_1_succ.wide", 64, "wide");
  layout.number("isobar.pe_0.link_1_succ.bit", 1);
  layout.end_group();
  layout.end_group();
  layout.comment("the end");
  return layout;
}

WaveView view() {
  return {
      "a.fst", "a.gtkw", 1000, 5'000'000'000, {{'S', "shared", 5}, {'B', "balanced", 1ULL << 33}}};
}

/// Whether brackets are closed in order and quotes come in pairs.
bool is_well_formed(const std::string& text) {
  std::string open;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (std::string("([{").find(c) != std::string::npos) open += c;
    const auto closing = std::string(")]}").find(c);
    if (closing == std::string::npos) continue;
    if (open.empty() || open.back() != std::string("([{")[closing]) return false;
    open.pop_back();
  }
  return open.empty() && !quoted;
}

}  // namespace

TEST_CASE("a layout as a save file of GTKWave", "[waves]") {
  const auto text = gtkw_text(sample(), view());
  CHECK(contains(text, "[dumpfile] \"a.fst\"\n[savefile] \"a.gtkw\"\n[timestart] 1000\n"));
  CHECK(contains(text, "\n[markername] Sshared\n[markername] Bbalanced\n"));
  CHECK(contains(text,
                 "@800200\n-run\n@24\nisobar.run.step[9:0]\n@28\nisobar.run.step_ends\n"
                 "@1000200\n-run\n@8024\n+{PE (0,0) load} isobar.pe_0.load[4:0]\n@20000\n-\n"));
  CHECK(contains(text,
                 "@c00200\n-links\n@800200\n-link_1_succ\n@20\nisobar.pe_0.link_1_succ.state\n"
                 "@22\n+{wide} isobar.pe_0.link_1_succ.wide[63:0]\n@28\n"));
  CHECK(contains(text, "@1401200\n-links\n@200\n-the end\n"));
  // Zoom, the primary marker, then A to Z.
  const auto line = text.substr(text.find("\n*") + 1);
  CHECK(std::count(line.begin(), line.begin() + static_cast<long>(line.find('\n')), ' ') == 27);
  CHECK(contains(line, " -1 -1 8589934592 -1 "));
}

TEST_CASE("a layout as a state file of Surfer", "[waves]") {
  const auto text = surfer_text(sample(), view());
  CHECK(is_well_formed(text));
  CHECK(contains(text, "source: File(\"a.fst\"),\n    format: Fst,\n"));
  CHECK(contains(text, "markers: {0: (1, [5]), 1: (1, [0, 2])}"));
  CHECK(contains(text,
                 "(1): Marker((color: None, background_color: None, name: Some(\"shared\"), "
                 "idx: 0)),\n"));
  // Two markers, then the group and what lies in it.
  CHECK(contains(text,
                 "(item_ref: (3), level: 0, unfolded: true, selected: false),\n"
                 "        (item_ref: (4), level: 1, "));
  CHECK(contains(text,
                 "(item_ref: (7), level: 0, unfolded: false, selected: false),\n"
                 "        (item_ref: (8), level: 1, unfolded: true, selected: false),\n"
                 "        (item_ref: (9), level: 2, "));
  CHECK(contains(text,
                 "(6): Variable((variable_ref: (path: (strs: [\"isobar\", \"pe_0\"], id: None), "
                 "name: \"load\", id: None, index: None), "));
  CHECK(contains(text,
                 "manual_name: Some(\"PE (0,0) load\"), format: Some(\"Unsigned\"), "
                 "field_formats: [], height_scaling_factor: Some(3.0), analog: Some((settings: "
                 "(render_style: Step, y_axis_scale: Global))))"));
  CHECK(contains(text, "format: Some(\"Hexadecimal\")"));
  CHECK(contains(text,
                 "(12): Divider((color: None, background_color: None, name: Some(\"the end\"))),"));
  CHECK(
      contains(text, "display_item_ref_counter: 12,\n    viewports: [(curr_left: (0.000000200), "));
}
