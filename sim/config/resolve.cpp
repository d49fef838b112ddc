// SPDX-License-Identifier: Apache-2.0
#include "sim/config/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "sim/config/draft.h"

namespace isobar {
namespace {

/// The entries `link.D.…` of a row, written or implied, with their parts: those of a direction
/// behind those of both, before which they go.
std::vector<std::pair<std::string, LinkPart>> entries_of_parts(const Draft& draft, const Key& key) {
  std::vector<std::pair<std::string, LinkPart>> found;
  if (!key.per_dimension) return found;
  const auto& fabric = draft.experiment().fabric;
  auto entries = draft.text().entries();
  entries.insert(draft.implied().begin(), draft.implied().end());
  for (const auto& [name, entry] : entries) {
    const auto part = part_of(name);
    if (part.empty() || find_key(name) != &key) continue;
    found.emplace_back(name, draft.blame(name, [&] { return parse_link_part(part, fabric); }));
  }
  std::stable_partition(found.begin(), found.end(),
                        [](const auto& entry) { return !entry.second.direction; });
  return found;
}

void refuse(const Draft& draft, const Key& key, const Objection& objection) {
  if (draft.given(key.name)) {
    const bool stands = objection.default_may_stand && draft.gives_default(key);
    if (!stands) draft.reject(key.name, objection.why);
  }
  for (const auto& [name, part] : entries_of_parts(draft, key)) draft.reject(name, objection.why);
}

void set(Draft& draft, const Key& key, const std::string& name, const LinkPart& part) {
  const auto entry = draft.entry(name);
  auto value = draft.blame(name, [&] { return key.set(draft, entry.value, part); });
  draft.keys.push_back({name, std::move(value), entry.place.empty() ? "default" : entry.place,
                        key.output, entry.folder.string()});
}

void resolve_key(Draft& draft, const KeySection& section, const Key& key) {
  Objection objection;
  if (section.applies) objection = section.applies(draft, section);
  if (objection.why.empty() && key.applies) objection = key.applies(draft);
  if (!objection.why.empty()) {
    refuse(draft, key, objection);
    if (key.otherwise) key.otherwise(draft);
    return;
  }
  if (draft.given(key.name) || !key.default_value.empty()) {
    set(draft, key, key.name, {});
  } else if (key.required) {
    throw InputError(
        fmt::format("no {0} is given: write {0} = \"...\" in the file, or {1} {2} ({3})", key.name,
                    key.option(), key.metavar, key.help));
  }
  for (const auto& [name, part] : entries_of_parts(draft, key)) set(draft, key, name, part);
}

}  // namespace

Config resolve(const ConfigText& text, bool whole_fabric) {
  Draft draft(text, whole_fabric);
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) resolve_key(draft, section, key);
    if (section.finish) section.finish(draft);
  }
  auto notes = draft.scheme.parameters.notes();
  const auto& more = draft.application.notes;
  notes.insert(notes.end(), more.begin(), more.end());
  notes.insert(notes.end(), draft.notes.begin(), draft.notes.end());
  return {
      draft.level,   std::move(draft.experiment()), std::move(draft.rtl), std::move(draft.outputs),
      draft.threads, std::move(draft.keys),         std::move(notes)};
}

}  // namespace isobar
