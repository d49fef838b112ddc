// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// The link technologies as text, each with its figures and sources.
std::string technology_list();

/// The table of link technologies in docs/costs.md, with their sources below it.
std::string technology_markdown();

}  // namespace isobar
