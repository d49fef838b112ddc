// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "sim/config/config_text.h"

namespace isobar {

/// What a point of a campaign is given: keys of `isobar run` with their values, those of the plan's
/// base included. A value that equals its key's default is left out, so that one experiment is one
/// point.
using Assignment = std::map<std::string, std::string>;

/// The level that a point runs at: its own, or the cheapest one that is exact. The level steps
/// gives every number that the level cycles gives; message-driven schemes run at cycles alone.
std::string level_of(const Assignment& point);

/// The point with the level that it runs at.
Assignment with_level(Assignment point);

/// The point as the command line would give it. Throws InputError for an unknown key.
ConfigText config_text(const Assignment& point);

/// The command that runs this point alone.
std::string command_of(const Assignment& point);

}  // namespace isobar
