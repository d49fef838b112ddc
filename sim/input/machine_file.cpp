// SPDX-License-Identifier: Apache-2.0
#include "sim/input/machine_file.h"

#include <algorithm>

#include "models/errors.h"
#include "sim/input/input_file.h"
#include "sim/input/read_machines_csv.h"
#include "sim/input/read_machines_toml.h"

namespace isobar {

const std::vector<MachineFormat>& machine_formats() {
  static const std::vector<MachineFormat> formats = {{".csv", read_machines_csv},
                                                     {".toml", read_machines_toml}};
  return formats;
}

MachineTable machines_from(const std::string& file, Node pes, const std::filesystem::path& folder) {
  if (file.empty() || file.find('\0') != std::string::npos) {
    throw ValueError("no file of machines is named");
  }
  const auto path = folder / file;
  const auto& formats = machine_formats();
  auto format = std::find_if(formats.begin(), formats.end(), [&](const auto& candidate) {
    return path.extension() == candidate.extension;
  });
  if (format == formats.end()) format = formats.begin();
  return read_input(path, [&](std::istream& in) { return format->read(in, pes); });
}

std::string machines_with_absolute_path(const std::string& file,
                                        const std::filesystem::path& folder) {
  return std::filesystem::absolute(folder / file).lexically_normal().string();
}

}  // namespace isobar
