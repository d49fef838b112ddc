// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace isobar {

/// What became of a job in a child process.
struct ChildEnd {
  enum class Kind : std::uint8_t {
    returned,  ///< `text` is what it returned
    threw,     ///< `text` is the exception's
    crashed,   ///< `text` names the signal or the exit status
    hung       ///< it was ended after the time limit
  };
  Kind kind = Kind::returned;
  std::string text;
};

/// Runs jobs in forked children, as SystemC elaborates once in a process, as many at a time as the
/// machine has processors. `ended` is called here as each one ends, in any order. Throws
/// std::system_error if no child can be made.
void run_in_children(const std::vector<std::function<std::string()>>& jobs, int seconds,
                     const std::function<void(std::size_t job, const ChildEnd& end)>& ended);

}  // namespace isobar
