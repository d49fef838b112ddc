// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/corpus.h"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "models/errors.h"

namespace isobar {

std::vector<Trial> read_corpus(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw ValueError(fmt::format("{} cannot be read", file.string()));
  std::vector<Trial> trials;
  std::size_t row = 0;
  for (std::string line; std::getline(in, line);) {
    ++row;
    if (line.empty() || line.front() == '#') continue;
    try {
      trials.push_back(parse_trial(line));
    } catch (const ValueError& error) {
      throw ValueError(fmt::format("{}:{}: {}", file.string(), row, error.what()));
    }
  }
  return trials;
}

}  // namespace isobar
