// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "sim/explore/point.h"

namespace isobar {

/// Parameters by the column that a campaign's database has them in: `scheme_alpha` of
/// `scheme = "diffusion:alpha=0.25"`, `app_d` of `app = "uts:d=10"`.
using PointParameters = std::map<std::string, std::string>;

/// Those that a point names. None of a scheme or an application that cannot be run.
PointParameters named_parameters(const Assignment& point);

/// Those that hold at a point: the named ones, and the others of its scheme and its application at
/// their defaults.
PointParameters parameters_of(const Assignment& point);

}  // namespace isobar
