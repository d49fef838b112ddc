// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scratch.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace isobar::test {

Scratch::Scratch() {
  auto name = (std::filesystem::temp_directory_path() / "isobar-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void Scratch::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string Scratch::read(const std::string& name) const { return contents(path_ / name); }

std::vector<std::string> Scratch::names() const {
  std::vector<std::string> list;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    list.push_back(entry.path().filename().string());
  }
  std::sort(list.begin(), list.end());
  return list;
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("no file " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace isobar::test
