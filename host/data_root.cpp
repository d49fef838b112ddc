// SPDX-License-Identifier: Apache-2.0
#include "host/data_root.h"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "models/errors.h"

namespace isobar {

std::filesystem::path data_root() {
  if (const char* own = std::getenv("ISOBAR_DATA_DIR"); own != nullptr && *own != '\0') {
    auto root = std::filesystem::absolute(own);
    if (std::filesystem::exists(root / "rtl" / "liquid" / "isobar_pe.sv")) return root;
    throw ValueError(
        fmt::format("ISOBAR_DATA_DIR={}: there is no rtl/liquid/isobar_pe.sv in it", own));
  }
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const auto installed = (program.parent_path() / ISOBAR_DATA_FROM_PROGRAM).lexically_normal();
  const std::filesystem::path sources = ISOBAR_SOURCE_DIR;
  for (const auto& root : {installed, sources}) {
    if (std::filesystem::exists(root / "rtl" / "liquid" / "isobar_pe.sv", ignored)) return root;
  }
  throw ValueError(fmt::format("the RTL is neither in {} nor in {}", (installed / "rtl").string(),
                               (sources / "rtl").string()));
}

}  // namespace isobar
