// SPDX-License-Identifier: Apache-2.0
#include "waves/fst_block.h"

#include <gtkwave/fstapi.h>
#include <gtkwave/lz4.h>

#include <algorithm>
#include <array>

#include "waves/fst_bytes.h"

namespace isobar {
namespace {

/// Chains of fewer bytes are not compressed.
constexpr std::size_t least_compressed = 32;

/// The most bytes of a number of times passed, with the bits of a value that share its varint.
constexpr std::size_t varint_bytes = 5;

std::size_t vector_bytes(unsigned bits) { return (bits + 7) / 8; }

using Changes = gsl::span<const WaveChange>;

/// Writes the chain of `changes`, each by put(at, times passed, value), which returns the end.
template <class Put>
char* put_changes(char* at, const Changes& changes, std::uint32_t lead, const Put& put) {
  std::uint32_t last = 0;
  for (const auto& change : changes) {
    const auto time = change.time + lead;
    at = put(at, std::uint64_t{time - last}, change.value);
    last = time;
  }
  return at;
}

char* put_bit(char* at, std::uint64_t passed, std::uint64_t value) {
  return put_varint(at, passed << 2 | value << 1);
}

/// Writes the value into 8 bytes, the highest first, of which the caller takes as many as it needs.
void put_big_endian(char* at, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) *at++ = static_cast<char>(value >> shift);
}

void overwrite_fixed(std::string& bytes, std::size_t at, std::uint64_t value) {
  put_big_endian(&bytes[at], value);
}

}  // namespace

void FstBlockMaker::add(const FstKind& kind) {
  const auto same = [&](const Kind& other) { return other.kind == kind; };
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), same);
  kind_of_.push_back(static_cast<std::uint32_t>(found - kinds_.begin()));
  if (found != kinds_.end()) return;
  Kind made{kind, {}, varint_bytes + sizeof(std::uint64_t)};
  for (const auto& name : kind.names) {
    std::string text;
    append_varint(text, name.size());
    made.texts.push_back(text + name);
    made.largest = std::max(made.largest, varint_bytes + made.texts.back().size());
  }
  kinds_.push_back(std::move(made));
}

std::string FstBlockMaker::make(const WaveBlock& block, std::uint64_t begin) {
  std::string bytes(1, static_cast<char>(FST_BL_VCDATA_DYN_ALIAS2));
  const std::size_t length_at = bytes.size();
  append_fixed(bytes, 0);
  append_fixed(bytes, begin);
  append_fixed(bytes, block.times.back());
  const std::size_t memory_at = bytes.size();
  append_fixed(bytes, 0);
  const auto values = frame(block);
  const auto packed_values = deflated(values);
  for (const auto number : {values.size(), packed_values.size(), kind_of_.size()}) {
    append_varint(bytes, number);
  }
  bytes += packed_values;

  const bool repeats = begin != block.times.front();
  append_varint(bytes, kind_of_.size());
  const auto memory = append_chains(bytes, block, repeats ? 1 : 0);
  const std::size_t places_at = bytes.size();
  append_places(bytes);
  append_fixed(bytes, bytes.size() - places_at);

  std::string times;
  append_varint(times, begin);
  auto before = begin;
  for (std::size_t i = repeats ? 0 : 1; i < block.times.size(); ++i) {
    append_varint(times, block.times[i] - before);
    before = block.times[i];
  }
  const auto packed_times = deflated(times);
  bytes += packed_times;
  append_fixed(bytes, times.size());
  append_fixed(bytes, packed_times.size());
  append_fixed(bytes, block.times.size() + (repeats ? 1 : 0));

  overwrite_fixed(bytes, length_at, bytes.size() - length_at);
  overwrite_fixed(bytes, memory_at, memory);
  return bytes;
}

/// The frame: one digit for each bit. States have no digits; the digit of an event means nothing.
std::string FstBlockMaker::frame(const WaveBlock& block) const {
  std::string digits;
  for (std::size_t variable = 0; variable < kind_of_.size(); ++variable) {
    const auto& kind = kinds_[kind_of_[variable]].kind;
    const auto value = block.before[variable];
    if (kind.type == FstKind::Type::event) digits += 'x';
    for (auto bit = kind.bits; bit-- > 0;) digits += (value >> bit & 1) == 0 ? '0' : '1';
  }
  return digits;
}

