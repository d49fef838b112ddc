// SPDX-License-Identifier: Apache-2.0
#include "models/network/routed_link.h"

#include "models/errors.h"

namespace isobar {

void OpenEnd::refuse() { throw ModelError("a message is sent over the open end of a mesh"); }

}  // namespace isobar
