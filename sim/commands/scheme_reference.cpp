// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/scheme_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/registry.h"
#include "sim/commands/markdown_text.h"
#include "sim/input/application_file.h"

namespace isobar {
namespace {

/// As the beginning of a sentence, in Markdown.
std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return markdown_text(text);
}

/// A fabric of each kind; a scheme objects to a kind by objecting to this one.
std::vector<std::pair<std::string, Fabric>> sample_fabrics() {
  return {{"ring", Fabric::parse("ring:8")},
          {"torus", Fabric::parse("torus:4x4")},
          {"mesh", Fabric::parse("mesh:4x4")},
          {"hypercube", Fabric::parse("hypercube:4")},
          {"hhc", Fabric::parse("hhc:3")},
          {"graph of PEs", Fabric::graph("graph:pes", 4, {{0, 1}, {1, 2}, {2, 3}, {0, 2}})},
          {"graph with switches", Fabric::graph("graph:star", 4, {{0, 3}, {1, 3}, {2, 3}}, 1)}};
}

/// How PEs come to their decisions.
std::string_view kind_of(const SchemeEntry& scheme) {
  if (!scheme.balances) return "nothing";
  if (scheme.conducts) return "messages, between iterations";
  if (!scheme.is_message_driven()) return "phases in lockstep";
  return scheme.make ? "messages; an ideal network" : "messages";
}

/// Schemes that share a page with another are named in it, by how their names begin.
std::string page_of(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> shared = {{
      {"lm-c", "liquid"},
      {"nna-portions", "nna"},
      {"diffusion2", "diffusion"},
      {"hetero-", "hetero"},
      {"eager-", "eager"},
  }};
  for (const auto& [begin, page] : shared) {
    if (name.rfind(begin, 0) == 0) return std::string(page);
  }
  return name;
}

std::string fabrics_of(const SchemeEntry& scheme,
                       const std::vector<std::pair<std::string, Fabric>>& samples) {
  std::vector<std::string> names;
  for (const auto& [name, fabric] : samples) {
    if (scheme.objection(fabric).empty()) names.push_back(name);
  }
  if (names.size() == samples.size()) return "every";
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string loads_of(const SchemeEntry& scheme) {
  return scheme.conducts ? "persistent tasks" : "static loads, tasks that come and go";
}

}  // namespace

std::string scheme_markdown() {
  const auto samples = sample_fabrics();
  std::string text =
      "# Schemes\n\n"
      "This page is made by the program: `isobar list schemes --as markdown`. Which one to try "
      "says [Choose a scheme](howto/choose_scheme.md).\n\n"
      "*Static loads* are all there at the start (`--load`); tasks that come and go are those of "
      "an application (`--app`), and *persistent tasks* those of one whose iterations the scheme "
      "conducts. The page of a scheme has its rule, its costs, and on which sizes of a fabric it "
      "runs.\n\n";
  text += markdown_row({"scheme", "what it does", "PEs decide by", "fabrics", "loads"});
  text += "| --- | --- | --- | --- | --- |\n";
  for (const auto& [name, scheme] : schemes()) {
    text +=
        markdown_row({fmt::format("[`{}`](#{})", name, name), markdown_text(scheme.help),
                      std::string(kind_of(scheme)), fabrics_of(scheme, samples), loads_of(scheme)});
  }
  for (const auto& [name, scheme] : schemes()) {
    text += fmt::format("\n## {}\n\n{}. Source: {}. [Its page](schemes/{}.md).\n", name,
                        sentence(scheme.help), markdown_text(scheme.source), page_of(name));
    if (!scheme.parameters.empty()) text += "\n" + parameter_table(scheme.parameters);
  }
  return text;
}

std::string application_markdown() {
  std::string text =
      "# Parameters of applications\n\n"
      "This page is made by the program: `isobar list applications --as markdown`. What they do "
      "says [Running applications](applications.md).\n";
  const auto add = [&](std::string_view name, const std::string& form, std::string_view help,
                       std::string_view source, const std::vector<Parameter>& parameters) {
    text += fmt::format("\n## {}\n\n`--app {}`. {}. Source: {}.\n", name, form,
                        sentence(std::string(help)), markdown_text(std::string(source)));
    if (!parameters.empty()) text += "\n" + parameter_table(parameters);
  };
  for (const auto& [name, entry] : applications()) {
    add(name, name, entry.help, entry.source, entry.parameters);
  }
  for (const auto& row : file_applications()) {
    const std::string form(row.form.form);
    add(form.substr(0, form.find(':')), form, row.form.help, row.source, row.parameters);
  }
  return text;
}

}  // namespace isobar
