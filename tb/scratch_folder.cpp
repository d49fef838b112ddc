// SPDX-License-Identifier: Apache-2.0
#include "tb/scratch_folder.h"

#include <cstdlib>
#include <system_error>

#include "models/errors.h"

namespace isobar {

ScratchFolder::ScratchFolder(const std::filesystem::path& name, const std::string& complaint)
    : path_(name.string() + ".XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr) throw ValueError(complaint);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace isobar
