// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/config/config_json.h"

namespace isobar {

/// What made a result, beside its configuration and seed.
struct Provenance {
  std::string version;
  std::optional<std::string> commit;  ///< of the sources; none outside of a repository
  std::string compiler;               ///< `GCC 12.2.0`
  std::string build;                  ///< CMake's type of build
  std::string kernels;                ///< instruction set of the kernels of `steps` on this machine
};

const Provenance& provenance();

/// `isobar 1.2.0 (commit 0123456789ab, GCC 12.2.0, Release, avx2)`.
std::string program_text();

/// The member `program` of results.
Json provenance_json();

}  // namespace isobar
