// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/trial_folder.h"

#include <boost/algorithm/string/erase.hpp>
#include <fstream>
#include <iterator>

namespace isobar {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string without_folder(const std::string& text, const fs::path& folder) {
  return boost::erase_all_copy(text, folder.string() + "/");
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

fs::path fresh_folder(const fs::path& folder, const Trial& trial) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_files(trial, folder);
  return fs::canonical(folder);
}

}  // namespace isobar
