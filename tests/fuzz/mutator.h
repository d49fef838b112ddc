// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace isobar::test {

/// Makes inputs of a fuzzer out of others, the same ones from the same seed everywhere.
class Mutator {
 public:
  /// `inputs` must not be empty; `words` are what a dictionary has.
  Mutator(std::vector<std::string> inputs, std::vector<std::string> words, std::uint64_t seed);

  /// One of the inputs with one to four changes: bytes that are others, cut out or there twice, a
  /// word put in, or the end of another input.
  std::string next();

 private:
  std::size_t draw(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  const std::string& one_of(const std::vector<std::string>& texts) {
    return texts[draw(texts.size())];
  }
  void change(std::string& bytes);

  std::vector<std::string> inputs_;
  std::vector<std::string> words_;
  std::mt19937_64 random_;
};

}  // namespace isobar::test
