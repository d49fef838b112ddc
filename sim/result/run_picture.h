// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "host/output_file.h"
#include "models/measure/cycle_log.h"
#include "models/measure/phase_log.h"
#include "sim/config/config.h"
#include "sim/result/recording.h"

namespace isobar {

/// A run as one picture, an SVG file that a configuration names: every PE's load over time, as it
/// is at phase ends (of runs with an application and message-driven ones in every cycle), and below
/// it the largest, the mean and the smallest. Time goes in at most 512 columns of equal length,
/// which grow with the run; where there are more than 512 PEs, neighbouring ones share a row that
/// shows the fullest of them.
class RunPicture final : public Recording {
 public:
  /// `config` must outlive it. Throws ValueError if the file cannot be written or if there is no
  /// plotter.
  explicit RunPicture(const Config& config);

  Observer& observer() override;
  void finish(const RunResult& result) override;

 private:
  struct Column {
    std::vector<Load> rows;
    Load max = 0;
    Load min = 0;
  };

  Column column_of(const std::vector<Load>& loads) const;
  void fill_to(Cycle cycle);
  void halve();
  std::string script(Cycle end) const;

  const Config& config_;
  OutputFile file_;
  std::filesystem::path plotter_;
  PhaseLog phases_;
  CycleLog events_;
  bool phased_;  ///< loads are those of phase ends, else of every cycle
  std::vector<Load> loads_;
  std::size_t pes_a_row_;
  double mean_;
  Cycle width_ = 1;  ///< of a column, in cycles
  std::vector<Column> columns_;
  Column now_;
};

}  // namespace isobar
