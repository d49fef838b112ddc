// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "models/fabric/fabric.h"
#include "tb/mutants/noisy_surroundings.h"

namespace isobar {
namespace {

/// Another PE, as a thief of this one and as its victim.
struct Other {
  bool may_ask = true;
  std::uint64_t due = 0;   ///< transfers that this PE has promised it
  bool asked = false;      ///< by this PE
  std::uint64_t left = 0;  ///< transfers that follow its reply
};

class NoisyNetwork final : public NoisySurroundings {
 public:
  NoisyNetwork(const RtlParameters& parameters, const Fabric& fabric, Node own,
               const std::vector<WayStop>& stops)
      : fabric_(fabric),
        own_(own),
        most_(static_cast<std::uint64_t>(parameters.most_given())),
        classes_(static_cast<std::size_t>(parameters.buffer_classes())),
        others_(fabric.pes()),
        neighbours_(parameters.ports()),
        used_(parameters.ports() * classes_),
        held_(parameters.ports() * classes_),
        passing_(parameters.ports()),
        ending_(parameters.ports()) {
    for (std::size_t port = 0; port < parameters.ports(); ++port) {
      listeners_.emplace_back(NoisyLine(parameters, port));
      speakers_.emplace_back(NoisyLine(parameters, port));
    }
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      neighbours_[parameters.port(fabric.ports()[port])] = *fabric.neighbour(own, port);
    }
    for (const auto& stop : stops) {
      if (stop.at != own) continue;
      auto& ways = stop.to == own ? ending_ : passing_;
      ways[stop.port].push_back(stop);
    }
  }

  std::int64_t speak(std::size_t port, Random& random, const StealingHabits& habits,
                     Cycle now) override {
    if (!awake_) return -1;
    if (speakers_[port].is_silent()) begin(port, random, habits);
    return speakers_[port].speak(habits, now);
  }

  const NoisySpeaker& speaker(std::size_t port) const override { return speakers_[port]; }

  void hear(std::size_t port, bool valid, std::uint64_t bits) override {
    const auto heard = listeners_[port].hear(valid, bits);
    if (!heard || heard->to >= fabric_.pes() || heard->from >= fabric_.pes()) return;
    const auto to = static_cast<Node>(heard->to);
    const auto from = static_cast<Node>(heard->from);
    const auto at = neighbours_[port];
    if (to != at && from != at) {
      const auto hops = fabric_.route(from, at).size();
      if (hops <= classes_) held_[port * classes_ + hops - 1] = true;
    }
    if (from != own_ || to == own_) return;
    auto& other = others_[to];
    if (heard->kind == NoisyMessage::request) other.asked = true;
    if (heard->kind == NoisyMessage::reply) other.due = heard->contents;
    if (heard->kind == NoisyMessage::transfer && other.due > 0) --other.due;
    if (heard->kind != NoisyMessage::request) other.may_ask = other.due == 0;
  }

  std::uint64_t release(Random& random, const StealingHabits& habits) override {
    awake_ = true;
    std::uint64_t released = 0;
    for (std::size_t buffer = 0; buffer < held_.size(); ++buffer) {
      if (!held_[buffer] || !once_in(random, habits.releases)) continue;
      held_[buffer] = false;
      released |= std::uint64_t{1} << buffer;
    }
    return released;
  }

  void hear_release(std::uint64_t released) override {
    for (std::size_t buffer = 0; buffer < used_.size(); ++buffer) {
      if ((released >> buffer & 1U) != 0) used_[buffer] = false;
    }
  }

 private:
  void begin(std::size_t port, Random& random, const StealingHabits& habits) {
    if (habits.manners == Manners::rude && once_in(random, 100)) {
      speakers_[port].send(unasked(port, random));
      return;
    }
    if (auto message = for_the_pe(port, random, habits)) {
      const bool asks = message->kind == NoisyMessage::request;
      speakers_[port].send(*message, asks ? lateness(port, random, habits) : 0);
      return;
    }
    if (passing_[port].empty() || !once_in(random, habits.passes)) return;
    const auto& way = passing_[port][random() % passing_[port].size()];
    const auto buffer = port * classes_ + way.hops - 1;
    if (used_[buffer]) return;
    used_[buffer] = true;
    speakers_[port].send({random() % 3, way.to, way.from, random()});
  }

  /// By how many cycles a request ends later than other messages.
  static Cycle lateness(std::size_t port, Random& random, const StealingHabits& habits) {
    if (habits.late_port) return port == *habits.late_port ? 1 : 0;
    return static_cast<Cycle>(random() % habits.late);
  }

  /// Any message, or one for the PE as it could come if it were asked for.
  NoisyMessage unasked(std::size_t port, Random& random) const {
    const auto& ways = ending_[port];
    const auto any = random();
    if (ways.empty() || once_in(random, 2)) return {any % 4, any >> 8, any >> 16, any >> 24};
    const auto from = ways[(any >> 8) % ways.size()].from;
    return {any % 3, own_, from, (any >> 24) % (most_ + 1)};
  }

  std::optional<NoisyMessage> for_the_pe(std::size_t port, Random& random,
                                         const StealingHabits& habits) {
    const auto& ways = ending_[port];
    if (ways.empty()) return {};
    const auto from = ways[random() % ways.size()].from;
    auto& other = others_[from];
    if (other.left > 0 && once_in(random, habits.goes_on)) {
      --other.left;
      return NoisyMessage{NoisyMessage::transfer, own_, from, random()};
    }
    if (other.asked && once_in(random, habits.replies)) {
      other.asked = false;
      other.left = habits.promise(random, most_);
      return NoisyMessage{NoisyMessage::reply, own_, from, other.left};
    }
    if (other.may_ask && once_in(random, habits.asks)) {
      other.may_ask = false;
      return NoisyMessage{NoisyMessage::request, own_, from, random() % 2};
    }
    return {};
  }

  const Fabric& fabric_;
  Node own_;
  std::uint64_t most_;  ///< tasks that a PE may promise
  std::size_t classes_;
  std::vector<Other> others_;
  std::vector<Node> neighbours_;  ///< by port
  std::vector<NoisyListener> listeners_;
  std::vector<NoisySpeaker> speakers_;
  std::vector<bool> used_;  ///< by port and class, which of this PE's buffers hold a message
  std::vector<bool> held_;  ///< the same of the buffers at the far ends of its links
  /// Whether the cycle of reset is over in which this was made, and in which the PE hears nothing.
  bool awake_ = false;
  std::vector<std::vector<WayStop>> passing_;  ///< by port, those that go on there
  std::vector<std::vector<WayStop>> ending_;   ///< by port, those that end at this PE
};

}  // namespace

std::unique_ptr<NoisySurroundings> noisy_network(const RtlParameters& parameters,
                                                 const Fabric& fabric, Node own,
                                                 const std::vector<WayStop>& stops) {
  return std::make_unique<NoisyNetwork>(parameters, fabric, own, stops);
}

}  // namespace isobar
