// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/contract/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "models/errors.h"
#include "models/unknown_name.h"

namespace isobar {
namespace {

std::map<std::string, SchemeEntry>& registry() {
  static std::map<std::string, SchemeEntry> entries;
  return entries;
}

std::vector<std::string> known_schemes() {
  std::vector<std::string> list;
  for (const auto& [name, entry] : schemes()) list.push_back(name);
  return list;
}

}  // namespace

const std::map<std::string, SchemeEntry>& schemes() { return registry(); }

RegisterScheme::RegisterScheme(SchemeEntry entry, const std::string& title,
                               const std::string& moves_when) {
  auto name = entry.name;
  if (entry.title.empty()) entry.title = title.empty() ? name : title;
  if (entry.moves_when.empty()) entry.moves_when = moves_when;
  registry().emplace(std::move(name), std::move(entry));
}

SchemeChoice SchemeChoice::parse(std::string_view text) {
  const NamedText named(text);
  const auto found = schemes().find(std::string(named.name));
  if (found == schemes().end()) {
    throw ValueError(unknown_name("scheme", named.name, known_schemes()));
  }
  const auto& entry = found->second;
  return {&entry, parse_parameters(named.parameters, entry.parameters, entry.name)};
}

namespace {

void require_fit(const SchemeEntry& entry, const Fabric& fabric) {
  if (const auto objection = entry.objection(fabric); !objection.empty()) {
    throw ValueError(fmt::format("{} cannot run on {}: {}", entry.name, fabric.name(), objection));
  }
}

}  // namespace

bool SchemeChoice::is_message_driven() const { return entry->is_message_driven() && !is_ideal(); }

std::unique_ptr<SynchronousScheme> SchemeChoice::make(const Fabric& fabric, std::int64_t load_bits,
                                                      std::uint64_t seed,
                                                      const std::vector<Rational>& speeds) const {
  require_fit(*entry, fabric);
  return entry->make({fabric, load_bits, parameters, seed, speeds});
}

std::unique_ptr<MessageDrivenScheme> SchemeChoice::make_agents(
    const Fabric& fabric, std::int64_t load_bits, std::uint64_t seed,
    const std::vector<Rational>& speeds) const {
  require_fit(*entry, fabric);
  return entry->make_agents({fabric, load_bits, parameters, seed, speeds});
}

}  // namespace isobar
