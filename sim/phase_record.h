// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/measure/phase_log.h"
#include "sim/config.h"
#include "waves/output_file.h"

namespace isobar {

/// Writes what every phase of a run did as JSON Lines, schema isobar.phases/1 (docs/result.md), to
/// the file that a configuration names. The same bytes at every level.
class PhaseRecord {
 public:
  /// `config` must outlive the record. Throws ValueError if the file cannot be written.
  explicit PhaseRecord(const Config& config);

  /// To be told of the run.
  Observer& observer() { return log_; }

  /// The run has ended before cycle `end`: completes the file. Without it none appears.
  /// Throws ValueError if it could not be written whole.
  void finish(Cycle end);

 private:
  void write_header();
  void write(const PhaseEntry& entry);

  const Config& config_;
  bool liquid_;
  OutputFile file_;
  PhaseLog log_;
};

}  // namespace isobar
