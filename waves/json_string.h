// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// A text as a JSON string, escaped once and written often.
class JsonString {
 public:
  /// Bytes of `text` that are not UTF-8, which the name of a file may have, are replaced by U+FFFD.
  explicit JsonString(const std::string& text);

  /// The string with its quotation marks.
  const std::string& json() const { return json_; }

 private:
  std::string json_;
};

}  // namespace isobar
