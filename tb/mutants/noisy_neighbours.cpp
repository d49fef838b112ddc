// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "tb/mutants/noisy_surroundings.h"

namespace isobar {
namespace {

/// Who is at a port of the PE.
class NoisyNeighbour {
 public:
  NoisyNeighbour(const RtlParameters& parameters, std::size_t port)
      : address_bits_(parameters.address_bits),
        most_(static_cast<std::uint64_t>(parameters.most_given())),
        listener_(NoisyLine(parameters, port)),
        speaker_(NoisyLine(parameters, port)) {}

  void hear(bool valid, std::uint64_t bits) {
    silent_ = valid ? 0 : silent_ + 1;
    const auto heard = listener_.hear(valid, bits);
    if (!heard) return;
    if (heard->kind == NoisyMessage::request) asked_ = true;
    if (heard->kind == NoisyMessage::reply) answered_ = true;
  }

  std::int64_t speak(Random& random, const StealingHabits& habits, Cycle now) {
    if (speaker_.is_silent()) begin(random, habits);
    return speaker_.speak(habits, now);
  }

  const NoisySpeaker& speaker() const { return speaker_; }

 private:
  void begin(Random& random, const StealingHabits& habits) {
    const bool rude = habits.manners == Manners::rude;
    if (rude && once_in(random, 200)) {
      return speaker_.send(addressed(random, NoisyMessage::no_kind, 0));
    }
    if ((left_ > 0 && once_in(random, habits.goes_on)) || (rude && once_in(random, 400))) {
      left_ -= left_ > 0 ? 1 : 0;
      auto message = addressed(random, NoisyMessage::transfer, 0);
      message.contents = random();
      return speaker_.send(message);
    }
    const bool replies = asked_ && once_in(random, habits.replies);
    if (replies || (rude && once_in(random, 300))) {
      asked_ = false;
      left_ = habits.promise(random, most_);
      return speaker_.send(addressed(random, NoisyMessage::reply, left_));
    }
    // Who has asked asks again when it has got what it was promised, after which the line is still.
    if (answered_ && silent_ > habits.still) may_ask_ = true;
    if ((may_ask_ && once_in(random, habits.asks)) || (rude && once_in(random, 150))) {
      may_ask_ = answered_ = false;
      const auto works = random() % 2;
      const auto message = addressed(random, NoisyMessage::request, works);
      speaker_.send(message, static_cast<Cycle>(random() % habits.late));
    }
  }

  /// The PE does not look at addresses.
  NoisyMessage addressed(Random& random, std::size_t kind, std::uint64_t contents) const {
    const auto any = random();
    return {kind, any, any >> address_bits_, contents};
  }

  std::int64_t address_bits_;
  std::uint64_t most_;  ///< tasks that a PE may promise
  NoisyListener listener_;
  NoisySpeaker speaker_;
  Cycle silent_ = 0;    ///< how long the PE has said nothing to it
  bool asked_ = false;  ///< by the PE
  bool may_ask_ = true;
  bool answered_ = false;
  std::uint64_t left_ = 0;  ///< transfers that follow its reply
};

class NoisyNeighbours final : public NoisySurroundings {
 public:
  explicit NoisyNeighbours(const RtlParameters& parameters) {
    for (std::size_t port = 0; port < parameters.ports(); ++port) {
      all_.emplace_back(parameters, port);
    }
  }

  std::int64_t speak(std::size_t port, Random& random, const StealingHabits& habits,
                     Cycle now) override {
    return all_[port].speak(random, habits, now);
  }
  const NoisySpeaker& speaker(std::size_t port) const override { return all_[port].speaker(); }
  void hear(std::size_t port, bool valid, std::uint64_t bits) override {
    all_[port].hear(valid, bits);
  }

 private:
  std::vector<NoisyNeighbour> all_;
};

}  // namespace

std::unique_ptr<NoisySurroundings> noisy_neighbours(const RtlParameters& parameters) {
  return std::make_unique<NoisyNeighbours>(parameters);
}

}  // namespace isobar
