// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

struct z_stream_s;

namespace isobar {

/// zlib, kept from one text to the next: its tables are some 270 KB, which the allocator would get
/// from the system and give back each time, and that takes longer than a short text. What a text
/// becomes does not depend on those before.
class Deflater {
 public:
  enum class Format { zlib, gzip };  ///< RFC 1950, RFC 1952

  /// `level` is zlib's, from 1, the quickest, to 9.
  explicit Deflater(Format format, int level = 6);
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater();

  std::string deflate(const std::string& bytes);

 private:
  std::unique_ptr<z_stream_s> stream_;
};

}  // namespace isobar
