// SPDX-License-Identifier: Apache-2.0
#include "host/deflater.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>

namespace isobar {
namespace {

/// What of a length can be said to zlib at once.
uInt portion(std::size_t length) {
  return static_cast<uInt>(std::min<std::size_t>(length, std::numeric_limits<uInt>::max()));
}

}  // namespace

Deflater::Deflater(Format format, int level) : stream_(std::make_unique<z_stream_s>()) {
  constexpr int window = 15;  // and memory: zlib's defaults
  constexpr int memory = 8;
  constexpr int gzip = 16;
  const int bits = format == Format::gzip ? window + gzip : window;
  if (deflateInit2(stream_.get(), level, Z_DEFLATED, bits, memory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

Deflater::~Deflater() { deflateEnd(stream_.get()); }

std::string Deflater::deflate(const std::string& bytes) {
  deflateReset(stream_.get());
  std::string out(deflateBound(stream_.get(), bytes.size()), '\0');
  std::size_t read = 0;
  std::size_t written = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    const auto in = portion(bytes.size() - read);
    const auto room = portion(out.size() - written);
    stream_->next_in = reinterpret_cast<const Bytef*>(bytes.data()) + read;
    stream_->next_out = reinterpret_cast<Bytef*>(out.data()) + written;
    stream_->avail_in = in;
    stream_->avail_out = room;
    status = ::deflate(stream_.get(), in == bytes.size() - read ? Z_FINISH : Z_NO_FLUSH);
    read += in - stream_->avail_in;
    written += room - stream_->avail_out;
  }
  if (status != Z_STREAM_END) throw std::logic_error("zlib needs more than its bound");
  out.resize(written);
  return out;
}

}  // namespace isobar
