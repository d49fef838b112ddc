// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/workloads/random.h"
#include "tb/mutants/noise_inputs.h"

namespace isobar {

/// The neighbours of a PE of HHC algorithm B in noise, with other loads than a fabric has. Most say
/// what is due in its cycles and give as many tasks as they have said; at times they give fewer,
/// one more, part of one or none, and order what cannot be.
class TriangleStrangers {
 public:
  /// `role`: the PE's place in its triangle, isobar_pkg's Role….
  TriangleStrangers(const RtlParameters& parameters, Node role);

  /// Sets what comes from them in this cycle.
  void speak(const NoisePosition& at, Random& random, Mood mood, NoiseInputs& inputs);

 private:
  struct Port {
    std::uint64_t word = 0;
    Cycle first = 0;       ///< of the word's cycles in the phase
    bool silent = false;   ///< it does not come
    bool babbles = false;  ///< it comes again and again
    Cycle left = 0;        ///< cycles of a message that are to come
  };

  void say(std::size_t port, const NoisePosition& at, Random& random, Mood mood,
           NoiseInputs& inputs);
  void give(std::size_t port, const NoisePosition& at, Random& random, Mood mood,
            NoiseInputs& inputs);
  /// Whether a word is due by a port in a phase.
  bool due(std::size_t port, std::size_t phase) const;
  std::uint64_t word(const NoisePosition& at, Random& random, Mood mood) const;
  std::uint64_t order(Random& random, Mood mood) const;
  /// What comes of a message of so many tasks: at times fewer, one more, part of one or none.
  Cycle sent(std::size_t port, Load tasks, Random& random, Mood mood) const;
  /// The tasks that the PE is to get by a port, by what the words say.
  Load owed(std::size_t port, std::size_t phase) const;
  /// What the coordinator is to get from another one of its triangle.
  Load owed_to_coordinator(std::size_t port) const;

  const RtlParameters& parameters_;
  Node role_;
  std::vector<Port> ports_;
  Load load_ = 0;    ///< of the PE as the phase began
  Cycle since_ = 0;  ///< cycles of the transfers so far
};

}  // namespace isobar
