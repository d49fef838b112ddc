// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace isobar {

/// Reserves a campaign's folder for one process, until that process ends, however it ends.
class CampaignLock {
 public:
  /// Makes the folder if it does not exist. Throws ValueError if it cannot be used, or if another
  /// process has reserved it, which the message names.
  explicit CampaignLock(const std::filesystem::path& folder);
  ~CampaignLock();
  CampaignLock(const CampaignLock&) = delete;
  CampaignLock& operator=(const CampaignLock&) = delete;

  /// To be called in a child process, once or more: the lock remains with its parent alone.
  void leave_to_parent();

 private:
  int file_ = -1;
};

}  // namespace isobar
