// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/phase_noise.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "models/workloads/random.h"
#include "tb/abi/phase_part.h"
#include "tb/mutants/noise_inputs.h"
#include "tb/mutants/noise_pe.h"
#include "tb/mutants/triangle_noise.h"
#include "tb/tree_places.h"

namespace isobar {
namespace {

/// What comes in is of one kind for a spell: like a neighbour's, with wrong bits, or what none may
/// send. So long the noise lasts, and so long a spell, in cycles; and so long it is from one reset
/// to the next on the average.
struct Spells {
  Cycle all;
  Cycle one;
  Cycle reset;
};

/// A step whose phases are no fixed slots takes longer; and averaging needs several from a reset on
/// to come to each place of its queue.
Spells spells_of(RtlDesign design) {
  switch (design) {
    case RtlDesign::liquid:
      return {6000, 128, 500};
    case RtlDesign::exchange:
      return {24000, 512, 500};
    case RtlDesign::averaging:
    case RtlDesign::hhc:
      return {40000, 2000, 2000};
    case RtlDesign::stealing:
      break;
  }
  throw ModelError("a design without mutants");
}

/// Where several tasks can go or come in a cycle, what says that an output means something is still
/// one bit of the whole PE, or it is a bit or a load of each port.
enum class Said : std::uint8_t { at_once, by_bits, by_loads };

/// An output, and of a task the one that says in which cycles it means anything.
struct Output {
  const char* port;
  const char* counts = nullptr;
  Said said = Said::at_once;
};

constexpr std::array<Output, 20> outputs = {{
    {"obs_dimension_o"},
    {"obs_cycle_o"},
    {"obs_part_o"},
    {"obs_load_o"},
    {"obs_shift_o"},
    {"obs_head_o", "obs_shift_o", Said::by_loads},
    {"obs_landing_o"},
    {"obs_landed_o", "obs_landing_o", Said::by_bits},
    {"obs_transfer_start_o"},
    {"obs_transfer_end_o"},
    {"valid_o"},
    {"line_o"},
    {"sink_tready_o"},
    {"source_tvalid_o"},
    {"source_tdata_o", "source_tvalid_o"},
    {"transfer_cycles_o"},
    {"word_cycles_o"},
    {"setup_cycles_o"},
    {"error_o"},
    {"obs_ends_o"},  // not of Liquid
}};

/// How many outputs a PE has.
std::size_t outputs_of(RtlDesign design) {
  return outputs.size() - (design == RtlDesign::liquid ? 1 : 0);
}

/// Places in a spanning tree: alone, below another PE, above one, between some. Those at the ports
/// that a PE does not have are not there.
constexpr std::array<RtlTreePlace, noise_places> places = {
    {{0, 0, 1}, {1, 0, 0}, {0, 1, 3}, {2, 13, 2}, {4, 2, 1}}};

/// A PE of the netlist behind its ports.
class Pe : public NoisePe {
 public:
  /// `place`: by its number, of a PE whose phases are no fixed slots; `role`: in a triangle.
  Pe(const RtlParameters& parameters, const VerilatedLibrary& library, std::uint64_t mutant,
     std::size_t place, Node role)
      : NoisePe(library, mutant),
        places_(parameters.ports_at_once()),
        task_bits_(static_cast<unsigned>(parameters.task_bits)),
        load_bits_(static_cast<unsigned>(parameters.load_bits)) {
    for (std::size_t i = 0; i < outputs_of(parameters.design); ++i) {
      const auto& output = outputs[i];
      outputs_.push_back(port(output.port));
      counts_.push_back(port(output.counts == nullptr ? output.port : output.counts));
    }
    if (parameters.design == RtlDesign::liquid) return;
    const auto ports = (std::uint64_t{1} << parameters.ports()) - 1;
    port("parent_i").set(places[place].parent & ports);
    port("children_i").set(places[place].children & ports);
    port("wait_i").set(static_cast<std::uint64_t>(places[place].wait));
    if (parameters.design == RtlDesign::hhc) port("role_i").set(role);
  }

  /// Whether an output says the same as that of another PE, where it means anything.
  bool has_same(std::size_t output, const Pe& other) const {
    const bool equal = outputs_[output].equals(other.outputs_[output]);
    if (outputs[output].counts == nullptr) return equal;
    if (places_ > 1 && outputs[output].said != Said::at_once) return has_same_tasks(output, other);
    const bool means = counts_[output].value() != 0;
    return means == (other.counts_[output].value() != 0) && (!means || equal);
  }
  NoisePosition position() const {
    return {ring(), part(), static_cast<Cycle>(cycle()), static_cast<Load>(load())};
  }
  std::uint64_t load() const { return load_.value(); }
  PhasePart part() const { return static_cast<PhasePart>(part_.value()); }
  std::size_t ring() const { return dimension_.value(); }
  std::uint64_t cycle() const { return cycle_.value(); }

