// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/seen.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

/// The PE's outputs, and what is compared of a whole fabric, by the names of what the co-simulation
/// compares.
const std::map<std::string, std::string>& names_of_outputs() {
  static const std::map<std::string, std::string> all = {
      {"obs_dimension_o", "phase"},
      {"obs_cycle_o", "cycle of the slot"},
      {"obs_part_o", "phase_part"},
      {"obs_load_o", "load"},
      {"obs_shift_o", "shift"},
      {"obs_head_o", "leaving"},
      {"obs_landing_o", "lands"},
      {"obs_landed_o", "landed"},
      {"obs_transfer_start_o", "transfer_starts"},
      {"obs_transfer_end_o", "transfer_ends"},
      {"valid_o", "valid"},
      {"line_o", "line"},
      {"sink_tready_o", "accepts"},
      {"source_tvalid_o", "holds"},
      {"source_tdata_o", "held"},
      {"transfer_cycles_o", "transfer_cycles"},
      {"word_cycles_o", "word_cycles"},
      {"setup_cycles_o", "setup_cycles"},
      {"error_o", "errors"},
      {"obs_ends_o", "the phase ends"},
      {"transfer cycles", "transfer_cycles"},
      {"word cycles", "word_cycles"},
      {"set-up cycles", "setup_cycles"},
  };
  return all;
}

}  // namespace

std::string shown_by(const std::string& signal) {
  if (const auto output = names_of_outputs().find(signal); output != names_of_outputs().end())
    return output->second;
  if (signal.find(", in words of 64 bits") != std::string::npos) return "a task's bits";
  if (signal.rfind("valid and lanes, ", 0) == 0) return "valid and lanes";
  auto name = signal.substr(0, signal.find(", waiting"));
  if (name.find("link_") != std::string::npos && name.find('.') != std::string::npos) {
    name.erase(0, name.find('.') + 1);
  }
  // Parts of a wide vector, as held_64.
  const auto digits = name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '_') {
    name.resize(digits);
  }
  return name;
}

SeenRules parse_seen_rules(const std::string& text, const std::string& file) {
  SeenRules rules;
  bool reasoned = true;
  int number = 0;
  const auto fail = [&](const char* what) {
    throw ValueError(fmt::format("{}:{}: {}", file, number, what));
  };
  for (const auto whole : split(text, '\n')) {
    ++number;
    const auto content = trim(whole);
    if (content.empty() || content.front() == '#') continue;
    if (whole.front() == ' ') {
      if (rules.empty()) fail("a reason without a rule");
      reasoned = true;
      continue;
    }
    if (!reasoned) fail("the rule above has no reason");
    const auto colon = content.find(':');
    if (colon == std::string_view::npos) fail("a rule is a part, a colon and signals");
    auto& signals = rules[std::string(content.substr(0, colon))];
    for (const auto signal : split(content.substr(colon + 1), ',')) {
      if (!signals.insert(std::string(trim(signal))).second) fail("a signal stands here twice");
    }
    reasoned = false;
  }
  if (!reasoned) fail("the rule has no reason");
  return rules;
}

std::string first_seen_table(const FirstSeen& seen) {
  std::vector<std::string> parts;
  std::vector<std::string> signals;
  for (const auto& [place, count] : seen) {
    for (auto [list, name] :
         {std::make_pair(&parts, &place.first), std::make_pair(&signals, &place.second)}) {
      if (std::find(list->begin(), list->end(), *name) == list->end()) list->push_back(*name);
    }
  }
  std::sort(signals.begin(), signals.end());
  std::string text = "| first seen in |";
  std::string rule = "\n| --- |";
  for (const auto& part : parts) {
    text += fmt::format(" {} |", part);
    rule += " --- |";
  }
  text += rule + "\n";
  for (const auto& signal : signals) {
    text += fmt::format("| {} |", signal);
    for (const auto& part : parts) {
      const auto count = seen.find({part, signal});
      text += count == seen.end() ? "  |" : fmt::format(" {} |", count->second);
    }
    text += "\n";
  }
  return text;
}

}  // namespace isobar
