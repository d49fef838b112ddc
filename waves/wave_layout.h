// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isobar {

/// Which signals of a wave file a viewer shows at first, and how, independently of the viewer.
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
    std::string name;  ///< a group's name, another name of a signal, or the text of a comment
    std::string path;  ///< a signal's full path: `isobar.pe_0.load`
    unsigned bits = 1;
    bool closed = false;  ///< for both ends of a group: whether it is shown closed
  };

  /// Groups can be nested.
  void begin_group(const std::string& name, bool closed);
  void end_group();
  /// These add signals by their full path, shown under `name` if it is not empty.
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
  std::vector<std::size_t> open_;  ///< groups that have begun and not ended
};

/// An instant that has a name.
struct WaveMarker {
  char letter;  ///< A to Z
  std::string name;
  std::uint64_t time;
};

/// The files that a layout belongs to, which are in one folder, and its times in picoseconds.
struct WaveView {
  std::string wave_file;
  std::string layout_file;
  std::uint64_t begin = 0;  ///< from here to the end everything is in view at first
  std::uint64_t end = 0;
  std::vector<WaveMarker> markers;
};

/// A layout as a save file of GTKWave (.gtkw).
std::string gtkw_text(const WaveLayout& layout, const WaveView& view);

/// A layout as a state file of Surfer (.surf.ron), by its release 0.4 and later ones.
std::string surfer_text(const WaveLayout& layout, const WaveView& view);

}  // namespace isobar
