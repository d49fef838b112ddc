// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/stealing_noise.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/errors.h"
#include "tb/mutants/noise_pe.h"
#include "tb/mutants/noisy_surroundings.h"
#include "tb/mutants/stealing_habits.h"

namespace isobar {
namespace {

constexpr Cycle all_cycles = 24'000;
constexpr Cycle cycles_of_spell = 800;

/// The outputs that are compared, in this order. The last one counts where there is a task.
std::vector<const char*> compared(const RtlParameters& parameters) {
  std::vector<const char*> outputs = {"obs_load_o",    "valid_o",         "line_o",
                                      "sink_tready_o", "source_tvalid_o", "transfer_cycles_o",
                                      "word_cycles_o", "setup_cycles_o",  "error_o"};
  if (!parameters.asks_neighbours()) outputs.push_back("release_o");
  outputs.push_back("source_tdata_o");
  return outputs;
}

class StealingPe : public NoisePe {
 public:
  StealingPe(const RtlParameters& parameters, const VerilatedLibrary& library, std::uint64_t mutant,
             Node own, std::uint64_t seed)
      : NoisePe(library, mutant, static_cast<std::uint32_t>(seed)), names_(compared(parameters)) {
    for (const auto* name : names_) {
      const auto output = port(name);
      outputs_.push_back(output);
      first_words_.push_back(words_);
      words_ += (output.bytes() + 7) / 8;
    }
    port("own_i").set(own);
    if (!parameters.asks_neighbours()) {
      port("seed_i").set(seed);
      release_in_ = port("release_i");
      release_ = port("release_o");
      return;
    }
    auto there = port("there_i");
    const auto bits = static_cast<unsigned>(parameters.address_bits);
    for (std::size_t at = 0; at < parameters.ports(); ++at) there.write(at * bits, bits, at + 1);
  }

  void eval(const StealingNoiseInputs& inputs) {
    if (release_in_) release_in_->set(inputs.release);
    works_.set(inputs.works ? 1 : 0);
    NoisePe::eval(inputs);
  }

  std::uint64_t error() const { return error_.value(); }
  std::uint64_t release() const { return release_ ? release_->value() : 0; }

  /// What all outputs say, in words.
  void read(std::vector<std::uint64_t>& said) const {
    said.assign(words_, 0);
    const auto counted = outputs_.size() - (holds_.value() != 0 ? 0 : 1);
    for (std::size_t i = 0; i < counted; ++i) outputs_[i].read_all(&said[first_words_[i]]);
  }
  /// The output that a word of read() belongs to.
  const char* output_of(std::size_t word) const {
    const auto behind = std::upper_bound(first_words_.begin(), first_words_.end(), word);
    return names_[static_cast<std::size_t>(behind - first_words_.begin()) - 1];
  }

