// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/config/config_json.h"
#include "sim/torture/trial.h"

namespace isobar {

/// What a trial came to, in a line that is another one as soon as any number is: `80 cycles; json
/// 91cf0a7be2d13f58, text …, csv …`, with a digest of the result, whatever made it, of its
/// `sentences`, and of each output in the folder.
std::string outcome_of(const Trial& trial, const std::filesystem::path& folder, Json result,
                       const std::string& sentences);

}  // namespace isobar
