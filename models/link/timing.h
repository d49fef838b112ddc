// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/link/units.h"

namespace isobar {

/// The parameters of the links of a dimension.
struct LinkClass {
  Rational bandwidth = 250'000'000;  ///< bits per second; the papers' electrical link
  Cycle latency = 1;                 ///< λ ≥ 1: registers between serializer and deserializer
  Cycle setup = 0;                   ///< cycles that each message pays first
  Rational energy = 5;               ///< picojoules per bit on the wire (docs/costs.md)
  Rational static_power = 0;         ///< milliwatts of a directed link, used or not
};

/// How many PE clock cycles messages take on a link of a class, in exact integers.
class LinkTiming {
 public:
  /// Of a link of this class between PEs of so many cycles a second.
  LinkTiming(const LinkClass& link, const Rational& clock);

  /// In bits a second.
  const Rational& bandwidth() const { return bandwidth_; }
  /// The fewest lanes that carry no more than a bit a cycle each: ceil(bandwidth/clock).
  std::int64_t lanes() const { return ceil_ratio(1, bandwidth_, clock_); }
  /// Bandwidth/clock.
  Rational bits_per_cycle() const { return bandwidth_ / clock_; }
  /// λ: cycles from the last bit's leaving to its arrival.
  Cycle latency() const { return latency_; }
  /// Cycles before each message in which the link is busy.
  Cycle setup() const { return setup_; }
  /// Cycles in which `bits` ≥ 1 pass the serializer: ceil(bits · clock / bandwidth).
  Cycle serial(std::int64_t bits) const {
    if (bits > short_bits_) return long_serial(bits);
    const Cycle over = bits * over_;
    return under_ == 1 ? over : (over + under_ - 1) / under_;
  }
  /// N(bits): cycles for which a message keeps the link busy.
  Cycle busy(std::int64_t bits) const { return setup_ + serial(bits); }
  /// A message that starts in cycle s can be used in cycle s + passage(bits).
  Cycle passage(std::int64_t bits) const { return busy(bits) + latency_; }
  /// The first cycle in which a message may begin here that link `before` brings from cycle `first`
  /// on: no bit enters this link in the cycle in which it comes, or before, and the message begins
  /// at the latest when all of it is there.
  Cycle earliest_behind(const LinkTiming& before, Cycle first, std::int64_t bits) const;

 private:
  Cycle long_serial(std::int64_t bits) const;

  Cycle latency_;
  Cycle setup_;
  std::int64_t over_ = 0;   ///< over_ / under_: cycles a bit, for messages of …
  std::int64_t under_ = 1;  ///< … short_bits_ at most, for which nothing overflows
  std::int64_t short_bits_ = 0;
  Rational clock_;
  Rational bandwidth_;
};

/// LinkTiming::serial with its last result kept: nearly all messages of a kind have the same size.
class SerialMemo {
 public:
  /// N(bits): cycles for which a message of so many bits occupies the serializer.
  Cycle operator()(const LinkTiming& link, std::int64_t bits) {
    if (bits != bits_) {
      bits_ = bits;
      cycles_ = link.serial(bits);
    }
    return cycles_;
  }

 private:
  std::int64_t bits_ = 0;
  Cycle cycles_ = 0;
};

}  // namespace isobar
