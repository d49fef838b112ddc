// SPDX-License-Identifier: Apache-2.0
#include "sim/input/toml_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <system_error>

#include "models/errors.h"

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

std::string toml_complaint(const toml::parse_error& error) {
  const auto text = error.description();
  const bool open_text = text.find("parsing string") != std::string_view::npos &&
                         text.find("control characters") != std::string_view::npos;
  const auto again = text.find("cannot redefine existing");
  if (again != std::string_view::npos) {
    const auto name = text.find('\'', again);
    return fmt::format("{} is given twice; one value is needed",
                       name == std::string_view::npos ? "a key" : text.substr(name));
  }
  return open_text ? "a text is not closed before the end of its line: \" is missing"
                   : std::string(text);
}

std::ifstream open_toml(const std::filesystem::path& file, std::string_view needed) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw ValueError(fmt::format("{}: a folder; {} is needed", file.string(), needed));
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (in) return in;
  throw ValueError(fmt::format("{}: {}; {} is needed", file.string(),
                               errno == 0 ? "cannot be opened" : std::strerror(errno), needed));
}

}  // namespace isobar