 private:
  /// The same where several tasks can go or come in a cycle.
  bool has_same_tasks(std::size_t output, const Pe& other) const {
    const unsigned bits = outputs[output].said == Said::by_loads ? load_bits_ : 1;
    for (std::size_t place = 0; place < places_; ++place) {
      const auto means = [&](const Pe& pe) {
        return pe.counts_[output].read(place * bits, bits) != 0;
      };
      const auto task = [&](const Pe& pe) {
        return pe.outputs_[output].read(place * task_bits_, task_bits_);
      };
      if (means(*this) != means(other)) return false;
      if (means(*this) && task(*this) != task(other)) return false;
    }
    return true;
  }

  std::size_t places_;  ///< where tasks can go or come in one cycle
  unsigned task_bits_;
  unsigned load_bits_;
  RtlPort part_ = port("obs_part_o");
  RtlPort dimension_ = port("obs_dimension_o");
  RtlPort cycle_ = port("obs_cycle_o");
  RtlPort load_ = port("obs_load_o");
  std::vector<RtlPort> outputs_;
  std::vector<RtlPort> counts_;
};

/// Neighbours that send what none may: words of one of them or both that say one more than there is
/// room for, the successor's of which keep the PE from a shift, and a task in each slot all the
/// same. So the queue is full, and more comes.
class Stuffer {
 public:
  explicit Stuffer(const RtlParameters& parameters) : parameters_(parameters) {}

  /// `who`: 1 the successor's words, 2 the predecessor's, 3 both.
  void stuff(unsigned who, std::size_t ring, std::uint64_t cycle, std::uint64_t bits,
             NoiseInputs& inputs) const {
    const auto& link = parameters_.rings[ring].link;
    const auto condition = parameters_.condition;
    const bool hears = hears_predecessor(condition) || hears_successor(condition);
    const auto at = static_cast<Cycle>(cycle);
    const auto word = link.beats(parameters_.load_bits) * link.cycles_per_bit;
    const auto decision = hears ? link.setup + word + link.latency : 0;
    const auto first_word = link.latency + link.setup;
    const auto first_task = decision + 1 + first_word;
    const auto task = link.beats(parameters_.task_bits) * link.cycles_per_bit;
    const std::size_t successor = 2 * ring;
    const auto predecessor = parameters_.rings[ring].radix == 2 ? successor : successor + 1;
    const auto lane_mask = (std::uint64_t{1} << link.lanes) - 1;
    if (hears && at >= first_word && at < decision) {
      const auto beat = (at - first_word) / link.cycles_per_bit;
      const auto says = static_cast<std::uint64_t>(parameters_.depth + 1) >> (beat * link.lanes);
      if ((who & 1U) != 0) inputs.send(successor, says & lane_mask, parameters_);
      if ((who & 2U) != 0) inputs.send(predecessor, says & lane_mask, parameters_);
    } else if (at >= first_task && at < first_task + task) {
      inputs.send(predecessor, bits & lane_mask, parameters_);
    }
  }

 private:
  const RtlParameters& parameters_;
};

/// A neighbour of a PE whose phases are no fixed slots, with another load than the PE's own: each
/// word says any number up to one more than there is room for, and well-formed messages of a task
/// or a bit come whether or not any is due. In averaging most give what they owe by their words, at
/// the right time, some of it or more.
class Stranger {
 public:
  explicit Stranger(const RtlParameters& parameters)
      : parameters_(parameters), ports_(parameters.ports()) {}

