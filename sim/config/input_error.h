// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace isobar {

/// Something the user wrote that cannot be used: `what()` is one line with the place (file and
/// line, or option), the key, the value and what is allowed. The program ends with status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace isobar
