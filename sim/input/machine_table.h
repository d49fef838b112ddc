// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The machines of a table, one a PE in order of PEs. A quantity that the table does not have is an
/// empty list.
struct MachineTable {
  std::vector<Rational> speeds;
  std::vector<unsigned> executors;
  std::vector<std::int64_t> memories;  ///< bytes
  std::vector<std::string> names;
  std::vector<std::string> formats;  ///< how data are stored
};

}  // namespace isobar
