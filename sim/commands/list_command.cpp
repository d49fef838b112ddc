// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/list_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/schemes/contract/registry.h"
#include "models/types.h"
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

}  // namespace

std::string list_text(const std::string& what) {
  std::string text;
  const auto add = [&](const char* section, const std::string& part) {
    if (!what.empty() && what != section) return;
    text += (text.empty() ? "" : "\n") + part;
  };
  add("schemes", scheme_list());
  add("fabrics", lines("Fabrics (--fabric NAME)\n", form_lines(fabric_forms())));
  add("workloads", lines("Initial loads (--load RULE)\n", form_lines(load_forms())));
  add("applications", lines("Running applications (--app NAME, or NAME:PARAMETER=VALUE,...)\n",
                            application_lines()));
  add("links", technology_list());
  add("metrics", metric_list());
  add("statistics", statistics_text());
  add("keys", key_list());
  return text;
}

std::string list_document(const std::string& what, const std::string& form) {
  const bool schema = form == "schema";
  if (what == "keys") return schema ? key_schema() : key_markdown();
  if (what == "statistics") {
    return schema ? result_schema().dump(2) + "\n" : statistics_markdown();
  }
  if (what == "links" && !schema) return technology_markdown();
  throw InputError(fmt::format(
      "list {}--as {}: only `list keys` and `list statistics` can be a document, and `list links` "
      "as markdown",
      what.empty() ? what : what + " ", form));
}

}  // namespace isobar
