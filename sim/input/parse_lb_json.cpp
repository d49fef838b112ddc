// SPDX-License-Identifier: Apache-2.0
#include "sim/input/parse_lb_json.h"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "sim/input/unpack_brotli.h"

namespace isobar {
namespace {

using Json = nlohmann::json;

/// Builds what is wanted out of what the parser meets.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const IsWanted& is_wanted) : is_wanted_(is_wanted) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }
  bool start_object(std::size_t /*elements*/) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*elements*/) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    if (skipped_ > 0) return true;
    skips_next_ = !is_wanted_(static_cast<int>(open_.size()), key);
    key_ = std::move(key);
    return true;
  }

  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    error_ = error.what();
    return false;
  }

  Json take() { return std::move(root_); }
  const std::string& error() const { return error_; }

 private:
  bool add(Json value) {
    if (skipped_ > 0 || std::exchange(skips_next_, false)) return true;
    place(std::move(value));
    return true;
  }

  Json* place(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    auto& parent = *open_.back();
    if (!parent.is_array()) return &(parent[key_] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  bool open(Json empty) {
    if (skipped_ > 0 || std::exchange(skips_next_, false)) {
      ++skipped_;
    } else {
      open_.push_back(place(std::move(empty)));
    }
    return true;
  }

  bool close() {
    if (skipped_ > 0) {
      --skipped_;
    } else {
      open_.pop_back();
    }
    return true;
  }

  const IsWanted& is_wanted_;
  Json root_;
  std::vector<Json*> open_;  ///< objects and arrays, of those that are kept
  std::string key_;
  bool skips_next_ = false;  ///< the value of a key that is not wanted
  std::size_t skipped_ = 0;  ///< objects and arrays that are open within such a value
  std::string error_;
};

/// What a parser says of a place that is no JSON, without its tags and unprintable characters.
std::string place_and_reason(std::string_view said) {
  // "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error while …"
  if (const auto tag = said.find("] "); tag != std::string_view::npos) said.remove_prefix(tag + 2);
  constexpr std::string_view at = "parse error at ";
  if (said.substr(0, at.size()) == at) said.remove_prefix(at.size());
  std::string shown;
  for (const char c : said.substr(0, 200)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

/// Parses all of `in` into `json`; returns why it is no JSON, or nothing if it is.
std::string parse_all(std::istream& in, const IsWanted& is_wanted, Json& json) {
  Builder builder(is_wanted);
  if (!Json::sax_parse(in, &builder)) return place_and_reason(builder.error());
  // The parser takes a NUL for the end of the file.
  if (!in.eof()) return "a NUL byte follows it";
  json = builder.take();
  return {};
}

std::string rest_of(std::istream& in) {
  in.clear();
  in.seekg(0);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Json parse_lb_json(std::istream& in, const IsWanted& is_wanted) {
  const int first = in.peek();
  const bool starts_as_json = first == '{' || first == ' ' || first == '\n' || first == '\r';
  Json json;
  const auto reason = parse_all(in, is_wanted, json);
  if (reason.empty()) return json;
  // Compressed data begins with any byte, that of an object too.
  const auto unpacked = unpack_brotli(rest_of(in));
  if (!unpacked) {
    throw ValueError(fmt::format("is not JSON: {}{}", reason,
                                 starts_as_json ? "" : "; nor is it whole brotli data"));
  }
  std::istringstream text(*unpacked);
  const auto inside = parse_all(text, is_wanted, json);
  if (!inside.empty()) throw ValueError("is brotli data of what is not JSON: " + inside);
  return json;
}

}  // namespace isobar
