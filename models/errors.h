// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace isobar {

/// A value that the user gave and that cannot be used. `what()` says what is wrong and what is
/// allowed; the program adds the place (file and line, or option) and the key.
class ValueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The model broke one of its own laws (a full queue was written, a busy link was sent to): a bug.
class ModelError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace isobar
