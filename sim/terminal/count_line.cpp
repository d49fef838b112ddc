// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/count_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

namespace isobar {
namespace {

std::size_t columns() {
  constexpr std::size_t usual = 80;
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : usual;
}

}  // namespace

CountLine::CountLine(std::string what, Elsewhere elsewhere, Say how)
    : what_(std::move(what)),
      elsewhere_(elsewhere),
      silent_(how == Say::brief),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

CountLine::~CountLine() { clear(); }

void CountLine::clear() {
  if (terminal_ && !silent_) std::cerr << "\r\x1b[K" << std::flush;
}

void CountLine::show(std::size_t done, std::size_t total, const std::string& outcome,
                     const std::string& more) {
  constexpr std::size_t tenths = 10;
  if (silent_ || (!terminal_ && elsewhere_ == Elsewhere::nothing)) return;
  const auto tenth = done * tenths / total;
  if (!terminal_ && tenth == tenth_) return;
  tenth_ = tenth;
  auto text = fmt::format("{} of {} {}{}", done, total, what_, outcome);
  if (!terminal_) {
    std::cerr << "isobar: " << text << '\n' << std::flush;
    return;
  }
  text += more;
  text.resize(std::min(text.size(), columns() - 1));
  std::cerr << '\r' << text << "\x1b[K" << std::flush;
}

}  // namespace isobar
