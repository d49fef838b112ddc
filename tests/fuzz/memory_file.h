// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <system_error>

namespace isobar::test {

/// A file that is nowhere but in memory.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(memfd_create("fuzzed", MFD_CLOEXEC)) {
    if (write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size())) {
      return;
    }
    const int error = errno;
    close(descriptor_);
    throw std::system_error(error, std::generic_category(), "a file in memory");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// As long as this lives.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace isobar::test
