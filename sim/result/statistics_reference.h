// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config_json.h"

namespace isobar {

/// Every statistic with its unit and line, for people at a terminal.
std::string statistics_text();

/// The same as a page of the documentation, docs/statistics.md.
std::string statistics_markdown();

/// What a page shows beside the numbers of a result: a list with an object a statistic, of its
/// `path`, `was` (the deprecated path, if it has one), `unit`, `help`, `type`, `better` and
/// `group`.
Json statistics_description();

}  // namespace isobar
