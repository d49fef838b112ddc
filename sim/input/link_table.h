// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What a row of a file says of some links: figures by their names, as they are written.
struct LinkRow {
  std::string place;                 ///< `line 3`
  std::vector<std::uint64_t> links;  ///< their slots
  std::vector<std::pair<std::string, std::string>> figures;
};

/// Figures of single links, from a file. A row goes before those above it.
struct LinkTable {
  std::string key;   ///< of the configuration, that names the file
  std::string file;  ///< empty: it stands in the key's value
  std::vector<LinkRow> rows;
};

/// The names that figures of a link can have, as in keys link.…: those of a technology first, which
/// the others go before.
const std::vector<std::string>& link_figures();

}  // namespace isobar
