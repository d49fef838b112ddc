// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_toml.h"

#include <fmt/format.h>

#include "sim/config/key_table.h"

namespace isobar {
namespace {

/// A TOML basic string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// A float of TOML has a point or an exponent, also where it is whole.
std::string toml_float(double number) {
  auto digits = fmt::format("{}", number);
  if (digits.find_first_of(".en") == std::string::npos) digits += ".0";
  return digits;
}

std::string toml_value(const ResolvedKey& key) {
  if (const auto* text = std::get_if<std::string>(&key.value)) {
    return quoted(absolute_paths(key.name, *text, key.folder));
  }
  if (const auto* flag = std::get_if<bool>(&key.value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<double>(&key.value)) return toml_float(*number);
  return std::to_string(std::get<std::int64_t>(key.value));
}

}  // namespace

std::string to_toml(const Config& config) {
  std::string out;
  for (const auto& key : config.keys) {
    out +=
        fmt::format("{:<34} # {}\n", fmt::format("{} = {}", key.name, toml_value(key)), key.origin);
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> key_texts(const Config& config) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& key : config.keys) texts.emplace_back(key.name, toml_value(key));
  return texts;
}

}  // namespace isobar
