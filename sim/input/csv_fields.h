// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isobar {

/// The fields of one line of CSV, which may stand in quotation marks. Throws ValueError if one of
/// these is out of place.
std::vector<std::string> csv_fields(const std::string& line);

}  // namespace isobar
