// SPDX-License-Identifier: Apache-2.0
#include "sim/input/parse_lb_json.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "models/errors.h"

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

[[noreturn]] void not_json(std::string_view reason, bool starts_as_json) {
  // "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error while …"
  if (const auto tag = reason.find("] "); tag != std::string_view::npos) {
    reason.remove_prefix(tag + 2);
  }
  constexpr std::string_view at = "parse error at ";
  if (reason.substr(0, at.size()) == at) reason.remove_prefix(at.size());
  std::string shown;
  for (const char c : reason.substr(0, 200)) shown += c >= ' ' && c <= '~' ? c : '?';
  throw ValueError(fmt::format(
      "is not JSON: {}{}", shown,
      starts_as_json ? ""
                     : "; published sets are sometimes brotli-compressed under a .json name "
                       "(unpack with: brotli -d)"));
}

}  // namespace

Json parse_lb_json(std::istream& in, const IsWanted& is_wanted) {
  const int first = in.peek();
  const bool starts_as_json = first == '{' || first == ' ' || first == '\n' || first == '\r';
  Builder builder(is_wanted);
  if (!Json::sax_parse(in, &builder)) not_json(builder.error(), starts_as_json);
  // The parser takes a NUL for the end of the file.
  if (!in.eof()) throw ValueError("is not JSON: a NUL byte follows it");
  return builder.take();
}

}  // namespace isobar
