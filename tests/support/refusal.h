// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "models/errors.h"

namespace isobar::test {

/// What the ValueError says that a call throws; empty if it throws none.
template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const ValueError& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// How often a part stands in a text.
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace isobar::test
