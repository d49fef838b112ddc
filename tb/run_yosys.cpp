// SPDX-License-Identifier: Apache-2.0
#include "tb/run_yosys.h"

#include "host/cache.h"
#include "host/tool.h"

namespace isobar {

void run_yosys(const std::filesystem::path& yosys, const std::filesystem::path& folder,
               const std::string& script) {
  write_file(folder / "script.ys", script);
  // Yosys' own temporary files must not be left when it is interrupted, and their path must not
  // contain a blank.
  run_tool({"env", "TMPDIR=.", yosys.string(), "-q", "-s", "script.ys"}, folder);
}

}  // namespace isobar
