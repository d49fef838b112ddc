// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/triangle_noise.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "models/schemes/contract/ordered_triangles.h"

namespace isobar {
namespace {

// By isobar_pkg, and the phases as the PE says them.
constexpr Node coordinator = 0;
constexpr Node left = 1;
constexpr std::size_t reports = 0;
constexpr std::size_t orders = 1;

bool one_of(Random& random, std::uint64_t number) { return random() % number == 0; }

Load between(Random& random, Load least, Load most) {
  return least + static_cast<Load>(random() % static_cast<std::uint64_t>(most - least + 1));
}

/// The port by which the coordinator orders.
std::size_t port_of_orders(Node role) { return role == left ? 1 : 0; }

std::uint64_t low(std::int64_t number, std::int64_t bits) {
  return static_cast<std::uint64_t>(number) & ((std::uint64_t{1} << bits) - 1);
}

/// A number of so many bits, two's complement.
Load as_signed(std::uint64_t bits, std::int64_t width) {
  const auto one_more = Load{1} << width;
  const auto number = static_cast<Load>(low(static_cast<std::int64_t>(bits), width));
  return number < one_more / 2 ? number : number - one_more;
}

}  // namespace

TriangleStrangers::TriangleStrangers(const RtlParameters& parameters, Node role)
    : parameters_(parameters), role_(role), ports_(parameters.ports()) {}

void TriangleStrangers::speak(const NoisePosition& at, Random& random, Mood mood,
                              NoiseInputs& inputs) {
  if (at.part == PhasePart::words) {
    load_ = at.load;
    since_ = 0;
  }
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (at.part == PhasePart::words) say(port, at, random, mood, inputs);
    if (at.part == PhasePart::transfer) give(port, at, random, mood, inputs);
  }
  if (at.part == PhasePart::transfer) ++since_;
}

bool TriangleStrangers::due(std::size_t port, std::size_t phase) const {
  if (phase == reports) return role_ == coordinator && port < 2;
  if (phase == orders) return role_ != coordinator && port == port_of_orders(role_);
  return port == phase;
}

void TriangleStrangers::say(std::size_t port, const NoisePosition& at, Random& random, Mood mood,
                            NoiseInputs& inputs) {
  auto& state = ports_[port];
  state.left = 0;
  const auto& link = parameters_.link(port);
  if (!due(port, at.phase)) {
    if (mood == Mood::wild && one_of(random, 16)) {
      inputs.send(port, low(static_cast<std::int64_t>(random()), link.lanes), parameters_);
    }
    return;
  }
  const auto arrives = link.setup + link.latency;
  const auto word_cycles = [&](std::int64_t bits) {
    return link.beats(bits) * link.cycles_per_bit;
  };
  const auto begins =
      at.phase == orders ? arrives + word_cycles(parameters_.load_bits) + parameters_.decision : 0;
  const auto bit = std::uint64_t{1} << port;
  inputs.valid &= ~bit;
  if (at.cycle == begins) {
    const bool wild = mood == Mood::wild;
    state.word = word(at, random, mood);
    // A wild one is late or early.
    state.first = begins + arrives + (wild && one_of(random, 8) ? between(random, -1, 1) : 0);
    state.silent = wild && one_of(random, 8);
    state.babbles = mood == Mood::calm && one_of(random, 8);
  }
  const auto cycles =
      word_cycles(at.phase == orders ? 2 * parameters_.load_bits : parameters_.load_bits);
  const auto cycle = at.cycle - state.first;
  if (cycle < 0 || state.silent || (cycle >= cycles && !state.babbles)) return;
  const auto beat = cycle % cycles / link.cycles_per_bit;
  inputs.send(port, low(static_cast<std::int64_t>(state.word >> beat * link.lanes), link.lanes),
              parameters_);
}

