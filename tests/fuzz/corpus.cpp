// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/scratch.h"

namespace isobar::test {
namespace {

const std::filesystem::path fuzz = ISOBAR_SOURCE_DIR "/tests/fuzz";

/// What stands between the quotation marks of a dictionary's line.
std::string unquoted(const std::string& line) {
  std::string word;
  const auto first = line.find('"') + 1;
  const auto end = line.rfind('"');
  for (auto at = first; at < end; ++at) {
    if (line[at] != '\\') {
      word += line[at];
    } else if (line[at + 1] == 'x') {
      word += static_cast<char>(std::stoi(line.substr(at + 2, 2), nullptr, 16));
      at += 3;
    } else {
      word += line[++at];
    }
  }
  return word;
}

}  // namespace

std::vector<std::string> fuzz_corpus(const std::string& parser) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(fuzz / "corpus" / parser)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  inputs.reserve(files.size());
  for (const auto& file : files) inputs.push_back(contents(file));
  return inputs;
}

std::vector<std::string> fuzz_dictionary(const std::string& parser) {
  std::vector<std::string> words;
  std::ifstream in(fuzz / (parser + ".dict"));
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() == '"') words.push_back(unquoted(line));
  }
  return words;
}

}  // namespace isobar::test
