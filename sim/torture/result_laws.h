// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/config/config_json.h"
#include "sim/torture/broken_law.h"

namespace isobar {

/// What holds of every result by itself.
struct ResultLaw {
  const char* name;
  /// What of a result breaks the law; empty if nothing does.
  std::string (*objection)(const Json& result);
};

/// All of them: the schema, sums of cycles and messages, shares, order of instants, tasks.
const std::vector<ResultLaw>& result_laws();

/// The first law that a result breaks. A result without a member that a law reads breaks it.
Found broken_result_law(const Json& result);

/// The first member in which two results differ, with both values, but for what says at which level
/// they were made; empty if there is none.
std::string first_difference(const Json& one, const Json& other);

}  // namespace isobar
