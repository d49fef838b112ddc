// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isobar {

/// A GTKWave save file: what is shown, and how.
class Gtkw {
 public:
  /// Groups can lie in groups.
  void begin_group(const std::string& name, bool closed);
  void end_group();
  /// Signals by their whole path, `isobar.pe_0.load`.
  void text(const std::string& path);
  void number(const std::string& path, unsigned bits);
  /// Under a name of its own, in base 16 where it is wide.
  void text(const std::string& name, const std::string& path);
  void number(const std::string& name, const std::string& path, unsigned bits);
  /// A number drawn as a staircase, three rows high, under a name of its own.
  void steps(const std::string& name, const std::string& path, unsigned bits);
  void comment(const std::string& line);

  /// The file that is to be called `layout_file`, for a wave file in the same folder that ends at
  /// `end` picoseconds; at first all of it from `begin` on is seen.
  std::string contents(const std::string& layout_file, const std::string& wave_file,
                       std::uint64_t end, std::uint64_t begin = 0) const;

 private:
  void trace(unsigned flags, const std::string& line);
  void signal(unsigned flags, const std::string& path, unsigned bits);

  struct Group {
    std::string name;
    bool closed;
  };
  std::vector<Group> groups_;  ///< that are open at this point of the file
  std::string traces_;
};

}  // namespace isobar
