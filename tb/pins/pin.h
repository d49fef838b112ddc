// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <systemc>
#include <type_traits>
#include <vector>

#include "models/packed_words.h"

namespace isobar {

/// A pin of a PE as bits, whatever its signal is: packed into words as models/packed_words.h says.
class Pin {
 public:
  virtual ~Pin() = default;
  /// `valid_o`, and with the modules around it `pins_3.valid_o`.
  virtual const char* short_name() const = 0;
  /// `pins_3.valid_o`: with the modules around it.
  virtual const char* full_name() const = 0;
  /// Its width.
  virtual std::size_t bits() const = 0;
  /// These read and write all words.
  virtual void get(std::uint64_t* words) const = 0;
  /// Writes all words.
  virtual void put(const std::uint64_t* words) = 0;

  /// The first word.
  std::uint64_t first() const {
    get(words_.data());
    return words_[0];
  }
  /// Writes the first word; the others are as first() last read them.
  void set(std::uint64_t first) {
    words_[0] = first;
    put(words_.data());
  }

 protected:
  /// Of so many bits.
  explicit Pin(std::size_t bits) : words_(words_for(bits)) {}
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  mutable std::vector<std::uint64_t> words_;
};

/// The pins of a PE, in the order of the ports in rtl/liquid/isobar_pe.sv.
class PinSet {
 public:
  virtual ~PinSet() = default;
  PinSet(const PinSet&) = delete;
  PinSet& operator=(const PinSet&) = delete;

  /// All pins, in order.
  const std::vector<Pin*>& pins() const { return pins_; }
  /// Throws ModelError if there is no such pin.
  Pin& pin(const char* short_name) const;

 protected:
  PinSet() = default;

 private:
  template <std::size_t Bits, sc_core::sc_writer_policy Policy>
  friend class PinSignal;

  std::vector<Pin*> pins_;
};

/// The type of a port of so many bits in what `verilator --sc` writes.
template <std::size_t Bits>
using PinType = std::conditional_t<
    Bits == 1, bool,
    std::conditional_t<(Bits <= 32), std::uint32_t,
                       std::conditional_t<(Bits <= 64), std::uint64_t, sc_dt::sc_bv<Bits>>>>;

/// The words of a pin's value, and the value that they make. The words of sc_bv have 32 bits.
template <std::size_t Bits>
void to_words(const PinType<Bits>& value, std::uint64_t* words) {
  if constexpr (Bits <= word_bits) {
    words[0] = value;
  } else {
    for (std::size_t i = 0; i < (Bits + 31) / 32; ++i) {
      const std::uint64_t half = value.get_word(static_cast<int>(i));
      words[i / 2] = i % 2 == 0 ? half : words[i / 2] | half << 32U;
    }
  }
}
template <std::size_t Bits>
PinType<Bits> from_words(const std::uint64_t* words) {
  if constexpr (Bits <= word_bits) {
    return static_cast<PinType<Bits>>(words[0]);
  } else {
    PinType<Bits> value;
    for (std::size_t i = 0; i < (Bits + 31) / 32; ++i) {
      const auto half = i % 2 == 0 ? words[i / 2] : words[i / 2] >> 32U;
      value.set_word(static_cast<int>(i), static_cast<sc_dt::sc_digit>(half & 0xffffffff));
    }
    return value;
  }
}

/// A pin as the signal to which a port of PinType is bound.
template <std::size_t Bits, sc_core::sc_writer_policy Policy = sc_core::SC_ONE_WRITER>
class PinSignal final : public sc_core::sc_signal<PinType<Bits>, Policy>, public Pin {
  using Signal = sc_core::sc_signal<PinType<Bits>, Policy>;

 public:
  /// Joins `set`, by its name.
  PinSignal(const char* name, PinSet& set) : Signal(name), Pin(Bits) { set.pins_.push_back(this); }

  const char* short_name() const override { return this->basename(); }
  const char* full_name() const override { return this->name(); }
  std::size_t bits() const override { return Bits; }
  void get(std::uint64_t* words) const override { to_words<Bits>(this->read(), words); }
  void put(const std::uint64_t* words) override { this->write(from_words<Bits>(words)); }
};

}  // namespace isobar
