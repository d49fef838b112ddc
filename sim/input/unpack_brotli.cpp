// SPDX-License-Identifier: Apache-2.0
#include "sim/input/unpack_brotli.h"

#include <brotli/decode.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <new>

#include "models/errors.h"

namespace isobar {

std::optional<std::string> unpack_brotli(std::string_view packed, std::size_t most) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> decoder(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  if (!decoder) throw std::bad_alloc();
  std::string text;
  std::array<std::uint8_t, 1 << 16> part;
  auto left = packed.size();
  const auto* next = reinterpret_cast<const std::uint8_t*>(packed.data());
  for (;;) {
    auto room = part.size();
    auto* to = part.data();
    const auto state =
        BrotliDecoderDecompressStream(decoder.get(), &left, &next, &room, &to, nullptr);
    text.append(part.begin(), part.end() - static_cast<std::ptrdiff_t>(room));
    if (text.size() > most) {
      throw ValueError(fmt::format("unpacks to more than {} bytes", most));
    }
    if (state == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) continue;
    const bool is_whole = state == BROTLI_DECODER_RESULT_SUCCESS && left == 0;
    if (!is_whole) return std::nullopt;
    return text;
  }
}

}  // namespace isobar
