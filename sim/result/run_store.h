// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/result/frame_maker.h"
#include "sim/result/recording.h"
#include "sim/result/run_lock.h"

namespace SQLite {
class Database;
}

namespace isobar {

/// A run with its history in an SQLite file, schema isobar.store/2 (docs/store.md). It appears with
/// the first frame and grows while the run goes on, twice a second, so that others can follow it.
class RunStore final : public Recording {
 public:
  /// `config` must outlive the store. A store that was there before is replaced when the run
  /// begins. Throws ValueError if another file is there, another run is being written, or none can
  /// be.
  explicit RunStore(const Config& config);
  ~RunStore() override;

  Observer& observer() override { return frames_->observer(); }
  void finish(const RunResult& result) override;

 private:
  using Clock = std::chrono::steady_clock;

  void write_description();
  void appear();
  void save();
  void save_frames();
  void put(const std::string& key, const std::string& value);

  const Config& config_;
  std::string file_;
  RunLock lock_;
  std::string prepared_;  ///< under which name the file waits for the first frame; then empty
  std::unique_ptr<SQLite::Database> database_;
  bool phased_;  ///< frames are phases and steps, else cycles
  std::unique_ptr<FrameMaker> frames_;
  std::vector<std::int64_t> link_numbers_;  ///< by link slot: which of the fabric's links it is
  std::int64_t saved_grain_ = 0;
  std::size_t saved_ = 0;  ///< frames that lie in the file; the last of them may have grown
  Clock::time_point next_save_;
  bool finished_ = false;
};

}  // namespace isobar
