// SPDX-License-Identifier: Apache-2.0
#include "sim/config/from_anywhere.h"

#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"
#include "sim/input/machines.h"

namespace isobar {

std::string from_anywhere(const std::string& key, const std::string& value,
                          const std::filesystem::path& folder) {
  if (key == "app") return application_from_anywhere(value, folder);
  if (key == "fabric") return fabric_from_anywhere(value, folder);
  if (key == "machines") return machines_from_anywhere(value, folder);
  return key == "load" ? load_from_anywhere(value, folder) : value;
}

}  // namespace isobar
