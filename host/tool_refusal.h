// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "models/errors.h"

namespace isobar {

/// A tool refuses what the user has given it.
class ToolRefusal : public ValueError {
 public:
  /// `said`: the tool's own words, in lines.
  ToolRefusal(const std::string& what, std::string said)
      : ValueError(what), said_(std::move(said)) {}

  const std::string& said() const { return said_; }

 private:
  std::string said_;
};

}  // namespace isobar
