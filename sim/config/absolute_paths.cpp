// SPDX-License-Identifier: Apache-2.0
#include "sim/config/absolute_paths.h"

#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"
#include "sim/input/machine_file.h"

namespace isobar {

std::string absolute_paths(const std::string& key, const std::string& value,
                           const std::filesystem::path& folder) {
  if (key == "app") return application_with_absolute_path(value, folder);
  if (key == "fabric") return fabric_with_absolute_path(value, folder);
  if (key == "machines") return machines_with_absolute_path(value, folder);
  return key == "load" ? load_with_absolute_path(value, folder) : value;
}

}  // namespace isobar
