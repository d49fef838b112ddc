// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/stealing_noise.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/errors.h"
#include "tb/mutants/noisy_surroundings.h"
#include "tb/mutants/stealing_habits.h"

namespace isobar {
namespace {

constexpr Cycle all_cycles = 24'000;
constexpr Cycle cycles_of_spell = 800;

/// The outputs that are compared, in this order; the last one where there is a task.
std::vector<const char*> compared(const RtlParameters& parameters) {
  std::vector<const char*> outputs = {"obs_load_o",    "valid_o",         "line_o",
                                      "sink_tready_o", "source_tvalid_o", "transfer_cycles_o",
                                      "word_cycles_o", "setup_cycles_o",  "error_o"};
  if (!parameters.asks_neighbours()) outputs.push_back("release_o");
  outputs.push_back("source_tdata_o");
  return outputs;
}

/// A PE of the netlist behind its ports.
class NoisyPe {
 public:
  NoisyPe(const RtlParameters& parameters, const VerilatedLibrary& library, std::uint64_t mutant,
          Node own, std::uint64_t seed)
      : module_(library.instantiate(1)),
        task_bits_(static_cast<unsigned>(std::min<std::int64_t>(64, parameters.task_bits))) {
    module_.port("mutant_i").set(mutant);
    for (const auto* output : compared(parameters)) outputs_.push_back(module_.port(output));
    module_.port("own_i").set(own);
    if (!parameters.asks_neighbours()) {
      module_.port("seed_i").set(seed);
      release_in_ = module_.port("release_i");
      release_ = module_.port("release_o");
      return;
    }
    auto there = module_.port("there_i");
    const auto bits = static_cast<unsigned>(parameters.address_bits);
    for (std::size_t port = 0; port < parameters.ports(); ++port) {
      there.write(port * bits, bits, port + 1);
    }
  }

  void eval(const NoisyInputs& inputs) {
    reset_.set(inputs.resets ? 0 : 1);
    run_.set(inputs.runs ? 1 : 0);
    valid_in_.set(inputs.valid);
    line_in_.set(inputs.line);
    if (release_in_) release_in_->set(inputs.release);
    works_.set(inputs.works ? 1 : 0);
    offers_.set(inputs.offers ? 1 : 0);
    offered_.write(0, task_bits_, inputs.task);
    asks_.set(inputs.asks ? 1 : 0);
    takes_.set(inputs.takes ? 1 : 0);
    clock_.set(0);
    module_.eval();
  }
  void clock() {
    clock_.set(1);
    module_.eval();
  }
  std::uint64_t valid() const { return valid_.value(); }
  std::uint64_t line() const { return line_.value(); }
  std::uint64_t error() const { return error_.value(); }
  std::uint64_t release() const { return release_ ? release_->value() : 0; }

  static std::size_t words(const RtlPort& port) { return (port.bytes() + 7) / 8; }
  /// Appends what all outputs are.
  void keep(std::vector<std::uint64_t>& words_of_all) const {
    for (const auto& output : outputs_) {
      words_of_all.resize(words_of_all.size() + words(output));
      output.read_all(&words_of_all[words_of_all.size() - words(output)]);
    }
  }
  /// The number of the first output that is not what was kept, and the number of outputs if none
  /// is. `kept` goes on behind them.
  std::size_t differs(const std::uint64_t*& kept) {
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const auto width = words(outputs_[i]);
      now_.resize(width);
      outputs_[i].read_all(now_.data());
      const bool counts = i + 1 < outputs_.size() || holds_.value() != 0;
      if (counts && !std::equal(now_.begin(), now_.end(), kept)) return i;
      kept += width;
    }
    return outputs_.size();
  }

 private:
  VerilatedModule module_;
  unsigned task_bits_;
  std::vector<RtlPort> outputs_;
  std::vector<std::uint64_t> now_;
  RtlPort clock_ = module_.port("clk_i");
  RtlPort reset_ = module_.port("rst_ni");
  RtlPort run_ = module_.port("run_i");
  RtlPort valid_in_ = module_.port("valid_i");
  RtlPort line_in_ = module_.port("line_i");
  RtlPort valid_ = module_.port("valid_o");
  RtlPort line_ = module_.port("line_o");
  RtlPort error_ = module_.port("error_o");
  std::optional<RtlPort> release_in_;
  std::optional<RtlPort> release_;
  RtlPort works_ = module_.port("works_i");
  RtlPort offers_ = module_.port("sink_tvalid_i");
  RtlPort offered_ = module_.port("sink_tdata_i");
  RtlPort asks_ = module_.port("fetch_i");
  RtlPort takes_ = module_.port("source_tready_i");
  RtlPort holds_ = module_.port("source_tvalid_o");
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
  NoisyPe pe(parameters, library, 0, own_, seed);
  const auto ports = parameters.ports();
  const auto most_lanes = static_cast<unsigned>(parameters.max_lanes());
  const auto lane_mask = (std::uint64_t{1} << most_lanes) - 1;
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
      around = routed ? noisy_network(parameters, fabric, own_) : noisy_neighbours(parameters);
      runs = once_in(random, 2);
    }
    if (!runs) {
      runs = once_in(random, 10);
    } else if (habits.manners == Manners::garbled && once_in(random, 200)) {
      runs = false;
    }
    NoisyInputs inputs{};
    for (std::size_t port = 0; port < ports; ++port) {
      const auto said = around->speak(port, random, habits, now);
      if (said < 0) continue;
      const auto& its = around->speaker(port);
      const bool ends = habits.bursts_on_tasks ? its.ends_transfer() : its.ends();
      if (ends && once_in(random, 2)) bursts_until = now + habits.burst;
      inputs.valid |= std::uint64_t{1} << port;
      inputs.line |= static_cast<std::uint64_t>(said) << port * most_lanes;
    }
    inputs.release = around->release(random, habits);
    if (habits.manners == Manners::garbled) {
      if (once_in(random, 100)) inputs.valid ^= std::uint64_t{1} << random() % ports;
      if (once_in(random, 50)) inputs.line ^= std::uint64_t{1} << random() % (ports * most_lanes);
    }
    if (once_in(random, habits.works)) works = !works;
    inputs.resets = resets;
    inputs.runs = runs;
    inputs.works = works;
    inputs.offers = now < bursts_until || once_in(random, habits.offers);
    inputs.task = random();
    inputs.asks = once_in(random, habits.fetches);
    inputs.takes = habits.takes == 0 || !once_in(random, habits.takes);
    inputs_.push_back(inputs);
    pe.eval(inputs);
    pe.keep(outputs_);
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
  NoisyPe pe(parameters_, library_, mutant, own_, seed_);
  const auto names = compared(parameters_);
  const auto* kept = outputs_.data();
  for (const auto& inputs : inputs_) {
    pe.eval(inputs);
    if (const auto output = pe.differs(kept); output < names.size()) return names[output];
    pe.clock();
  }
  return "";
}

}  // namespace isobar