std::uint64_t FstBlockMaker::append_chains(std::string& bytes, const WaveBlock& block,
                                           std::uint32_t lead) {
  const std::size_t begin = bytes.size();
  bytes += '4';  // compressed by LZ4
  std::uint64_t memory = 0;
  chains_.assign(kind_of_.size(), {});
  owners_.assign(block.begins.size(), none);
  for (Variable variable = 0; variable < kind_of_.size(); ++variable) {
    const auto column = block.columns[variable];
    const auto changes = block.of_column(column);
    if (changes.empty()) continue;
    auto& chain = chains_[variable];
    const auto owner = find_owner(variable, column);
    if (owner != variable) {
      chain.owner = owner;
      chain.length = chains_[owner].length;
    } else {
      chain.place = bytes.size() - begin;
      chain.length = make_chain(changes, kinds_[kind_of_[variable]], lead);
      append_chain(bytes, chain.length);
    }
    memory += chain.length;
  }
  return memory;
}

FstBlockMaker::Variable FstBlockMaker::find_owner(Variable variable, WaveBlock::Column column) {
  auto* owner = &owners_[column];
  while (*owner != none && kind_of_[*owner] != kind_of_[variable]) owner = &chains_[*owner].next;
  if (*owner == none) *owner = variable;
  return *owner;
}

std::size_t FstBlockMaker::make_chain(Changes changes, const Kind& kind, std::uint32_t lead) {
  // A vector's value is first written in eight bytes, of which fewer may be kept.
  const auto most = changes.size() * kind.largest + sizeof(std::uint64_t);
  if (buffer_.size() < most) buffer_.resize(most);
  char* end = nullptr;
  if (kind.kind.type == FstKind::Type::state) {
    end = put_changes(buffer_.data(), changes, lead,
                      [&](char* at, std::uint64_t passed, std::uint64_t value) {
                        at = put_varint(at, passed << 1);
                        const auto& text = kind.texts[value];
                        return std::copy(text.begin(), text.end(), at);
                      });
  } else if (kind.kind.type == FstKind::Type::event || kind.kind.bits == 1) {
    end = put_changes(buffer_.data(), changes, lead, put_bit);
  } else {
    const auto taken = vector_bytes(kind.kind.bits);
    const auto shift = 64 - kind.kind.bits;
    end = put_changes(buffer_.data(), changes, lead,
                      [&](char* at, std::uint64_t passed, std::uint64_t value) {
                        at = put_varint(at, passed << 1);
                        put_big_endian(at, value << shift);
                        return at + taken;
                      });
  }
  return static_cast<std::size_t>(end - buffer_.data());
}

void FstBlockMaker::append_chain(std::string& bytes, std::size_t length) {
  if (length > least_compressed) {
    const auto bound = static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(length)));
    if (packed_.size() < bound) packed_.resize(bound);
    const auto packed = static_cast<std::size_t>(
        LZ4_compress_default(buffer_.data(), packed_.data(), static_cast<int>(length),
                             static_cast<int>(packed_.size())));
    if (packed < length) {
      append_varint(bytes, length);
      bytes.append(packed_.data(), packed);
      return;
    }
  }
  append_varint(bytes, 0);
  bytes.append(buffer_.data(), length);
}

/// Appends the positions of the chains. An even number stands for a run of variables without
/// changes and gives its length. An odd number stands for a variable with a chain: its distance
/// from the chain before, or the negated number (from 1) of the variable whose chain it shares, or
/// 0 for the variable that was shared last.
void FstBlockMaker::append_places(std::string& bytes) const {
  std::uint64_t unchanged = 0;
  std::uint64_t last_place = 0;
  auto last_owner = none;
  const auto end_run = [&] {
    if (unchanged > 0) append_varint(bytes, unchanged << 1);
    unchanged = 0;
  };
  for (const auto& chain : chains_) {
    if (chain.length == 0) {
      ++unchanged;
      continue;
    }
    end_run();
    std::int64_t step = 0;
    if (chain.owner == none) {
      step = static_cast<std::int64_t>(chain.place - last_place);
      last_place = chain.place;
    } else if (chain.owner != last_owner) {
      step = -1 - std::int64_t{chain.owner};
      last_owner = chain.owner;
    }
    append_signed(bytes, step * 2 | 1);
  }
  end_run();
}

}  // namespace isobar
