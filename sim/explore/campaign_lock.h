// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace isobar {

/// A campaign's folder for one process alone, until that ends, however it does.
class CampaignLock {
 public:
  /// Makes the folder if it is not there. Throws ValueError if another process has it, naming that
  /// one, or it cannot be used.
  explicit CampaignLock(const std::filesystem::path& folder);
  ~CampaignLock();
  CampaignLock(const CampaignLock&) = delete;
  CampaignLock& operator=(const CampaignLock&) = delete;

  /// In a child process: the lock remains its parent's alone.
  void leave_to_parent() const;

 private:
  int file_ = -1;
};

}  // namespace isobar
