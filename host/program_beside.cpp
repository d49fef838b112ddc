// SPDX-License-Identifier: Apache-2.0
#include "host/program_beside.h"

namespace isobar {

std::filesystem::path program_beside(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace isobar
