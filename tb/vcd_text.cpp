// SPDX-License-Identifier: Apache-2.0
#include "tb/vcd_text.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

/// The words of a line, between blanks.
std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (true) {
    const auto begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) return found;
    line.remove_prefix(begin);
    const auto end = std::min(line.find(' '), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// Takes a line off the front of a text that ends with one.
std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

const std::vector<VcdText::Signal>& VcdText::signals() {
  if (!signals_.empty()) return signals_;
  std::vector<Signal> found;
  std::vector<std::string> scopes;
  std::string_view text = text_;
  while (!text.empty()) {
    const auto line = words(take_line(text));
    if (line.empty()) continue;
    if (line[0] == "$enddefinitions") {
      read_ = text_.size() - text.size();
      return signals_ = std::move(found);
    }
    if (line[0] == "$scope" && line.size() > 2) scopes.emplace_back(line[2]);
    if (line[0] == "$upscope" && !scopes.empty()) scopes.pop_back();
    if (line[0] == "$var" && line.size() > 4) {  // $var wire 16 code name [15:0] $end
      const auto bits = static_cast<unsigned>(std::stoul(std::string(line[2])));
      found.push_back({scopes, std::string(line[4]), bits, number_of(line[3])});
    }
  }
  throw ModelError("the names of the signals in the RTL do not end");
}

std::size_t VcdText::number_of(std::string_view code) {
  return numbers_.try_emplace(std::string(code), numbers_.size()).first->second;
}

const std::vector<VcdText::Change>& VcdText::changes() {
  text_.erase(0, read_);
  read_ = text_.size();
  changes_.clear();
  std::string_view text = text_;
  while (!text.empty()) {
    auto line = take_line(text);
    if (line.empty() || line[0] == '#' || line[0] == '$') continue;
    if (line[0] == 'b') {
      const auto blank = std::min(line.find(' '), line.size() - 1);
      changes_.push_back({number_of(line.substr(blank + 1)), line.substr(1, blank - 1)});
    } else {
      changes_.push_back({number_of(line.substr(1)), line.substr(0, 1)});
    }
  }
  return changes_;
}

}  // namespace isobar
