// SPDX-License-Identifier: Apache-2.0
#include "sim/config/technology_reference.h"

#include <fmt/format.h>

#include "models/link/technologies.h"

namespace isobar {
namespace {

/// A latency is a time or a number of cycles; cycles get their unit.
std::string latency_text(const LinkTechnology& technology) {
  const bool is_count = technology.latency.find_first_not_of("0123456789") == std::string::npos;
  return is_count ? technology.latency + " cycle" : technology.latency;
}

/// As a link in a page of docs/.
std::string link_in_docs(const LinkSource& source) {
  const std::string docs = "docs/";
  const bool is_page = source.url.rfind(docs, 0) == 0;
  return fmt::format("[{}]({})", source.title,
                     is_page ? source.url.substr(docs.size()) : source.url);
}

}  // namespace

std::string technology_list() {
  std::string text =
      "Link technologies (--link NAME; link.D.technology: of dimension D); the figures are of a "
      "directed link\n";
  for (const auto& t : link_technologies()) {
    text += fmt::format("  {:<16} {}, {}\n", t.name, t.what, t.length);
    text += fmt::format("  {:<16} {}, {}, {} and {}: {:.4g} pJ/b at full rate\n", "", t.bandwidth,
                        latency_text(t), t.energy, t.static_power, full_rate_energy_pj(t));
    for (const auto& source : t.sources) {
      text += fmt::format("  {:<16} [{}, {}]\n", "", source.title, source.url);
    }
    text += fmt::format("  {:<16} assumed: {}\n", "", t.assumed);
  }
  return text;
}

std::string technology_markdown() {
  std::string text =
      "| technology | what it is | length | bandwidth | latency | energy | static power | pJ/b at "
      "full rate |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto& t : link_technologies()) {
    text +=
        fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {:.4g} |\n", t.name, t.what, t.length,
                    t.bandwidth, latency_text(t), t.energy, t.static_power, full_rate_energy_pj(t));
  }
  text += "\nSources, and what is assumed because none says it:\n\n";
  for (const auto& t : link_technologies()) {
    std::string sources;
    for (const auto& source : t.sources) {
      sources += (sources.empty() ? "" : "; ") + link_in_docs(source);
    }
    text += fmt::format("- `{}`: {}. Assumed: {}\n", t.name, sources, t.assumed);
  }
  return text;
}

}  // namespace isobar
