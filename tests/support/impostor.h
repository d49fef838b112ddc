// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/scratch.h"

namespace isobar::test {

/// A program that does what `script` says in the place of isobar.
inline std::filesystem::path impostor(const Scratch& folder, const std::string& script) {
  folder.write("impostor", "#!/bin/bash\n" + script + "\n");
  std::filesystem::permissions(folder / "impostor", std::filesystem::perms::owner_all);
  return folder / "impostor";
}

}  // namespace isobar::test
