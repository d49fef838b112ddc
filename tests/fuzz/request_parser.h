// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar::test {

/// What a client of `isobar view` sends, for fuzzed_parsers().
void parse_requests(const std::string& bytes);

}  // namespace isobar::test
