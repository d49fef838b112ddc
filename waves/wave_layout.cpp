// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_layout.h"

namespace isobar {

void WaveLayout::begin_group(const std::string& name, bool closed) {
  open_.push_back(entries_.size());
  entries_.push_back({Kind::group_begins, name, "", 1, closed});
}

void WaveLayout::end_group() {
  auto end = entries_[open_.back()];
  open_.pop_back();
  end.kind = Kind::group_ends;
  entries_.push_back(std::move(end));
}

void WaveLayout::text(const std::string& path, const std::string& name) {
  entries_.push_back({Kind::text, name, path});
}

void WaveLayout::number(const std::string& path, unsigned bits, const std::string& name) {
  entries_.push_back({Kind::number, name, path, bits});
}

void WaveLayout::staircase(const std::string& path, unsigned bits, const std::string& name) {
  entries_.push_back({Kind::staircase, name, path, bits});
}

void WaveLayout::event(const std::string& path) { entries_.push_back({Kind::event, "", path}); }

void WaveLayout::comment(const std::string& line) { entries_.push_back({Kind::comment, line, ""}); }

}  // namespace isobar
