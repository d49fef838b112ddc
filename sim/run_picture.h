// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "models/measure/experiment.h"

namespace isobar {

/// A run as one picture: every PE's load over time, and below it the largest, the mean and the
/// smallest. Time goes in at most 512 columns of equal length, which grow with the run; where there
/// are more than 512 PEs, neighbouring ones share a row that shows the fullest of them.
class RunPicture {
 public:
  /// `experiment` must outlive it.
  explicit RunPicture(const Experiment& experiment);

  /// The loads from cycle `from` on; called in the order of cycles.
  void loads(Cycle from, const std::vector<Load>& loads);
  /// The run has ended before cycle `end`: the picture as an SVG document.
  std::string svg(const std::string& title, Cycle end, const std::filesystem::path& plotter);

 private:
  struct Column {
    std::vector<Load> rows;
    Load max = 0;
    Load min = 0;
  };

  Column column_of(const std::vector<Load>& loads) const;
  void fill_to(Cycle cycle);
  void halve();

  const Experiment& experiment_;
  std::size_t pes_a_row_;
  double mean_;
  Cycle width_ = 1;  ///< of a column, in cycles
  std::vector<Column> columns_;
  Column now_;
};

}  // namespace isobar
