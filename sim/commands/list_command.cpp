// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/list_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "models/schemes/contract/registry.h"
#include "models/text.h"
#include "models/types.h"
#include "models/unknown_name.h"
#include "sim/commands/list_json.h"
#include "sim/commands/scheme_reference.h"
#include "sim/config/input_error.h"
#include "sim/config/key_reference.h"
#include "sim/config/technology_reference.h"
#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"
#include "sim/result/metrics.h"
#include "sim/result/result_schema.h"
#include "sim/result/statistics_reference.h"

namespace isobar {
namespace {

std::string scheme_list() {
  std::string text = "Schemes (--scheme NAME, or NAME:PARAMETER=VALUE,...)\n";
  std::size_t widest = 0;
  for (const auto& [name, scheme] : schemes()) widest = std::max(widest, name.size());
  const std::string indent(widest + 3, ' ');
  for (const auto& [name, scheme] : schemes()) {
    text += fmt::format("  {:<{}} {}\n{}[{}]\n", name, widest, scheme.help, indent, scheme.source);
    for (const auto& p : scheme.parameters) text += fmt::format("{}{}\n", indent, p.line());
  }
  return text;
}

std::string lines(const char* title, const std::vector<std::string>& items) {
  std::string text = title;
  for (const auto& item : items) text += "  " + item + "\n";
  return text;
}

std::string metric_list() {
  std::string text =
      "Metrics of a campaign's points (isobar explore): name, - where less is better, + where "
      "more is, what, [unit]\n";
  for (const auto& m : metrics()) {
    const char* better = m.better == Better::less ? "-" : m.better == Better::more ? "+" : " ";
    text += fmt::format("  {:<30} {} {}{}\n", m.name, better, m.help,
                        m.unit.empty() ? "" : fmt::format(" [{}]", m.unit));
  }
  return text;
}

struct Section {
  const char* name;
  std::string text;
};

std::vector<Section> all_sections() {
  return {{"schemes", scheme_list()},
          {"fabrics", lines("Fabrics (--fabric NAME)\n", form_lines(fabric_forms()))},
          {"workloads", lines("Initial loads (--load RULE)\n", load_lines())},
          {"applications", lines("Running applications (--app NAME, or NAME:PARAMETER=VALUE,...)\n",
                                 application_lines())},
          {"links", technology_list()},
          {"metrics", metric_list()},
          {"statistics", statistics_text()},
          {"keys", key_list()}};
}

/// A line of a section that begins an entry, by the entry's name; else empty. What is indented
/// deeper belongs to the entry above it.
std::string_view entry_name(std::string_view line) {
  constexpr std::size_t deepest = 4;
  const auto indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent == 0 || indent > deepest) return {};
  line.remove_prefix(indent);
  return line.substr(0, line.find_first_of(" :"));
}

/// The entries of a section that have this name, below its title.
std::string entries_named(const Section& section, std::string_view name) {
  std::string found;
  std::string_view title;
  std::size_t depth = std::string_view::npos;  // of the entry that is shown
  for (const auto line : split(section.text, '\n')) {
    if (title.empty()) title = line;
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    if (indent <= depth || depth == std::string_view::npos) {
      depth = entry_name(line) == name ? indent : std::string_view::npos;
    }
    if (depth != std::string_view::npos) found += std::string(line) + "\n";
  }
  return found.empty() ? found : fmt::format("{}\n{}", title, found);
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace

std::string list_json_text(const std::string& what) {
  if (what == "commands") {
    throw InputError("list commands: has no JSON; a document as markdown (isobar list --help)");
  }
  auto json = list_json(what);
  if (!json.empty()) return json;
  list_text(what);  // says what is wrong with the name
  throw InputError(fmt::format("list {}: has no JSON; its section has (isobar list --help)", what));
}

std::string list_text(const std::string& what) {
  std::vector<std::string> parts;
  std::vector<std::string> names = {"commands"};
  const auto sections = all_sections();
  for (const auto& section : sections) {
    names.emplace_back(section.name);
    if (what.empty() || what == section.name) parts.push_back(section.text);
  }
  if (!parts.empty()) return joined(parts);
  for (const auto& section : sections) {
    if (auto part = entries_named(section, what); !part.empty()) parts.push_back(std::move(part));
    for (const auto line : split(section.text, '\n')) names.emplace_back(entry_name(line));
  }
  if (!parts.empty()) return joined(parts);
  throw InputError(fmt::format(
      "list: there is no '{}';{} allowed: schemes, fabrics, workloads, applications, links, "
      "metrics, statistics, keys, commands (not as JSON), or a name in one of them (isobar list "
      "--help)",
      what, did_you_mean(what, names)));
}

std::string list_document(const std::string& what, const std::string& form) {
  const bool schema = form == "schema";
  if (what == "keys") return schema ? key_schema() : key_markdown();
  if (what == "statistics") {
    return schema ? result_schema().dump(2) + "\n" : statistics_markdown();
  }
  if (what == "links" && !schema) return technology_markdown();
  if (what == "schemes" && !schema) return scheme_markdown();
  if (what == "applications" && !schema) return application_markdown();
  throw InputError(fmt::format(
      "list {}--as {}: keys and statistics can be a document as markdown and as schema; commands, "
      "schemes, applications and links as markdown",
      what.empty() ? what : what + " ", form));
}

}  // namespace isobar
