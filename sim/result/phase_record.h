// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/output_file.h"
#include "models/measure/phase_log.h"
#include "sim/config/config.h"
#include "sim/result/recording.h"

namespace isobar {

/// Writes what every phase of a run did as JSON Lines, schema isobar.phases/1 (docs/result.md), to
/// the file that a configuration names. The same bytes at every level.
class PhaseRecord final : public Recording {
 public:
  /// `config` must outlive the record. Throws ValueError if the file cannot be written.
  explicit PhaseRecord(const Config& config);

  Observer& observer() override { return log_; }
  void finish(const RunResult& result) override;

 private:
  void write_header();
  void write(const PhaseEntry& entry);

  const Config& config_;
  bool liquid_;
  OutputFile file_;
  PhaseLog log_;
};

}  // namespace isobar
