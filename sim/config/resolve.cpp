// SPDX-License-Identifier: Apache-2.0
#include "sim/config/resolve.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "sim/config/draft.h"

namespace isobar {
namespace {

/// The entries `link.D.…` of a row, written or implied, with their D.
std::vector<std::pair<std::string, unsigned>> entries_of_dimensions(const Draft& draft,
                                                                    const Key& key) {
  std::vector<std::pair<std::string, unsigned>> found;
  if (!key.per_dimension) return found;
  const auto& fabric = draft.experiment().fabric;
  auto entries = draft.text().entries();
  entries.insert(draft.implied().begin(), draft.implied().end());
  for (const auto& [name, entry] : entries) {
    const auto digits = dimension_of(name);
    if (digits.empty() || find_key(name) != &key) continue;
    const auto dimension = draft.blame(name, [&, &written = name] {
      return static_cast<unsigned>(
          parse_integer(dimension_of(written), "a dimension", 1,
                        static_cast<std::int64_t>(fabric.radices().size())));
    });
    if (fabric.radix(dimension) == 1) {
      draft.reject(name, fmt::format("dimension {} of {} has no links", dimension, fabric.name()));
    }
    found.emplace_back(name, dimension);
  }
  return found;
}

void refuse(const Draft& draft, const Key& key, const Objection& objection) {
  if (draft.given(key.name)) {
    const bool stands =
        objection.default_may_stand && draft.entry(key.name).value == key.default_value;
    if (!stands) draft.reject(key.name, objection.why);
  }
  for (const auto& [name, dimension] : entries_of_dimensions(draft, key)) {
    draft.reject(name, objection.why);
  }
}

void set(Draft& draft, const Key& key, const std::string& name, unsigned dimension) {
  const auto entry = draft.entry(name);
  auto value = draft.blame(name, [&] { return key.set(draft, entry.value, dimension); });
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
    set(draft, key, key.name, 0);
  } else if (key.required) {
    throw InputError(
        fmt::format("no {0} is given: write {0} = \"...\" in the file, or {1} {2} ({3})", key.name,
                    key.option(), key.metavar, key.help));
  }
  for (const auto& [name, dimension] : entries_of_dimensions(draft, key)) {
    set(draft, key, name, dimension);
  }
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
  return {draft.level,           std::move(draft.experiment()),
          std::move(draft.rtl),  std::move(draft.outputs),
          std::move(draft.keys), std::move(notes)};
}

}  // namespace isobar
