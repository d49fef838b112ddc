// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isobar::test {

/// The files of tests/fuzz/corpus/PARSER, in order of their names.
std::vector<std::string> fuzz_corpus(const std::string& parser);

/// The words of tests/fuzz/PARSER.dict, as libFuzzer reads it; none if there is no such file.
std::vector<std::string> fuzz_dictionary(const std::string& parser);

}  // namespace isobar::test
