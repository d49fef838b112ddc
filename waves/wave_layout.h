// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isobar {

/// What of a wave file a viewer shows at first, and how; whichever viewer it is.
class WaveLayout {
 public:
  enum class Kind : std::uint8_t {
    group_begins,
    group_ends,
    comment,
    text,       ///< a state by its name
    number,     ///< in base 10, or in base 16 where it is wide
    staircase,  ///< a number drawn over time, three rows high
    event
  };
  struct Entry {
    Kind kind;
    std::string name;  ///< of a group, of a signal under a name of its own, or a comment
    std::string path;  ///< of a signal, whole: `isobar.pe_0.load`
    unsigned bits = 1;
    bool closed = false;  ///< of a group's beginning and end
  };

  /// Groups can lie in groups.
  void begin_group(const std::string& name, bool closed);
  void end_group();
  /// Signals by their whole path; under a name of their own where one is given.
  void text(const std::string& path, const std::string& name = "");
  void number(const std::string& path, unsigned bits, const std::string& name = "");
  void staircase(const std::string& path, unsigned bits, const std::string& name);
  void event(const std::string& path);
  void comment(const std::string& line);

  const std::vector<Entry>& entries() const { return entries_; }

  /// Numbers of more bits than these are shown in base 16.
  static constexpr unsigned wide = 32;

 private:
  std::vector<Entry> entries_;
  std::vector<std::size_t> open_;  ///< groups that have begun
};

/// A moment that has a name.
struct WaveMarker {
  char letter;  ///< A to Z
  std::string name;
  std::uint64_t time;
};

/// Where a layout belongs: names of files in one folder, and times in picoseconds.
struct WaveView {
  std::string wave_file;
  std::string layout_file;
  std::uint64_t begin = 0;  ///< all from here to the end is seen at first
  std::uint64_t end = 0;
  std::vector<WaveMarker> markers;
};

/// A layout as a save file of GTKWave (.gtkw).
std::string gtkw_text(const WaveLayout& layout, const WaveView& view);

/// A layout as a state file of Surfer (.surf.ron), by its release 0.4 and later ones.
std::string surfer_text(const WaveLayout& layout, const WaveView& view);

}  // namespace isobar
