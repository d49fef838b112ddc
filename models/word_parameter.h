// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/parameter.h"

namespace isobar {

/// A parameter that is one of `words`, the first of them unless another is the standard.
inline Parameter word_parameter(std::string name, std::vector<std::string> words, std::string help,
                                std::size_t default_value = 0) {
  Parameter parameter{std::move(name),
                      "",
                      static_cast<double>(default_value),
                      0,
                      static_cast<double>(words.size() - 1),
                      true,
                      std::move(help)};
  parameter.words = std::move(words);
  return parameter;
}

}  // namespace isobar
