// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/config/draft.h"

namespace isobar {
namespace {

template <class Number>
std::optional<Number> canonical(const std::string& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if (fmt::format("{}", number) != text) return {};
  return number;
}

}  // namespace

std::string Key::option_of(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return "--" + name;
}

Objection is_rtl(const Draft& draft) {
  return {draft.level == Level::rtl ? "" : "this is for level rtl only"};
}

Objection is_not_ideal(const Draft& draft) {
  return {draft.scheme.is_ideal() ? "an ideal network knows nothing of it" : ""};
}

KeyValue typed(const ValueKind& kind, const std::string& text) {
  if (kind.base == ValueKind::Base::whole || kind.or_number) {
    if (const auto whole = canonical<std::int64_t>(text)) return *whole;
  }
  if (kind.base == ValueKind::Base::decimal || kind.or_number) {
    const bool plain = text.find_first_not_of("-.0123456789") == std::string::npos;
    if (const auto decimal = canonical<double>(text); plain && decimal) return *decimal;
  }
  return text;
}

}  // namespace isobar
