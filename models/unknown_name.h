// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// " did you mean NAME?" with those of `names` that are nearest to what was written, by letters
/// left out, put in, exchanged or replaced, or that begin with it; empty where none is near.
std::string did_you_mean(std::string_view written, const std::vector<std::string>& names);

/// "unknown WHAT 'WRITTEN'; did you mean NAME? allowed: NAME:FORM, …". What follows a colon, of the
/// written and of the allowed, is left out where names are compared.
std::string unknown_name(std::string_view what, std::string_view written,
                         const std::vector<std::string>& allowed);

}  // namespace isobar
