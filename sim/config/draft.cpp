// SPDX-License-Identifier: Apache-2.0
#include "sim/config/draft.h"

#include <fmt/format.h>

#include "sim/config/key_table.h"

namespace isobar {

ConfigText::Entry Draft::entry(const std::string& key) const {
  const auto found = text_.entries().find(key);
  if (found != text_.entries().end()) return found->second;
  const auto implied = implied_.find(key);
  if (implied != implied_.end()) return implied->second;
  const auto* row = find_key(key);
  return {row == nullptr ? "" : row->default_value, "", {}};
}

bool Draft::gives_default(const Key& key) const {
  const auto value = entry(key.name).value;
  if (value == key.default_value) return true;
  if (key.default_value.empty()) return false;
  auto scratch = *this;
  try {
    return key.set(scratch, value, {}) == key.set(scratch, key.default_value, {});
  } catch (const ValueError&) {
    return false;
  }
}

void Draft::imply(const std::string& key, const std::string& value, const std::string& by) {
  if (!given(key)) implied_[key] = {value, by, {}};
}

void Draft::reject(const std::string& key, const std::string& why) const {
  const auto found = entry(key);
  if (found.place.empty()) throw InputError(fmt::format("{} = {}: {}", key, found.value, why));
  throw InputError(value_message(found.place, key, found.value, why));
}

}  // namespace isobar
