// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/rtl_parameters.h"
#include "models/types.h"
#include "tb/pins/pin.h"

namespace isobar {

/// Throws ValueError unless the pins of PE `node` have the widths that the parameters ask for. The
/// message names the first pin that has not, and both widths.
void require_widths(Node node, const PinSet& pins, const RtlParameters& parameters);

}  // namespace isobar
