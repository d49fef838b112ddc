// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "models/types.h"
#include "sim/torture/dice.h"
#include "sim/torture/trial.h"

namespace isobar {

/// Draws a fabric of some dozen PEs at most, degenerate ones among them, of the families that the
/// program lists. A graph adds its file to the trial.
std::string draw_fabric(Dice& dice, Trial& trial);

/// How a text of a key is drawn for a fabric of `pes` PEs; a file that it names is added to the
/// trial.
using DrawText = std::string (*)(Dice& dice, Node pes, Trial& trial);

/// By key, all those whose values are texts.
const std::map<std::string, DrawText>& texts_to_draw();

}  // namespace isobar
