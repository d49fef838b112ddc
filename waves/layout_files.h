// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "host/output_file.h"
#include "waves/wave_layout.h"

namespace isobar {

/// The layout files beside a wave file: run.gtkw and run.surf.ron for run.fst.
std::vector<std::filesystem::path> layout_paths(const std::filesystem::path& wave_file);

/// Writes the layout files of a wave file. Without commit() none appears.
class LayoutFiles {
 public:
  /// Throws ValueError if they could not be written.
  explicit LayoutFiles(const std::filesystem::path& wave_file);

  /// Writes both files; the names of files in `view` are filled in here. Throws ValueError if not
  /// everything could be written.
  void commit(const WaveLayout& layout, WaveView view);

 private:
  OutputFile gtkw_;
  OutputFile surfer_;
  std::string wave_file_;
};

}  // namespace isobar
