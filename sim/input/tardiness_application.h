// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/input/file_application.h"

namespace isobar {

/// `tardiness:FILE,NAME=VALUE`: branch and bound for the least weighted tardiness on an OR-Library
/// instance (read_or_library.h).
FileApplication tardiness_application();

}  // namespace isobar
