// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>

#include "models/link/link_channel.h"

/// What bit errors cost a fabric in which a phase ends when its slowest message has landed.
class Delays {
 public:
  /// A message that sets out in cycle `start` takes `takes` cycles, without errors `clean`.
  void note(isobar::Cycle start, isobar::Cycle clean, isobar::Cycle takes) {
    auto& slowest = slowest_[start];
    slowest.clean = std::max(slowest.clean, clean);
    slowest.takes = std::max(slowest.takes, takes);
    if (takes > clean) ++hits_;
  }

  int hits() const { return hits_; }
  /// The cycles that errors cost the run: in each phase the slowest message took so much longer
  /// than the slowest without errors, and these are added up. All words of a phase set out in one
  /// cycle, and so do all its transfers.
  isobar::Cycle total() const {
    isobar::Cycle sum = 0;
    for (const auto& [start, slowest] : slowest_) sum += slowest.takes - slowest.clean;
    return sum;
  }

 private:
  struct Slowest {
    isobar::Cycle clean = 0;
    isobar::Cycle takes = 0;
  };
  std::map<isobar::Cycle, Slowest> slowest_;
  int hits_ = 0;
};

/// A link with bit errors, in front of the usual one. The receiver finds them, by a checksum that
/// this model does not spell out, and asks for the message again, which costs another passage and
/// the latency of the way back. So a message that is hit comes later and is otherwise the same. The
/// PE hears from send_word() and send_tasks() when that is.
class NoisyLink : public isobar::LinkSendInterface {
 public:
  /// `errors` is the probability that a bit is hit.
  NoisyLink(isobar::LinkAccess& usual, double errors, std::int64_t task_bits, std::uint64_t seed,
            Delays& delays)
      : usual_(usual), errors_(errors), task_bits_(task_bits), random_(seed), delays_(delays) {}

  isobar::Cycle send_word(isobar::Cycle start, std::int64_t value, std::int64_t bits) override {
    return usual_.send_word(start + lost(start, bits), value, bits);
  }
  isobar::Cycle send_tasks(isobar::Cycle start, isobar::TaskQueue& queue,
                           std::int64_t count) override {
    return usual_.send_tasks(start + lost(start, count * task_bits_), queue, count);
  }
  isobar::Cycle send_credit(isobar::Cycle start, isobar::Load tasks, std::int64_t bits) override {
    return usual_.send_credit(start + lost(start, bits), tasks, bits);
  }
  isobar::Cycle send_status(isobar::Cycle start) override {
    return usual_.send_status(start + lost(start, 1));
  }

 private:
  /// Cycles that go by before the try that gets through.
  isobar::Cycle lost(isobar::Cycle start, std::int64_t bits) {
    const auto& timing = usual_.timing();
    const auto clean = timing.passage(bits);
    isobar::Cycle cycles = 0;
    while (is_hit(bits)) cycles += clean + timing.latency();
    delays_.note(start, clean, cycles + clean);
    return cycles;
  }
  bool is_hit(std::int64_t bits) {
    const double whole = std::pow(1 - errors_, static_cast<double>(bits));
    return std::ldexp(static_cast<double>(random_() >> 11), -53) >= whole;
  }

  isobar::LinkAccess& usual_;
  double errors_;
  std::int64_t task_bits_;
  std::mt19937_64 random_;
  Delays& delays_;
};
