// SPDX-License-Identifier: Apache-2.0
#include "sim/count_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <utility>

namespace isobar {

CountLine::CountLine(std::string what, Elsewhere elsewhere)
    : what_(std::move(what)), elsewhere_(elsewhere), terminal_(::isatty(STDERR_FILENO) == 1) {}

CountLine::~CountLine() {
  if (terminal_) std::cerr << "\r\x1b[K" << std::flush;
}

void CountLine::show(std::size_t done, std::size_t total) {
  constexpr std::size_t tenths = 10;
  if (!terminal_ && elsewhere_ == Elsewhere::nothing) return;
  const auto tenth = done * tenths / total;
  if (!terminal_ && tenth == tenth_) return;
  tenth_ = tenth;
  std::cerr << (terminal_ ? "\r" : "isobar: ") << fmt::format("{} of {} {}", done, total, what_)
            << (terminal_ ? "\x1b[K" : "\n") << std::flush;
}

}  // namespace isobar
