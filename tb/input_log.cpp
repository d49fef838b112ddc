// SPDX-License-Identifier: Apache-2.0
// A change is two varints: the cycles since the last change, times the number of words, plus the
// word that changes; and how it changes, as the bits that differ.
#include "tb/input_log.h"

namespace isobar {
namespace {

constexpr std::size_t word_bytes = 8;
constexpr unsigned byte_bits = 8;

std::size_t words_of(const RtlPort& port) { return (port.bytes() + word_bytes - 1) / word_bytes; }

void put(std::vector<unsigned char>& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<unsigned char>(value | 0x80));
  bytes.push_back(static_cast<unsigned char>(value));
}

}  // namespace

InputLog::Inputs::Inputs(const VerilatedModule& module) {
  for (const char* name :
       {"valid_i", "line_i", "rst_ni", "run_i", "sink_tvalid_i", "fetch_i", "source_tready_i",
        "sink_tdata_i", "parent_i", "children_i", "wait_i", "role_i"}) {
    if (!module.has_port(name)) continue;
    const auto port = module.port(name);
    const bool fits = port.bytes() == 1 && bytes.size() < word_bytes;
    (fits ? bytes : others).push_back(port);
    if (!fits) words += words_of(port);
  }
}

InputLog::InputLog(const VerilatedModule& module, std::size_t most_bytes)
    : inputs_(module), last_(inputs_.words), now_(last_), most_bytes_(most_bytes) {}

void InputLog::take() {
  std::uint64_t packed = 0;
  unsigned shift = 0;
  for (const auto& port : inputs_.bytes) {
    packed |= std::uint64_t{port.byte()} << shift;
    shift += byte_bits;
  }
  if (packed != last_[0]) add(0, packed);
  std::size_t word = 1;
  for (const auto& port : inputs_.others) {
    if (port.bytes() <= word_bytes) {
      const auto value = port.value();
      if (value != last_[word]) add(word, value);
      ++word;
      continue;
    }
    port.read_all(now_.data());
    for (std::size_t i = 0; i < words_of(port); ++i, ++word) {
      if (now_[i] != last_[word]) add(word, now_[i]);
    }
  }
  ++cycles_;
  if (bytes_.size() <= most_bytes_) return;
  full_ = true;
  bytes_ = {};
}

void InputLog::add(std::size_t word, std::uint64_t now) {
  if (full_) return;
  put(bytes_, static_cast<std::uint64_t>(cycles_ - changed_) * last_.size() + word);
  put(bytes_, now ^ last_[word]);
  changed_ = cycles_;
  last_[word] = now;
}

InputReplay::InputReplay(const InputLog& log, const VerilatedModule& module)
    : log_(log), inputs_(module), words_(inputs_.words) {
  if (at_ < log_.bytes_.size()) {
    const auto first = take();
    due_ = static_cast<Cycle>(first / words_.size());
    word_ = first % words_.size();
  }
}

std::uint64_t InputReplay::take() {
  std::uint64_t value = 0;
  unsigned shift = 0;
  while (log_.bytes_[at_] >= 0x80) {
    value |= std::uint64_t{log_.bytes_[at_++] & 0x7FU} << shift;
    shift += 7;
  }
  return value | std::uint64_t{log_.bytes_[at_++]} << shift;
}

bool InputReplay::next() {
  if (cycles_ == log_.cycles_ || log_.full_) return false;
  while (due_ == cycles_ && at_ < log_.bytes_.size()) {
    words_[word_] ^= take();
    if (at_ == log_.bytes_.size()) break;
    const auto change = take();
    due_ += static_cast<Cycle>(change / words_.size());
    word_ = change % words_.size();
  }
  auto packed = words_[0];
  for (auto& port : inputs_.bytes) {
    port.set(packed & 0xFF);
    packed >>= byte_bits;
  }
  const auto* from = words_.data() + 1;
  for (auto& port : inputs_.others) {
    if (port.bytes() <= word_bytes) {
      port.set(*from);
    } else {
      port.write_all(from);
    }
    from += words_of(port);
  }
  ++cycles_;
  return true;
}

}  // namespace isobar