  /// Sets what comes from it in this cycle.
  void speak(const Pe& pe, Random& random, Mood mood, NoiseInputs& inputs) {
    const bool wild = mood == Mood::wild;
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      const auto& link = parameters_.link(port);
      const auto lanes = static_cast<unsigned>(link.lanes);
      const auto mask = (std::uint64_t{1} << lanes) - 1;
      const auto bit = std::uint64_t{1} << port;
      auto& state = ports_[port];
      if (pe.part() == PhasePart::words) {
        state.left = 0;
        since_ = 0;
        if (pe.cycle() == 0) state.babbles = !wild && random() % 8 == 0;
        if (state.babbles) inputs.valid |= bit;
        if ((inputs.valid & bit) == 0) {
          state.heard = 0;
          continue;
        }
        if (state.heard == 0) {
          state.silent = wild && random() % 8 == 0;
          state.word = word(random, mood);
        }
        const auto beat = static_cast<unsigned>(state.heard++ / link.cycles_per_bit);
        inputs.send(port, beat * lanes < 64 ? state.word >> beat * lanes & mask : 0, parameters_);
        if (state.silent) inputs.valid &= ~bit;
      } else if (pe.part() == PhasePart::transfer) {
        state.heard = 0;
        inputs.valid &= ~bit;
        const bool owes = parameters_.design == RtlDesign::averaging && since_ == first(port);
        if (owes && (mood == Mood::rich || random() % 8 != 0)) {
          state.left =
              given(pe, port, random) * link.beats(parameters_.task_bits) * link.cycles_per_bit;
        } else if (owes && !wild) {
          state.left = static_cast<Cycle>(random() % 2);  // silence, or part of a bit
        } else if (state.left == 0 && random() % 4 == 0 && (wild || since_ > first(port))) {
          const auto bits = !wild || random() % 4 == 0 ? 1 : parameters_.task_bits;
          state.left = link.beats(bits) * link.cycles_per_bit;
        }
        if (state.left == 0) continue;
        --state.left;
        inputs.send(port, random() & mask, parameters_);
      }
    }
    if (pe.part() == PhasePart::transfer) ++since_;
  }

 private:
  std::uint64_t word(Random& random, Mood mood) const {
    const auto depth = static_cast<std::uint64_t>(parameters_.depth);
    if (mood == Mood::rich) return depth + 1 - random() % 3;
    return random() % (depth + (mood == Mood::calm ? 1 : 2));
  }
  /// In which cycle of the transfers the first bit of tasks comes.
  Cycle first(std::size_t port) const {
    return parameters_.link(port).setup + parameters_.link(port).latency;
  }
  /// The tasks that come by a port: of averaging's portion all, at times fewer or one more.
  Cycle given(const Pe& pe, std::size_t port, Random& random) const {
    const auto parts = static_cast<Load>(ports_.size() + 1);
    const auto more = static_cast<Load>(ports_[port].word) - static_cast<Load>(pe.load());
    if (more <= 0) return 0;
    // What goes to a successor is rounded up.
    const auto due = port % 2 == 1 ? (more + parts - 1) / parts : more / parts;
    const auto draw = random() % 8;
    if (draw == 0) return due + 1;
    if (draw == 1) return static_cast<Cycle>(random() % static_cast<std::uint64_t>(due + 1));
    return due;
  }

  struct Port {
    Cycle heard = 0;  ///< cycles of a word so far
    std::uint64_t word = 0;
    bool silent = false;
    bool babbles = false;  ///< sends as long as words may come
    Cycle left = 0;        ///< cycles of a message that are to come
  };

  const RtlParameters& parameters_;
  std::vector<Port> ports_;
  Cycle since_ = 0;  ///< cycles of the transfers so far
};

/// What a PE sends, by ports, as it comes back to it in a ring of one.
class Echo {
 public:
  explicit Echo(const RtlParameters& parameters) : parameters_(parameters) {
    for (std::size_t port = 0; port < parameters.ports(); ++port) {
      latest_ = std::max(latest_, parameters.link(port).latency);
    }
  }

  void put(std::uint64_t valid, std::uint64_t line) {
    sent_.push_front({valid, line});
    if (sent_.size() > static_cast<std::size_t>(latest_)) sent_.pop_back();
  }
  /// Valid and line that come in by all ports.
  std::pair<std::uint64_t, std::uint64_t> come() const {
    const auto lanes = static_cast<unsigned>(parameters_.max_lanes());
    const auto lane_mask = (std::uint64_t{1} << lanes) - 1;
    std::uint64_t valid = 0;
    std::uint64_t line = 0;
    for (std::size_t port = 0; port < parameters_.ports(); ++port) {
      const auto age = static_cast<std::size_t>(parameters_.link(port).latency);
      if (age > sent_.size()) continue;
      const auto ring = parameters_.ring_of(port);
      const bool pair = parameters_.rings[ring].radix == 2;
      if (pair && port != parameters_.first_port(ring)) continue;
      const auto from = pair ? port : port ^ 1U;
      const auto& [was_valid, was_line] = sent_[age - 1];
      valid |= ((was_valid >> from) & 1U) << port;
      line |= ((was_line >> (from * lanes)) & lane_mask) << (port * lanes);
    }
    return {valid, line};
  }

