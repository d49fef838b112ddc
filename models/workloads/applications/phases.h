// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/workloads/applications/in_time_steps.h"
#include "models/workloads/random.h"

namespace isobar {

/// Every PE generates and consumes tasks at random, with probabilities that change from phase to
/// phase (Lüling and Monien, Section 7). A PE's phases follow back to back; in a step it draws
/// first whether it generates a task, then whether it consumes one.
class Phases final : public InTimeSteps {
 public:
  /// Throws ValueError if a range has no end.
  explicit Phases(const ApplicationSetting& setting);

  Turn turn(Node node) override;

 private:
  template <class T>
  struct Range {
    T lo{};
    T hi{};
  };
  /// One PE, and the phase that it is in.
  struct Pe {
    Random random;
    double g = 0;
    double c = 0;
    std::int64_t left = 0;  ///< steps of the phase that are left
  };

  void begin_phase(Pe& pe) const;

  Range<double> g_{};
  Range<double> c_{};
  Range<std::int64_t> length_{};
  std::vector<Pe> pes_;
};

}  // namespace isobar
