// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "models/measure/goals.h"
#include "models/measure/work_meter.h"
#include "models/text.h"
#include "sim/terminal/picture.h"

namespace isobar {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

constexpr auto patience = milliseconds(500);  // before the line is first shown
constexpr auto redraw = milliseconds(100);
// The clock is read about this often, or every max_stride steps if those are faster.
constexpr auto look_often = milliseconds(5);
constexpr std::int64_t max_stride = 1024;
constexpr std::size_t bar_width = 16;

constexpr Node most_pes = 1U << 18;  // whose loads are put together ten times a second

unsigned terminal_size(unsigned short winsize::*side, unsigned usual) {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.*side > 0;
  return known ? unsigned{size.*side} : usual;
}

/// 1234567 as 1,234,567.
std::string grouped(std::int64_t number) {
  constexpr int group = 3;
  auto text = std::to_string(number);
  for (auto at = static_cast<std::int64_t>(text.size()) - group; at > 0; at -= group) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

/// Three digits and a prefix: 0.52, 12.3, 456, 7.89k, …
std::string in_short(double number) {
  constexpr double thousand = 1000;
  constexpr double rounds_up = 999.5;
  std::size_t prefix = 0;
  constexpr std::array<std::string_view, 5> prefixes = {"", "k", "M", "G", "T"};
  while (number >= rounds_up && prefix + 1 < prefixes.size()) {
    number /= thousand;
    ++prefix;
  }
  return fmt::format("{:.3g}{}", number, prefixes[prefix]);
}

std::string clock_time(double seconds) {
  constexpr double longest = 360'000;  // 100 hours
  if (!(seconds < longest)) return "> 99 h";
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 3600;
  if (whole < hour) return fmt::format("{}:{:02}", whole / minute, whole % minute);
  return fmt::format("{}:{:02}:{:02}", whole / hour, whole % hour / minute, whole % minute);
}

std::string bar(double done) {
  constexpr std::array<std::string_view, 8> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths =
      static_cast<std::size_t>(done * static_cast<double>(bar_width * parts.size()));
  const auto full = eighths / parts.size();
  std::string text = "▕";
  for (std::size_t i = 0; i < full; ++i) text += "█";
  text += parts[eighths % parts.size()];
  text.resize(text.size() + bar_width - (text_width(text) - 1), ' ');
  return text + "▏";
}

/// Which part of the run up to its goal is done, where its length is known.
std::optional<double> done_part(const Goal& goal, const Instant& at) {
  const auto step = due_step(goal);
  const auto due = step ? step : due_cycle(goal);
  if (!due || *due <= 0) return std::nullopt;
  const auto reached = step ? at.steps : at.cycles;
  return std::clamp(static_cast<double>(reached) / static_cast<double>(*due), 0.0, 1.0);
}

}  // namespace

ProgressBar::Terminal ProgressBar::Terminal::standard_error(Say how) {
  return {&std::cerr, how == Say::all && ::isatty(STDERR_FILENO) == 1, [] { return Clock::now(); },
          [] { return terminal_size(&winsize::ws_col, 80); },
          [] { return terminal_size(&winsize::ws_row, 24); }};
}

ProgressBar::ProgressBar(const Goal& goal, Terminal terminal, const Fabric* fabric, Pace pace)
    : goal_(goal), terminal_(std::move(terminal)), fabric_(fabric), pace_(pace) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() {
  if (!drawn_) return;
  *terminal_.out << back_to_the_top() + "\x1b[J" << std::flush;
  drawn_ = false;
  lines_above_ = 0;
}

std::string ProgressBar::back_to_the_top() const {
  return lines_above_ == 0 ? "\r" : fmt::format("\r\x1b[{}A", lines_above_);
}

void ProgressBar::look(const Progress& progress) {
  const auto now = terminal_.now();
  if (!started_) {
    started_ = true;
    start_ = now;
    first_ = progress.at;
    next_draw_ = now + patience;
  } else if (now - looked_ < look_often) {
    stride_ = std::min(stride_ * 2, max_stride);
  } else {
    stride_ = std::max(stride_ / 2, std::int64_t{1});
  }
  looked_ = now;
  steps_to_look_ = stride_;
  if (now < next_draw_) return;
  next_draw_ = now + redraw;
  // The line is overwritten before its rest is erased; erasing it first would make it flicker.
  const auto above = picture(progress);
  *terminal_.out << back_to_the_top() + above + line(progress, now) + "\x1b[J" << std::flush;
  lines_above_ = static_cast<std::size_t>(std::count(above.begin(), above.end(), '\n'));
  drawn_ = true;
}

std::string ProgressBar::picture(const Progress& progress) const {
  if (fabric_ == nullptr || fabric_->pes() > most_pes) return {};
  const auto plain = load_picture(*fabric_, progress.loads, std::max(terminal_.columns(), 2U) - 1,
                                  Heights::logarithmic);
  const auto lines = split(plain, '\n');
  if (lines.size() >= terminal_.rows()) return {};
  for (const auto& line : lines) {
    if (text_width(line) >= terminal_.columns()) return {};
  }
  return boost::replace_all_copy(plain, "\n", "\x1b[K\n");
}

std::string ProgressBar::line(const Progress& progress, Clock::time_point now) const {
  const double seconds = duration<double>(now - start_).count();
  const bool by_cycles = pace_ == Pace::cycles;
  const auto at = [&](const Instant& instant) {
    return by_cycles ? instant.cycles : instant.steps;
  };
  const auto passed = static_cast<double>(at(progress.at) - at(first_));

  // The parts are in order of importance, and those that do not fit are left out from the end.
  std::vector<std::string> parts;
  if (const auto done = done_part(goal_, progress.at)) {
    constexpr double percent = 100;
    parts.push_back(fmt::format("{}{:3.0f} %", bar(*done), std::floor(*done * percent)));
    const double before = done_part(goal_, first_).value_or(0);
    if (*done > before) {
      parts.push_back(clock_time(seconds * (1 - *done) / (*done - before)) + " left");
    }
  }
  parts.push_back(fmt::format("{} {}", by_cycles ? "cycle" : "step", grouped(at(progress.at))));
  if (progress.work != nullptr) {
    parts.push_back(fmt::format("{} of {} tasks done", grouped(progress.work->executed()),
                                grouped(progress.work->created())));
  } else {
    parts.push_back(fmt::format("max−min {}", grouped(progress.max - progress.min)));
  }
  parts.push_back(
      fmt::format("{} {}/s", in_short(passed / seconds), by_cycles ? "cycles" : "steps"));

  // Some terminals wrap when their last column is written.
  const auto columns = std::size_t{std::max(terminal_.columns(), 1U)} - 1;
  std::string text;
  std::size_t used = 0;
  for (const auto& part : parts) {
    const std::string_view gap = text.empty() ? "" : "  ";
    if (used + gap.size() + text_width(part) > columns) break;
    text.append(gap).append(part);
    used += gap.size() + text_width(part);
  }
  return text;
}

}  // namespace isobar
