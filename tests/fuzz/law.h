// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "models/errors.h"
#include "sim/config/input_error.h"

namespace isobar::test {

/// Throws std::logic_error unless the law holds.
inline void law(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error("a parser breaks a law: " + what);
}

/// A refusal says something, and hardly more than what it refuses, of which each byte can become
/// four. That it is one line is seen to by the program's main().
inline void require_refusal(const std::string& message, std::size_t input_size) {
  constexpr std::size_t own_words = 4000;
  constexpr std::size_t byte_as_text = 4;
  law(!message.empty(), "a refusal says something");
  law(message.size() <= own_words + byte_as_text * input_size, "a refusal is short: " + message);
}

/// Calls `parse`, which may refuse the input, by a ValueError or an InputError alone.
template <class Parse>
void parsed(const std::string& input, Parse parse) {
  try {
    parse();
  } catch (const ValueError& error) {
    require_refusal(error.what(), input.size());
  } catch (const InputError& error) {
    require_refusal(error.what(), input.size());
  }
}

}  // namespace isobar::test
