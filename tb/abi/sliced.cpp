// SPDX-License-Identifier: Apache-2.0
// Compiled at run time, once for each netlist, with what tb/sliced/sliced_source.cpp writes.
// ISOBAR_WORDS is how many numbers of 64 bits a bit of all PEs takes.
#include "tb/abi/sliced.h"

#include <cstddef>
#include <cstring>
#include <new>
#include <random>

namespace {

constexpr std::size_t words = ISOBAR_WORDS;
#if ISOBAR_WORDS == 1
using Lanes = std::uint64_t;
#else
typedef std::uint64_t Lanes __attribute__((vector_size(8 * ISOBAR_WORDS)));
#endif

union Halves {
  Lanes lanes;
  std::uint64_t word[words];
};

bool any(Lanes lanes) {
  const Halves all{lanes};
  std::uint64_t some = 0;
  for (const auto word : all.word) some |= word;
  return some != 0;
}

/// Calls `act` with each PE whose bit is set, as its word and its bit in it.
template <class Act>
void each(Lanes lanes, Act act) {
  const Halves all{lanes};
  for (std::size_t w = 0; w < words; ++w) {
    for (auto left = all.word[w]; left != 0; left &= left - 1) {
      act(w, static_cast<unsigned>(__builtin_ctzll(left)));
    }
  }
}

/// The bits of one PE, the lowest first.
template <std::size_t bits>
void gather(const Lanes (&from)[bits], std::size_t w, unsigned bit, std::uint64_t* to) {
  const auto* all = reinterpret_cast<const std::uint64_t*>(from);
  for (std::size_t i = 0; i < bits; ++i) {
    if (i % 64 == 0) to[i / 64] = 0;
    to[i / 64] |= ((all[i * words + w] >> bit) & 1U) << (i % 64);
  }
}

/// Tasks as each PE has them, for every PE reads and writes at a place of its own.
template <std::size_t width, std::size_t size>
struct Memory {
  static constexpr std::size_t numbers = (width + 63) / 64;
  std::uint64_t values[64 * words][size][numbers];
};

template <std::size_t address_bits, std::size_t width>
struct Read {
  Lanes address[address_bits];
  Lanes data[width];
  Lanes changed;  ///< PEs that have to read though their address is the same

  template <std::size_t size>
  void settle(const Memory<width, size>& memory, const Lanes (&now)[address_bits]) {
    auto due = changed;
    for (std::size_t i = 0; i < address_bits; ++i) {
      due |= address[i] ^ now[i];
      address[i] = now[i];
    }
    if (!any(due)) return;
    changed ^= changed;
    auto* to = reinterpret_cast<std::uint64_t*>(data);
    each(due, [&](std::size_t w, unsigned bit) {
      std::uint64_t place = 0;
      gather(now, w, bit, &place);
      const auto mask = std::uint64_t{1} << bit;
      for (std::size_t i = 0; i < width; ++i) {
        // A place that is not there has anything: 0.
        const bool on =
            place < size && ((memory.values[w * 64 + bit][place][i / 64] >> (i % 64)) & 1U);
        auto& word = to[i * words + w];
        word = on ? word | mask : word & ~mask;
      }
    });
  }
};

template <std::size_t address_bits, std::size_t width>
struct Write {
  Lanes enable;
  Lanes address[address_bits];
  Lanes data[width];
  bool pending;

  void settle(Lanes on, const Lanes (&to)[address_bits], const Lanes (&values)[width]) {
    enable = on;
    std::memcpy(address, to, sizeof address);
    std::memcpy(data, values, sizeof data);
    pending = true;
  }
  template <std::size_t size>
  void clock(Memory<width, size>& memory) {
    each(enable, [&](std::size_t w, unsigned bit) {
      std::uint64_t place = 0;
      gather(address, w, bit, &place);
      if (place < size) gather(data, w, bit, memory.values[w * 64 + bit][place]);
    });
    pending = false;
  }
};

struct State;
void step(State& s, std::size_t begin, std::size_t end);

#define OFFSET(member) static_cast<std::uint32_t>(__builtin_offsetof(State, member))
#include "netlist.inc"
#undef OFFSET

void step(State& s, std::size_t begin, std::size_t end) {
  std::memcpy(s.q + begin, s.next + begin, (end - begin) * sizeof(Lanes));
}

void* create(std::uint64_t wake_up) {
  auto* s = new State;
  std::mt19937_64 random(wake_up);
  auto* bytes = reinterpret_cast<unsigned char*>(s);
  for (std::size_t i = 0; i + 8 <= sizeof(State); i += 8) {
    const auto value = random();
    std::memcpy(bytes + i, &value, sizeof value);
  }
  std::memset(&s->zero, 0, sizeof s->zero);
  std::memset(&s->one, 0xff, sizeof s->one);
  std::memset(s->in, 0, sizeof s->in);
  std::memset(s->enabled, 0, sizeof s->enabled);
  forget_writes(*s);
  forget_reads(*s);
  return s;
}
void destroy(void* state) { delete static_cast<State*>(state); }
void reset(void* state) {
  auto& s = *static_cast<State*>(state);
  for (std::size_t i = 0; i < registers; ++i) {
    if (is_reset[i]) s.q[i] = reset_values[i] ? s.one : s.zero;
  }
}
void settle_state(void* state) { settle(*static_cast<State*>(state)); }
void clock_state(void* state) { clock(*static_cast<State*>(state)); }

const IsobarSliced offered = {
    words,      sizeof ports_of / sizeof *ports_of, ports_of, create, destroy, reset, settle_state,
    clock_state};

}  // namespace

const IsobarSliced* isobar_sliced() { return &offered; }
