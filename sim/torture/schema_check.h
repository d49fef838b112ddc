// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config_json.h"

namespace isobar {

/// What of a result does not hold to the schema of results, with its place; empty if all does.
/// Those keywords are known that result_schema() uses, and a member without a schema is wrong,
/// outside of `config`.
std::string schema_objection(const Json& result);

}  // namespace isobar
