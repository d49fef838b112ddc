// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace isobar {

/// What became of a job in a child process.
struct ChildEnd {
  enum class Kind : std::uint8_t {
    returned,  ///< `text` is what it returned
    threw,     ///< `text` is the message of the exception
    crashed,   ///< `text` names the signal or the exit status
    hung       ///< it was ended after the time limit
  };
  Kind kind = Kind::returned;
  std::string text;
};

struct ChildSetting {
  int seconds = 0;              ///< the time limit of a job; 0: none
  unsigned at_once = 0;         ///< children at a time; 0: as many as the machine has processors
  std::function<bool()> go_on;  ///< called several times a second; false ends all running jobs
  /// Asked in a child after a job: whether the same process can do another; empty: it cannot.
  std::function<bool()> takes_more{};
};

/// Runs jobs 0 … `count` − 1 in forked children, because SystemC elaborates once in a process, and
/// what crashes or hangs must not take others with it. A child that takes more does several jobs,
/// one after the other, because to make a process takes most of a small job.
/// `ended` is called once for each job in this process when the job ends, in any order of jobs; an
/// exception from it ends the others. No child outlives this process. Throws std::system_error if
/// no child can be made.
void run_in_children(std::size_t count, const std::function<std::string(std::size_t job)>& job,
                     const ChildSetting& setting,
                     const std::function<void(std::size_t job, const ChildEnd& end)>& ended);

}  // namespace isobar
