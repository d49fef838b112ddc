// SPDX-License-Identifier: Apache-2.0
#include "host/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

#include "models/errors.h"

namespace isobar {

namespace fs = std::filesystem;

namespace {

/// The names of existing temporary files, where a signal handler can read them. A file for which
/// there is no room here is not removed by a signal.
std::array<std::atomic<const char*>, 8> unfinished;

void replace_one(const char* from, const char* to) {
  for (auto& place : unfinished) {
    const char* expected = from;
    if (place.compare_exchange_strong(expected, to)) return;
  }
}

}  // namespace

void remove_unfinished_files() noexcept {
  for (const auto& place : unfinished) {
    if (const char* name = place.load()) ::unlink(name);
  }
}

OutputFile::OutputFile(const fs::path& target) : shown_(target), target_(target) {
  std::error_code error;
  if (auto followed = fs::canonical(target, error); !error) target_ = followed;
  const auto status = fs::status(target_, error);
  if (fs::is_directory(status) || !target_.has_filename()) fail(EISDIR);
  if (fs::exists(status) && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)
    fail(errno);

  const bool replaceable = !fs::exists(status) || fs::is_regular_file(status);
  if (replaceable) create_temporary();
  errno = 0;
  out_.open(replaceable ? temporary_ : target_, std::ios::binary);
  if (!out_) {
    const int reason = errno;
    if (replaceable) {
      ::unlink(temporary_.c_str());
      replace_one(temporary_.c_str(), nullptr);
    }
    fail(reason);
  }
}

OutputFile::~OutputFile() {
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  replace_one(temporary_.c_str(), nullptr);
}

void OutputFile::create_temporary() {
  struct stat old = {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  constexpr mode_t all = 0777;
  constexpr mode_t read_write = 0666;
  for (int attempt = 0;; ++attempt) {
    auto path = target_;
    path.replace_filename(fmt::format(".isobar-{}-{}", ::getpid(), attempt));
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, read_write);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) fail(errno);
    // A replaced file keeps its permissions; if that fails it gets the usual ones.
    if (exists && ::fchmod(file, old.st_mode & all) != 0) errno = 0;
    ::close(file);
    temporary_ = path;
    replace_one(nullptr, temporary_.c_str());
    return;
  }
}

void OutputFile::commit() {
  errno = 0;
  const bool was_good = out_.good();
  out_.clear();  // after an earlier failure, flushing the rest fails again and sets errno
  out_.close();
  if (!was_good || out_.fail()) fail(errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  replace_one(temporary_.c_str(), nullptr);
  temporary_.clear();
}

void OutputFile::fail(int error) const {
  throw ValueError(fmt::format("{}: cannot be written: {}", shown_.string(),
                               error == 0 ? "not all of it was accepted" : std::strerror(error)));
}

}  // namespace isobar
