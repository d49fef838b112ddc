// SPDX-License-Identifier: Apache-2.0
#include "sim/result/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <limits>
#include <new>
#include <stdexcept>

#include "models/errors.h"

namespace isobar {
namespace {

const Bytef* data(const std::string& bytes) { return reinterpret_cast<const Bytef*>(bytes.data()); }

/// What compresses, kept from one call to the next: its tables are some 270 KB, which the allocator
/// would get from the system and give back each time, and that takes longer than a short text.
class Deflater {
 public:
  Deflater() {
    if (deflateInit(&stream_, Z_DEFAULT_COMPRESSION) != Z_OK) throw std::bad_alloc();
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  std::string deflate(const std::string& bytes) {
    std::string out(compressBound(bytes.size()), '\0');
    std::size_t read = 0;
    std::size_t written = 0;
    deflateReset(&stream_);
    int status = Z_OK;
    while (status == Z_OK) {
      stream_.next_in = const_cast<Bytef*>(data(bytes)) + read;
      stream_.next_out = reinterpret_cast<Bytef*>(out.data()) + written;
      stream_.avail_in = portion(bytes.size() - read);
      stream_.avail_out = portion(out.size() - written);
      const auto in = stream_.avail_in;
      const auto room = stream_.avail_out;
      status = ::deflate(&stream_, in == bytes.size() - read ? Z_FINISH : Z_NO_FLUSH);
      read += in - stream_.avail_in;
      written += room - stream_.avail_out;
    }
    if (status != Z_STREAM_END) throw std::logic_error("zlib needs more than its bound");
    out.resize(written);
    return out;
  }

 private:
  /// What of a length can be said to zlib at once.
  static uInt portion(std::size_t length) {
    return static_cast<uInt>(std::min<std::size_t>(length, std::numeric_limits<uInt>::max()));
  }

  z_stream stream_{};
};

}  // namespace

std::string deflate(const std::string& bytes) {
  thread_local Deflater deflater;
  return deflater.deflate(bytes);
}

std::string inflate(const std::string& stream, std::size_t most) {
  uLongf size = most;
  std::string out(size, '\0');
  const int status =
      uncompress(reinterpret_cast<Bytef*>(out.data()), &size, data(stream), stream.size());
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_OK) throw ValueError("a compressed part is damaged");
  out.resize(size);
  return out;
}

std::string base64(const std::string& bytes) {
  using namespace boost::archive::iterators;
  using Digits = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
  constexpr std::size_t group = 3;
  // The library reads whole groups.
  auto padded = bytes;
  const auto missing = (group - bytes.size() % group) % group;
  padded.append(missing, '\0');
  std::string out(Digits(padded.cbegin()), Digits(padded.cend()));
  out.replace(out.size() - missing, missing, missing, '=');
  return out;
}

}  // namespace isobar
