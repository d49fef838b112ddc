// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/campaign_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "models/errors.h"

namespace isobar {

CampaignLock::CampaignLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const auto path = (folder / "campaign.lock").string();
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw ValueError(fmt::format("{}: cannot be used as a campaign's folder: {}", folder.string(),
                                 error ? error.message() : std::strerror(errno)));
  }
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    std::array<char, 32> owner{};
    const auto got = read(file_, owner.data(), owner.size() - 1);
    close(file_);
    throw ValueError(
        fmt::format("{}: this campaign is being worked on by process {}; `isobar "
                    "explore status {}` shows how far it is",
                    folder.string(), got > 0 ? owner.data() : "unknown", folder.string()));
  }
  const auto self = std::to_string(getpid());
  if (ftruncate(file_, 0) != 0 || pwrite(file_, self.data(), self.size(), 0) < 0) {
    // If this fails, a second process is refused all the same, but cannot name the first.
  }
}

CampaignLock::~CampaignLock() { leave_to_parent(); }

void CampaignLock::leave_to_parent() {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

}  // namespace isobar
