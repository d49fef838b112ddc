// SPDX-License-Identifier: Apache-2.0
#include "sim/result/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "models/errors.h"
#include "sim/config/store_files.h"

namespace isobar {
namespace {

struct flock whole_file(short kind) {
  struct flock lock = {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// Nobody's file is locked and removed but an empty one.
void require_empty(int descriptor, const std::string& file) {
  struct stat status = {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) return;
  ::close(descriptor);
  throw ValueError(fmt::format("{}: something else is there, which is no run's lock", file));
}

/// Whether the file is still the one that goes by this name: its last holder removes it.
bool is_in_place(int descriptor, const std::string& file) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(file.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

RunLock::RunLock(const std::string& run) : file_(run + run_lock_ending) {
  constexpr mode_t read_write = 0666;
  while (descriptor_ < 0) {
    const int file = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, read_write);
    if (file < 0) {
      throw ValueError(fmt::format("{}: cannot be written: {}", run, std::strerror(errno)));
    }
    require_empty(file, file_);
    auto lock = whole_file(F_WRLCK);
    if (::fcntl(file, F_OFD_SETLK, &lock) != 0) {
      const int reason = errno;
      ::close(file);
      throw ValueError(reason == EAGAIN || reason == EACCES
                           ? fmt::format("{}: another run is being written there", run)
                           : fmt::format("{}: {}", file_, std::strerror(reason)));
    }
    if (is_in_place(file, file_)) {
      descriptor_ = file;
    } else {
      ::close(file);
    }
  }
}

RunLock::~RunLock() {
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

bool RunLock::is_held(const std::string& run) {
  const int file = ::open((run + run_lock_ending).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  auto lock = whole_file(F_RDLCK);
  const bool asked = ::fcntl(file, F_OFD_GETLK, &lock) == 0;
  ::close(file);
  return asked && lock.l_type != F_UNLCK;
}

}  // namespace isobar
