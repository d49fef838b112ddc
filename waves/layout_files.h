// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "host/output_file.h"
#include "waves/wave_layout.h"

namespace isobar {

/// The files that hold a wave file's layout, beside it: run.gtkw and run.surf.ron for run.fst.
std::vector<std::filesystem::path> layout_paths(const std::filesystem::path& wave_file);

/// Writes them. Without commit() none appears.
class LayoutFiles {
 public:
  /// Throws ValueError if they could not be written.
  explicit LayoutFiles(const std::filesystem::path& wave_file);

  /// `view` says what is seen; its files' names are filled in here. Throws ValueError if not all
  /// could be written.
  void commit(const WaveLayout& layout, WaveView view);

 private:
  OutputFile gtkw_;
  OutputFile surfer_;
  std::string wave_file_;
};

}  // namespace isobar
