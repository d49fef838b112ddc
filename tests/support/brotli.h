// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <brotli/encode.h>

#include <stdexcept>
#include <string>

namespace isobar::test {

/// `text` as brotli packs it with a window of 2^`window` bytes; vt takes 2^22.
inline std::string packed_by_brotli(const std::string& text, int window = 22) {
  auto size = BrotliEncoderMaxCompressedSize(text.size()) + 64;
  std::string packed(size, '\0');
  if (BrotliEncoderCompress(11, window, BROTLI_MODE_TEXT, text.size(),
                            reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                            reinterpret_cast<std::uint8_t*>(packed.data())) == BROTLI_FALSE) {
    throw std::runtime_error("brotli cannot pack");
  }
  packed.resize(size);
  return packed;
}

}  // namespace isobar::test
