// SPDX-License-Identifier: Apache-2.0
#include "waves/layout_files.h"

namespace isobar {

namespace fs = std::filesystem;

std::vector<fs::path> layout_paths(const fs::path& wave_file) {
  return {fs::path(wave_file).replace_extension(".gtkw"),
          fs::path(wave_file).replace_extension(".surf.ron")};
}

LayoutFiles::LayoutFiles(const fs::path& wave_file)
    : gtkw_(layout_paths(wave_file)[0]),
      surfer_(layout_paths(wave_file)[1]),
      wave_file_(wave_file.filename().string()) {}

void LayoutFiles::commit(const WaveLayout& layout, WaveView view) {
  view.wave_file = wave_file_;
  view.layout_file = gtkw_.target().filename().string();
  gtkw_.stream() << gtkw_text(layout, view);
  view.layout_file = surfer_.target().filename().string();
  surfer_.stream() << surfer_text(layout, view);
  gtkw_.commit();
  surfer_.commit();
}

}  // namespace isobar