 private:
  const RtlParameters& parameters_;
  Cycle latest_ = 0;
  std::deque<std::pair<std::uint64_t, std::uint64_t>> sent_;  ///< the newest first
};

}  // namespace

std::string difference_in_noise(const RtlParameters& parameters, const VerilatedLibrary& library,
                                std::uint64_t mutant, std::uint64_t seed) {
  if (parameters.ports() * static_cast<std::size_t>(parameters.max_lanes()) > 64 ||
      parameters.task_bits > 64) {
    throw ModelError("noise is for PEs with few lanes and short tasks");
  }
  const auto line_mask =
      low_bits(parameters.ports() * static_cast<std::size_t>(parameters.max_lanes()));
  const auto task_mask = low_bits(static_cast<std::size_t>(parameters.task_bits));
  auto random = random_stream(seed, "noise of mutants");
  const auto one_of = [&random](std::uint64_t number) { return random() % number == 0; };
  const auto place = static_cast<std::size_t>(seed) % places.size();
  const auto role = static_cast<Node>(seed % 3);
  Pe usual(parameters, library, 0, place, role);
  Pe mutated(parameters, library, mutant, place, role);
  Echo echo(parameters);
  const Stuffer stuffer(parameters);
  Stranger stranger(parameters);
  TriangleStrangers triangle(parameters, role);
  const auto [cycles, spell, between_resets] = spells_of(parameters.design);
  const bool has_slots = parameters.design == RtlDesign::liquid;
  const bool in_triangle = parameters.design == RtlDesign::hhc;
  // Several tasks can be on their way to a PE at once.
  const bool at_once = parameters.serves_ports_at_once();
  Cycle reset = 2;  // cycles of it that are left
  bool runs = one_of(2);
  for (Cycle now = 0; now < cycles; ++now) {
    if (reset > 0) --reset;
    // What is said of errors is said until a reset.
    if (now % spell == 0 || one_of(static_cast<std::uint64_t>(between_resets))) {
      reset = 1 + static_cast<Cycle>(random() % 2);
    }
    if (one_of(runs ? 200 : 20)) runs = !runs;
    NoiseInputs inputs{};
    inputs.reset = reset > 0;
    inputs.runs = runs;
    std::tie(inputs.valid, inputs.line) = echo.come();
    const auto kind = now / spell % (at_once ? 5 : 4);
    const auto mood = kind == 4 ? Mood::rich : at_once && kind == 1 ? Mood::calm : Mood::wild;
    const bool rich = mood == Mood::rich;
    // A PE whose phases are no fixed slots serves its streams between steps only.
    const Cycle filling = rich ? 128 : in_triangle && mood == Mood::calm ? 24 : 0;
    const bool waits = now % spell < filling || (!has_slots && kind == 2 && now / 64 % 2 == 0);
    if (waits) inputs.runs = runs = false;
    if (in_triangle && kind != 0) {
      triangle.speak(usual.position(), random, mood, inputs);
    } else if (!has_slots && kind != 0) {
      stranger.speak(usual, random, mood, inputs);
    }
    if (has_slots && kind == 1) {
      const auto who = static_cast<unsigned>(1 + now / spell / 4 % 3);
      stuffer.stuff(who, usual.ring(), usual.cycle(), random(), inputs);
    }
    if (kind == 3) {
      if (usual.part() == PhasePart::landing && one_of(3))
        inputs.valid |= low_bits(parameters.ports());
      if (one_of(24)) inputs.valid ^= std::uint64_t{1} << random() % parameters.ports();
      if (one_of(24)) inputs.line ^= random() & line_mask;
    }
    // Spells in which the queue fills and spells in which it runs dry.
    const bool fills = now / 300 % 2 == 0 || waits || rich;
    inputs.offers = one_of(fills ? 4 : 40);
    inputs.task = random() & task_mask;
    inputs.asks = !rich && one_of(fills ? 30 : 3);
    inputs.takes = !one_of(3);
    usual.eval(inputs);
    mutated.eval(inputs);
    for (std::size_t i = 0; i < outputs_of(parameters.design); ++i) {
      if (!usual.has_same(i, mutated)) return outputs[i].port;
    }
    echo.put(usual.valid(), usual.line());
    usual.clock();
    mutated.clock();
  }
  return "";
}

}  // namespace isobar
