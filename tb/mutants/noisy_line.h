// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "tb/mutants/stealing_habits.h"

namespace isobar {

/// A message of work stealing as bits on a line.
struct NoisyMessage {
  /// The kinds have the numbers that isobar_stealing_port and isobar_stealing_router give them. No
  /// message of a fabric has the last one.
  enum Kind : std::size_t { request, reply, transfer, no_kind };

  std::size_t kind = request;
  std::uint64_t to = 0;
  std::uint64_t from = 0;
  /// Whether the thief works, how much is promised, or the lowest 64 bits of the task.
  std::uint64_t contents = 0;
};

/// The link of a port, and how long messages are on it.
struct NoisyLine {
  NoisyLine(const RtlParameters& parameters, std::size_t port);

  std::size_t lanes;
  Cycle cycles;                            ///< of a beat
  std::int64_t address_bits;               ///< of a PE
  std::array<std::int64_t, 4> contents{};  ///< bits of them, by kind
  std::array<std::size_t, 4> beats{};      ///< by kind
};

/// Finds messages on a line.
class NoisyListener {
 public:
  explicit NoisyListener(const NoisyLine& line) : line_(line) {}

  /// Hears a cycle; returns the message that ends with it.
  std::optional<NoisyMessage> hear(bool valid, std::uint64_t bits);

 private:
  NoisyLine line_;
  Cycle heard_ = 0;
  std::vector<bool> bits_;
};

/// Says messages on a line, one after another.
class NoisySpeaker {
 public:
  explicit NoisySpeaker(const NoisyLine& line) : line_(line) {}

  bool is_silent() const { return beats_.empty(); }
  /// Takes the next message to say. It ends `late` cycles after a cycle that is a multiple of
  /// `habits.together`.
  void send(const NoisyMessage& message, Cycle late = 0);
  /// What is on the line in this cycle; -1: nothing.
  std::int64_t speak(const StealingHabits& habits, Cycle now);
  /// Whether the last bits of a message were said last.
  bool ends() const { return ends_; }
  bool ends_transfer() const { return ends_ && kind_ == NoisyMessage::transfer; }

 private:
  NoisyLine line_;
  std::deque<std::uint64_t> beats_;  ///< that it has still to send
  bool begun_ = false;               ///< whether that one is on the line
  std::size_t kind_ = NoisyMessage::request;
  Cycle late_ = 0;
  bool ends_ = false;
  Cycle held_ = 0;  ///< how long the first of the beats is on the line
};

}  // namespace isobar
