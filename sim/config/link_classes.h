// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/draft.h"

namespace isobar {

/// Gives the experiment its links by what the draft's keys and tables say of them: by dimension,
/// and where those of a dimension differ, each link by itself. Throws InputError where a table has
/// a value that no link can have.
void give_links(Draft& draft);

}  // namespace isobar
