// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <gsl/span>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What is announced of signals, in the order of announcement. It is compact because moving it
/// through memory takes most of the time.
class WaveLog {
 public:
  enum class Kind : std::uint8_t {
    change,  ///< the signal has the value from `from` on, whatever was announced for that cycle
    pulse,   ///< a change, and the value 0 from `to` on unless another is announced for that cycle
    more     ///< higher bits of the signal's next value
  };
  struct Span {
    Cycle from;
    Cycle to;  ///< the end of a pulse
  };
  struct Entry {
    std::uint32_t key;    ///< signal and kind
    std::uint16_t span;   ///< the number of its span in the part
    std::uint16_t value;  ///< the lower bits of its value

    Entry() = default;
    Entry(std::uint32_t k, std::uint16_t s, std::uint16_t v) : key(k), span(s), value(v) {}

    std::uint32_t signal() const { return key >> kind_bits; }
    Kind kind() const { return static_cast<Kind>(key & ((1U << kind_bits) - 1)); }
    /// Everything but the signal.
    std::uint64_t content() const {
      return std::uint64_t{value} << 32 | std::uint64_t{span} << kind_bits |
             (key & ((1U << kind_bits) - 1));
    }
  };
  /// A part of the log that is short enough to be sorted in a cache, and whose spans can be
  /// numbered with 16 bits.
  struct Part {
    std::vector<Entry> entries;
    std::vector<Span> spans;
  };

  void change(Cycle cycle, std::uint32_t signal, std::uint64_t value) {
    if (part().entries.size() >= part_entries_) begin_part();
    auto& known = known_[place(cycle)];
    if (known.span.from != cycle) add_span({cycle, cycle}, known);
    add(Kind::change, signal, known.number, value);
  }
  void pulse(Cycle from, Cycle to, std::uint32_t signal, std::uint64_t value) {
    if (part().entries.size() >= part_entries_) begin_part();
    auto& known = known_[place(from)];
    if (known.span.from != from || known.span.to != to) add_span({from, to}, known);
    add(Kind::pulse, signal, known.number, value);
  }

  /// The numbers of signals are below this.
  static constexpr std::uint32_t max_signals = std::uint32_t{1} << 30;

  /// Sets about how many entries the parts that begin from now on have.
  void divide(std::size_t part_entries) { part_entries_ = part_entries; }
  void clear();
  std::size_t size() const { return ended_ + parts_[last_].entries.size(); }
  gsl::span<const Part> parts() const { return {parts_.data(), last_ + 1}; }

 private:
  static constexpr unsigned kind_bits = 2;
  static constexpr unsigned value_bits = 16;
  static constexpr std::size_t known_spans = 16;
  struct Known {
    Span span{-1, -1};
    std::uint16_t number = 0;
  };

  Part& part() { return parts_[last_]; }
  void begin_part();
  /// The position of a cycle among the known spans: announcements keep coming for the same few
  /// cycles.
  static std::size_t place(Cycle cycle) { return static_cast<std::size_t>(cycle) % known_spans; }
  void add_span(const Span& span, Known& known);
  void add(Kind kind, std::uint32_t signal, std::uint16_t span, std::uint64_t value) {
    if (value >> value_bits != 0) add_more(signal, span, value);
    put(kind, signal, span, value);
  }
  void add_more(std::uint32_t signal, std::uint16_t span, std::uint64_t value);
  void put(Kind kind, std::uint32_t signal, std::uint16_t span, std::uint64_t value) {
    part().entries.emplace_back(signal << kind_bits | static_cast<std::uint32_t>(kind), span,
                                static_cast<std::uint16_t>(value));
  }

  std::vector<Part> parts_ = std::vector<Part>(1);
  std::size_t part_entries_ = std::size_t{1} << 16;
  std::size_t last_ = 0;   ///< the part in use; those after it are kept for their memory
  std::size_t ended_ = 0;  ///< the number of entries in the parts before it
  std::array<Known, known_spans> known_;
};

}  // namespace isobar
