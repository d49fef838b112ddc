// SPDX-License-Identifier: Apache-2.0
#include "host/scratch_folder.h"

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

ScratchFolder temporary_folder(const std::string& name) {
  const std::string complaint = "no temporary folder can be made; $TMPDIR names another place";
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  if (error) throw ValueError(complaint);
  return {parent / name, complaint};
}

}  // namespace isobar
