// SPDX-License-Identifier: Apache-2.0
#include "sim/input/toml_text.h"

#include <fmt/format.h>

#include <sstream>

namespace isobar {

std::string toml_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_floating_point()) {
    auto digits = fmt::format("{}", number->get());
    if (digits.find_first_not_of("-0123456789") == std::string::npos) digits += ".0";
    // With an exponent it is left to TOML.
    if (digits.find_first_not_of("-.0123456789") == std::string::npos) return digits;
  }
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

}  // namespace isobar
