// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/errors.h"
#include "models/text.h"
#include "sim/config/config.h"
#include "sim/config/config_text.h"
#include "sim/config/input_error.h"

namespace isobar {

/// What is wrong with a value, with its place.
std::string value_message(const std::string& place, const std::string& key,
                          const std::string& value, const std::string& why);

/// Takes the values out of a text, one by one, and notes what each became.
class Resolver {
 public:
  explicit Resolver(const ConfigText& text) : entries_(text.entries()) {}

  /// The value of `key` by `parse`, whose ValueError becomes an InputError with the place.
  template <class Parse>
  auto value(const std::string& key, Parse parse) {
    return parse_entry(key, entry(key), parse);
  }

  /// The same of a key that computes its value where the text is `auto`.
  template <class Parse, class Standard>
  auto value_or_auto(const std::string& key, Parse parse, Standard default_value) {
    const auto found = entry(key);
    const auto result =
        found.value == "auto" ? default_value() : parse_entry(key, found, std::move(parse));
    note(key, result);
    return result;
  }

  /// Says that the value of `key` does not go with the others.
  [[noreturn]] void reject(const std::string& key, const std::string& why) const {
    const auto found = entry(key);
    if (found.place.empty()) throw InputError(fmt::format("{} = {}: {}", key, found.value, why));
    fail(key, found, why);
  }

  ConfigText::Entry entry(const std::string& key) const {
    const auto found = entries_.find(key);
    if (found != entries_.end()) return found->second;
    return {known(key).default_value, "", {}};
  }
  bool given(const std::string& key) const { return entries_.count(key) > 0; }

  void note(const std::string& key, std::variant<std::string, std::int64_t, double, bool> value) {
    const auto place = entry(key).place;
    notes_[key] = {key, std::move(value), place.empty() ? "default" : place, false,
                   entry(key).folder.string()};
  }

  /// All keys in order, those of single dimensions behind the general ones.
  std::vector<ResolvedKey> keys() {
    std::vector<ResolvedKey> list;
    for (const auto& key : config_keys()) {
      auto noted = notes_.extract(key.name);
      if (!noted) continue;
      noted.mapped().output = key.output;
      list.push_back(std::move(noted.mapped()));
      if (key.name != "link.energy") continue;
      for (auto& [name, rest] : notes_) {
        if (split(name, '.').size() == 3) list.push_back(rest);
      }
    }
    return list;
  }

 private:
  static const ConfigKey& known(const std::string& key) {
    for (const auto& k : config_keys()) {
      if (k.name == key) return k;
    }
    static const ConfigKey none;
    return none;
  }

  template <class Parse>
  auto parse_entry(const std::string& key, const ConfigText::Entry& found, Parse parse) {
    if (found.place.empty() && found.value.empty()) {
      throw InputError(
          fmt::format("no {0} is given: write {0} = \"...\" in the file, or {1} {2} ({3})", key,
                      known(key).option(), known(key).metavar, known(key).help));
    }
    try {
      note(key, found.value);
      return parse(found.value);
    } catch (const ValueError& error) {
      fail(key, found, error.what());
    }
  }

  [[noreturn]] static void fail(const std::string& key, const ConfigText::Entry& found,
                                const std::string& why) {
    throw InputError(value_message(found.place, key, found.value, why));
  }

  const std::map<std::string, ConfigText::Entry>& entries_;
  std::map<std::string, ResolvedKey> notes_;
};

inline auto integer(const char* what, std::int64_t lo, std::int64_t hi) {
  return [=](const std::string& text) { return parse_integer(text, what, lo, hi); };
}

bool parse_bool(const std::string& text);

}  // namespace isobar
