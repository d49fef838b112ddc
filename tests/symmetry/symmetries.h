// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isobar::test {

/// A case in which schemes are not symmetric.
struct Counterexample {
  std::string transformation;       ///< whose simplest form it is
  std::string fabric;               ///< as fabric_of() takes it
  std::vector<std::int64_t> loads;  ///< by PE; 0 on those that are not listed
  std::string why;
};

/// What schemes are symmetric under with their defaults: the changed experiment has exactly the
/// result of the other one, changed. Of a transformation whose fabrics a scheme refuses nothing is
/// said.
struct Symmetries {
  std::vector<std::string> schemes;
  std::vector<std::string> holds;  ///< transformations
  std::vector<Counterexample> absent;
  std::string needs{};  ///< what they need to move any task at all; then nothing else is said
};

/// The table: every scheme of the program in one row.
const std::vector<Symmetries>& symmetries();

/// Its two parts.
std::vector<Symmetries> symmetries_in_lockstep();
std::vector<Symmetries> symmetries_of_messages();

/// The claims of a scheme that runs on static loads.
const Symmetries& symmetries_of(const std::string& scheme);

}  // namespace isobar::test
