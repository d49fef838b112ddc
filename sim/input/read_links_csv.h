// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <vector>

#include "models/fabric/fabric.h"
#include "sim/input/link_table.h"

namespace isobar {

/// A CSV table of links' own figures. Its first row names the columns, in any order: `from` and
/// `to`, and one or more of link_figures(). A row is of every link that leads from a node of `from`
/// to one of `to`, both as NodePattern has them; what is empty stays as it is. The text
/// is as TableRows have it. Throws
/// ValueError naming the line from 1, what is wrong there, and what is allowed: an unknown column,
/// a link that is not there, nodes that are given twice.
std::vector<LinkRow> read_links_csv(std::istream& in, const Fabric& fabric);

}  // namespace isobar