 private:
  std::vector<const char*> names_;
  std::vector<RtlPort> outputs_;
  std::vector<std::size_t> first_words_;  ///< of the outputs
  std::size_t words_ = 0;                 ///< of all of them
  RtlPort works_ = port("works_i");
  RtlPort error_ = port("error_o");
  RtlPort holds_ = port("source_tvalid_o");
  std::optional<RtlPort> release_in_;
  std::optional<RtlPort> release_;
};

}  // namespace

StealingNoise::StealingNoise(const RtlParameters& parameters, const Fabric& fabric,
                             const VerilatedLibrary& library, std::uint64_t seed)
    : parameters_(parameters),
      library_(library),
      own_(parameters.asks_neighbours() ? 0 : static_cast<Node>(seed % fabric.pes())),
      seed_(seed) {
  auto random = random_stream(seed, "noise of stealing");
  const bool routed = !parameters.asks_neighbours();
  StealingPe pe(parameters, library, 0, own_, seed);
  const auto ports = parameters.ports();
  const auto most_lanes = static_cast<unsigned>(parameters.max_lanes());
  const auto lane_mask = low_bits(most_lanes);
  const auto task_mask =
      low_bits(static_cast<std::size_t>(std::min<std::int64_t>(64, parameters.task_bits)));
  const auto stops = routed ? way_stops(fabric, parameters) : std::vector<WayStop>();
  std::unique_ptr<NoisySurroundings> around;
  bool works = false;
  bool runs = false;
  Cycle bursts_until = 0;
  StealingHabits habits;
  for (Cycle now = 0; now < all_cycles; ++now) {
    const auto spell = now / cycles_of_spell;
    const bool begins = now % cycles_of_spell == 0;
    if (begins) {
      const auto manners = spell % 4 < 2    ? Manners::calm
                           : spell % 4 == 2 ? Manners::rude
                                            : Manners::garbled;
      habits = StealingHabits::draw(random, manners, routed);
    }
    // Calm ones may go on after what came before, so that places in the queue are used again.
    const bool goes_on = spell % 4 == 1;
    const bool resets =
        (begins && !goes_on) || now == 1 || (habits.resets != 0 && once_in(random, habits.resets));
    if (resets) {
      around =
          routed ? noisy_network(parameters, fabric, own_, stops) : noisy_neighbours(parameters);
      runs = once_in(random, 2);
    }
    if (!runs) {
      runs = once_in(random, habits.resumes);
    } else if (habits.stops != 0 && once_in(random, habits.stops)) {
      runs = false;
    }
    StealingNoiseInputs inputs{};
    for (std::size_t port = 0; port < ports; ++port) {
      const auto said = around->speak(port, random, habits, now);
      if (said < 0) continue;
      const auto& its = around->speaker(port);
      const bool ends = habits.bursts_on_tasks ? its.ends_transfer() : its.ends();
      if (ends && once_in(random, habits.bursts)) bursts_until = now + habits.burst;
      inputs.valid |= std::uint64_t{1} << port;
      inputs.line |= static_cast<std::uint64_t>(said) << port * most_lanes;
    }
    inputs.release = around->release(random, habits);
    if (habits.manners == Manners::garbled) {
      if (once_in(random, 100)) inputs.valid ^= std::uint64_t{1} << random() % ports;
      if (once_in(random, 50)) inputs.line ^= std::uint64_t{1} << random() % (ports * most_lanes);
    }
    if (once_in(random, habits.works)) works = !works;
    inputs.reset = resets;
    inputs.runs = runs;
    inputs.works = works;
    inputs.offers = now < bursts_until || once_in(random, habits.offers);
    inputs.task = random() & task_mask;
    inputs.asks = once_in(random, habits.fetches);
    inputs.takes = habits.takes == 0 || !once_in(random, habits.takes);
    inputs_.push_back(inputs);
    pe.eval(inputs);
    pe.read(outputs_.emplace_back());
    if (routed && habits.manners == Manners::calm && !resets && pe.error() != 0) {
      throw ModelError("noise: calm neighbours make a PE say an error");
    }
    for (std::size_t port = 0; port < ports; ++port) {
      around->hear(port, (pe.valid() >> port & 1U) != 0,
                   pe.line() >> port * most_lanes & lane_mask);
    }
    around->hear_release(pe.release());
    pe.clock();
  }
}

std::string StealingNoise::difference(std::uint64_t mutant) const {
  StealingPe pe(parameters_, library_, mutant, own_, seed_);
  std::vector<std::uint64_t> said;
  for (std::size_t now = 0; now < inputs_.size(); ++now) {
    pe.eval(inputs_[now]);
    pe.read(said);
    // Before its first clock it is as it woke up, reset or not.
    if (now > 0 && said != outputs_[now]) {
      const auto differs = std::mismatch(said.begin(), said.end(), outputs_[now].begin()).first;
      return pe.output_of(static_cast<std::size_t>(differs - said.begin()));
    }
    pe.clock();
  }
  return "";
}

}  // namespace isobar