void TriangleStrangers::give(std::size_t port, const NoisePosition& at, Random& random, Mood mood,
                             NoiseInputs& inputs) {
  auto& state = ports_[port];
  const auto& link = parameters_.link(port);
  inputs.valid &= ~(std::uint64_t{1} << port);
  const auto tasks = owed(port, at.phase);
  if (tasks > 0) {
    if (since_ == link.setup + link.latency) state.left = sent(port, tasks, random, mood);
  } else if (state.left == 0 && one_of(random, mood == Mood::wild ? 8 : 32)) {
    // It is a status word, or as long as a task, which none is.
    const auto bits = mood == Mood::wild && one_of(random, 8) ? parameters_.task_bits : 1;
    state.left = link.beats(bits) * link.cycles_per_bit;
  }
  if (state.left == 0) return;
  --state.left;
  inputs.send(port,
              low(static_cast<std::int64_t>(tasks > 0 ? random() : random() | 1U), link.lanes),
              parameters_);
}

std::uint64_t TriangleStrangers::word(const NoisePosition& at, Random& random, Mood mood) const {
  if (at.phase == orders) return order(random, mood);
  const auto depth = parameters_.depth;
  if (mood == Mood::wild && one_of(random, 8))
    return low(static_cast<Load>(random()), parameters_.load_bits);
  if (mood == Mood::rich) return static_cast<std::uint64_t>(depth - between(random, 0, 2));
  // At times one more than there can be.
  return static_cast<std::uint64_t>(one_of(random, 16) ? depth + 1 : between(random, 0, depth));
}

std::uint64_t TriangleStrangers::order(Random& random, Mood mood) const {
  const auto depth = parameters_.depth;
  const auto bits = parameters_.load_bits;
  std::array<Load, 2> numbers = {between(random, -depth, depth), between(random, -depth, depth)};
  if (mood == Mood::wild && one_of(random, 8)) {
    numbers = {static_cast<Load>(random()), static_cast<Load>(random())};
  } else if (mood != Mood::wild || !one_of(random, 4)) {
    // All that is given or got at once, at times one more than can be.
    const bool gives = mood != Mood::rich && one_of(random, 2);
    const auto most = gives ? load_ : depth - load_;
    auto all = between(random, 0, most + (one_of(random, 8) ? 1 : 0));
    if (mood == Mood::rich) all = std::max<Load>(0, most + between(random, -1, 1));
    const auto one = one_of(random, 4) ? 0 : between(random, 0, all);
    numbers = {one, all - one};
    if (one_of(random, 2)) std::swap(numbers[0], numbers[1]);
    if (!gives) numbers = {-numbers[0], -numbers[1]};
  }
  return low(numbers[0], bits) << bits | low(numbers[1], bits);
}

Cycle TriangleStrangers::sent(std::size_t port, Load tasks, Random& random, Mood mood) const {
  const auto& link = parameters_.link(port);
  const auto of_one = link.beats(parameters_.task_bits) * link.cycles_per_bit;
  const auto draw = random() % 16;
  if (mood == Mood::rich || draw > 3) return tasks * of_one;
  if (draw == 0) return 0;
  if (draw == 1) return (tasks + 1) * of_one;
  if (draw == 2) return between(random, 0, tasks) * of_one;
  return between(random, 1, tasks * of_one);
}

Load TriangleStrangers::owed(std::size_t port, std::size_t phase) const {
  if (phase > orders) {
    if (port != phase) return 0;
    return std::max<Load>(0, (static_cast<Load>(ports_[port].word) - load_) / 2);
  }
  if (port > 1) return 0;
  if (role_ == coordinator) return owed_to_coordinator(port);
  const auto bits = parameters_.load_bits;
  const auto from_coordinator = port_of_orders(role_);
  const auto said = ports_[from_coordinator].word;
  return std::max<Load>(0, -as_signed(port == from_coordinator ? said >> bits : said, bits));
}

Load TriangleStrangers::owed_to_coordinator(std::size_t port) const {
  const TriangleLoads loads = {load_, static_cast<Load>(ports_[0].word),
                               static_cast<Load>(ports_[1].word)};
  const auto from = port == 0 ? Place::left : Place::right;
  return std::max<Load>(0, hhc_b_share(loads, from, Place::coordinator));
}

}  // namespace isobar
