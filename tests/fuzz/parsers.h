// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isobar::test {

/// A parser of the program, as a fuzzer calls it.
struct FuzzedParser {
  std::string name;  ///< also of its folder in tests/fuzz/corpus
  /// Parses these bytes. Any exception that comes out of it is a finding: what is wrong with an
  /// input is said by a ValueError or an InputError, which stay inside; std::logic_error says which
  /// law was broken.
  void (*parse)(const std::string& bytes);
};

/// All of them, by name.
const std::vector<FuzzedParser>& fuzzed_parsers();

}  // namespace isobar::test
