// SPDX-License-Identifier: Apache-2.0
#include "sim/config/parsers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "models/errors.h"
#include "models/link/units.h"
#include "models/text.h"
#include "models/unknown_name.h"
#include "sim/config/draft.h"

namespace isobar {

Parser<std::int64_t> whole(const char* what, std::int64_t lo, std::int64_t hi) {
  Parser<std::int64_t> parser;
  parser.kind.base = ValueKind::Base::whole;
  parser.kind.lo = static_cast<double>(lo);
  parser.kind.hi = static_cast<double>(hi);
  parser.kind.title = fmt::format("whole number from {}", lo);
  if (hi < max_count) parser.kind.title += fmt::format(" to {}", hi);
  parser.parse = [=](const std::string& text, const Draft& /*draft*/) {
    return parse_integer(text, what, lo, hi);
  };
  parser.shown = [](const std::int64_t& number) { return number; };
  return parser;
}

Parser<std::int64_t> or_word(Parser<std::int64_t> parser, const std::string& word,
                             std::int64_t value) {
  parser.kind.words.push_back(word);
  parser.parse = [=, number = parser.parse](const std::string& text, const Draft& draft) {
    return text == word ? value : number(text, draft);
  };
  return parser;
}

Parser<Cycle> cycles(const char* what, Cycle lo) {
  auto parser = whole(what, lo, max_delay);
  parser.kind.base = ValueKind::Base::text;
  parser.kind.or_number = true;
  parser.kind.title = fmt::format("cycles from {} to {}, or a time (4ns)", lo, max_delay);
  parser.parse = [=](const std::string& text, const Draft& draft) {
    return parse_cycles(text, draft.experiment().clock, what, lo, max_delay);
  };
  return parser;
}

double parse_part(const std::string& text, std::string_view what, double most) {
  double part = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && part >= 0 && part <= most) return part;
  throw ValueError(fmt::format("{} from 0 to {} is needed, not '{}'", what, most, text));
}

Parser<double> part(const char* what, double most) {
  Parser<double> parser;
  parser.kind.base = ValueKind::Base::decimal;
  parser.kind.hi = most;
  parser.kind.title = fmt::format("number from 0 to {}", most);
  parser.parse = [=](const std::string& text, const Draft& /*draft*/) {
    return parse_part(text, what, most);
  };
  parser.shown = [](const double& number) { return number; };
  return parser;
}

Parser<bool> flag() {
  Parser<bool> parser;
  parser.kind.base = ValueKind::Base::flag;
  parser.kind.title = "true or false";
  parser.parse = [](const std::string& text, const Draft& /*draft*/) {
    if (text == "true") return true;
    if (text == "false") return false;
    throw ValueError(fmt::format("true or false is needed, not '{}'", text));
  };
  parser.shown = [](const bool& value) { return value; };
  return parser;
}

void refuse_word(const std::string& what, const std::string& word,
                 const std::vector<std::string>& allowed) {
  throw ValueError(unknown_name(what, word, allowed));
}

}  // namespace isobar
