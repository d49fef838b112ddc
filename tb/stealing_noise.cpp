// SPDX-License-Identifier: Apache-2.0
#include "tb/stealing_noise.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <vector>

#include "models/workloads/random.h"

namespace isobar {
namespace {

constexpr Cycle all_cycles = 24'000;
constexpr Cycle cycles_of_spell = 800;

/// How neighbours are for a spell.
enum class Manners : std::uint8_t {
  calm,    ///< they send what they may
  rude,    ///< they reply unasked, ask twice, promise too much, and send messages of no kind
  garbled  ///< some of their bits are wrong
};

bool once_in(Random& random, std::uint64_t times) { return random() % times == 0; }

/// How neighbours and executors behave for a spell. A number N that has no other unit says that
/// they do in one cycle of N what they may do. Spells differ, because some mutants show only where
/// much comes at once, or nothing for long.
struct Habits {
  Manners manners = Manners::calm;
  std::uint64_t asks = 60;     ///< a neighbour asks
  std::uint64_t replies = 20;  ///< it replies
  std::uint64_t goes_on = 1;   ///< it sends the next of the tasks that it has promised
  Cycle still = 150;           ///< for how many cycles the line is silent before it asks again
  std::uint64_t promises = 1;  ///< 0: it promises nothing, 1: any number, 2: the highest
  Cycle together = 1;  ///< its messages end in multiples of this, and so those of several at once
  std::uint64_t late = 1;        ///< but requests less than this many cycles later
  std::uint64_t offers = 3;      ///< an executor offers a task
  Cycle burst = 0;               ///< for how long it offers in every cycle, from a message's end on
  bool bursts_on_tasks = false;  ///< only from that of a transfer on
  std::uint64_t fetches = 12;    ///< it asks for a task
  std::uint64_t takes = 3;       ///< it does not take the task that it has got; 0: it always does
  std::uint64_t works = 30;      ///< it begins to work, or ends
  std::uint64_t resets = 0;      ///< all are reset; 0: never

  static Habits draw(Random& random, Manners manners) {
    const auto one_of = [&](std::initializer_list<std::uint64_t> of) {
      return of.begin()[random() % of.size()];
    };
    Habits h;
    h.manners = manners;
    h.asks = one_of({1, 60});
    h.replies = one_of({1, 20, 200});
    h.goes_on = one_of({1, 1, 100});
    h.still = static_cast<Cycle>(one_of({0, 150}));
    h.promises = one_of({0, 1, 1, 2});
    h.together = static_cast<Cycle>(one_of({1, 1, 16}));
    h.offers = one_of({1, 2, 3, 40, 300});
    h.burst = static_cast<Cycle>(one_of({0, 0, 4, 16}));
    if (h.burst > 0) h.offers = 300;
    h.fetches = one_of({1, 2, 3, 12, 100});
    h.takes = one_of({0, 3});
    h.works = one_of({2, 30});
    if (once_in(random, 4)) {  // what the PE asks for it does not get, and so it waits
      h.promises = 0;
      h.replies = 1;
      h.offers = 40;
      h.fetches = one_of({1, 3});
    }
    // A task that has come is asked for by several while the executor keeps it from being written.
    if (manners == Manners::calm && once_in(random, 4)) {
      h = Habits();
      h.asks = h.replies = h.fetches = 1;
      h.still = 0;
      h.together = 16;
      h.late = 4;
      h.offers = 300;
      h.burst = 16;
      h.bursts_on_tasks = true;
      h.takes = 0;
      h.works = 2;
    }
    h.resets = manners == Manners::calm ? 0 : one_of({100, 400});
    return h;
  }
};

/// Kinds of messages.
constexpr std::size_t request = 0;
constexpr std::size_t reply = 1;
constexpr std::size_t transfer = 2;
constexpr std::size_t no_kind = 3;

/// The link of a port, and how long messages are on it.
struct NoisyLine {
  NoisyLine(const RtlParameters& parameters, std::size_t port)
      : lanes(static_cast<std::size_t>(parameters.link(port).lanes)),
        cycles(parameters.link(port).cycles_per_bit) {
    const auto bits = parameters.message_bits();
    // The PE expects a message of no kind to be as long as a request.
    for (std::size_t kind = 0; kind < beats.size(); ++kind) {
      const auto its = static_cast<std::size_t>(bits[kind == no_kind ? request : kind]);
      beats[kind] = (its + lanes - 1) / lanes;
    }
  }

  std::size_t lanes;
  Cycle cycles;
  std::array<std::size_t, 4> beats{};  ///< by kind
};

/// Finds the kinds of messages on a line.
class KindListener {
 public:
  explicit KindListener(const NoisyLine& line) : line_(line) {}

  /// Hears a cycle; returns the kind of the message that ends with it.
  std::optional<std::size_t> hear(bool valid, std::uint64_t bits) {
    if (!valid) return {};
    const auto cycle = heard_++;
    if (cycle % line_.cycles == 0) {
      const auto beat = static_cast<std::size_t>(cycle / line_.cycles);
      if (beat == 0) kind_ = bits & (line_.lanes > 1 ? 3U : 1U);
      if (beat == 1 && line_.lanes == 1) kind_ |= (bits & 1U) << 1U;
    }
    if (heard_ < 2 * line_.cycles) return {};
    if (heard_ < static_cast<Cycle>(line_.beats[kind_]) * line_.cycles) return {};
    heard_ = 0;
    return kind_;
  }

 private:
  NoisyLine line_;
  Cycle heard_ = 0;
  std::size_t kind_ = 0;
};

/// Who is at a port of the PEs.
class NoisyNeighbour {
 public:
  NoisyNeighbour(const RtlParameters& parameters, std::size_t port)
      : parameters_(parameters), line_(parameters, port), listener_(line_) {}

  void hear(bool valid, std::uint64_t bits) {
    silent_ = valid ? 0 : silent_ + 1;
    const auto kind = listener_.hear(valid, bits);
    if (kind == request) asked_ = true;
    if (kind == reply) answered_ = true;
  }

  /// What is on its line in this cycle, with `lanes` bits; -1: nothing.
  std::int64_t speak(Random& random, const Habits& habits, Cycle now) {
    ends_ = false;
    if (beats_.empty()) begin(random, habits);
    if (beats_.empty()) return -1;
    if (!begun_) {
      const auto end = now + static_cast<Cycle>(beats_.size()) * line_.cycles;
      begun_ = (end - late_) % habits.together == 0;
      if (!begun_) return -1;
    }
    const auto bits = beats_.front();
    if (++held_ == line_.cycles) {
      held_ = 0;
      beats_.pop_front();
      begun_ = !beats_.empty();
    }
    ends_ = beats_.empty();
    return static_cast<std::int64_t>(bits);
  }

  /// Whether the last bits of a message were said last.
  bool ends() const { return ends_; }
  bool ends_transfer() const { return ends_ && kind_ == transfer; }

 private:
  void begin(Random& random, const Habits& habits) {
    const bool rude = habits.manners == Manners::rude;
    const auto most = static_cast<std::uint64_t>((parameters_.depth + 1) / 2);
    if (rude && once_in(random, 200)) return send(random, no_kind, 0);
    if ((left_ > 0 && once_in(random, habits.goes_on)) || (rude && once_in(random, 400))) {
      left_ -= left_ > 0 ? 1 : 0;
      return send(random, transfer, 0);
    }
    const bool replies = asked_ && once_in(random, habits.replies);
    if (replies || (rude && once_in(random, 300))) {
      asked_ = false;
      const auto any = random() % (most + (rude ? 3 : 1));
      const auto promised = habits.promises == 1 || once_in(random, 10) ? any
                            : habits.promises == 0                      ? 0
                                                                        : most;
      left_ = promised;
      return send(random, reply, promised);
    }
    // Who has asked asks again when it has got what it was promised, after which the line is still.
    if (answered_ && silent_ > habits.still) may_ask_ = true;
    if ((may_ask_ && once_in(random, habits.asks)) || (rude && once_in(random, 150))) {
      may_ask_ = answered_ = false;
      send(random, request, random() % 2);
      late_ = static_cast<Cycle>(random() % habits.late);
    }
  }

  void send(Random& random, std::size_t kind, std::uint64_t number) {
    kind_ = kind;
    late_ = 0;
    std::vector<bool> bits;
    const auto put = [&](std::uint64_t value, std::int64_t width) {
      for (std::int64_t i = 0; i < width; ++i) bits.push_back(i < 64 && (value >> i & 1U) != 0);
    };
    put(kind, 2);
    put(random(), 2 * parameters_.address_bits);
    if (kind == request || kind == no_kind) put(number, 1);
    if (kind == reply) put(number, parameters_.load_bits);
    if (kind == transfer) put(random(), parameters_.task_bits);
    for (std::size_t at = 0; at < bits.size(); at += line_.lanes) {
      std::uint64_t beat = 0;
      for (std::size_t lane = 0; lane < line_.lanes && at + lane < bits.size(); ++lane) {
        beat |= std::uint64_t{bits[at + lane]} << lane;
      }
      beats_.push_back(beat);
    }
  }

  const RtlParameters& parameters_;
  NoisyLine line_;
  KindListener listener_;
  std::deque<std::uint64_t> beats_;  ///< that it has still to send
  bool begun_ = false;               ///< whether that one is on the line
  std::size_t kind_ = request;       ///< of that one
  Cycle late_ = 0;                   ///< by how many cycles it is to end later
  bool ends_ = false;
  Cycle held_ = 0;      ///< how long the first of them is on the line
  Cycle silent_ = 0;    ///< how long the PE has said nothing to it
  bool asked_ = false;  ///< by the PE
  bool may_ask_ = true;
  bool answered_ = false;
  std::uint64_t left_ = 0;  ///< transfers that follow its reply
};

constexpr std::array<const char*, 9> compared = {
    "obs_load_o",        "valid_o",       "line_o",         "sink_tready_o", "source_tvalid_o",
    "transfer_cycles_o", "word_cycles_o", "setup_cycles_o", "error_o"};

/// What goes into both PEs in a cycle.
struct NoisyInputs {
  bool resets;
  bool runs;
  std::uint64_t valid;
  std::uint64_t line;
  bool works;
  bool offers;
  std::uint64_t task;
  bool asks;
  bool takes;
};

/// A PE of the netlist behind its ports.
class BesidePe {
 public:
  BesidePe(const RtlParameters& parameters, const VerilatedLibrary& library, std::uint64_t mutant)
      : module_(library.instantiate(1)),
        task_bits_(static_cast<unsigned>(std::min<std::int64_t>(64, parameters.task_bits))) {
    module_.port("mutant_i").set(mutant);
    for (const auto* output : compared) outputs_.push_back(module_.port(output));
    module_.port("own_i").set(0);
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
  std::uint64_t valid() const { return outputs_[1].value(); }
  std::uint64_t line() const { return outputs_[2].value(); }
  /// The first output that is another one's otherwise; null if none is.
  const char* differs(const BesidePe& other) const {
    for (std::size_t i = 0; i < compared.size(); ++i) {
      if (!outputs_[i].equals(other.outputs_[i])) return compared[i];
    }
    const bool holds = holds_.value() != 0;
    return !holds || held_.equals(other.held_) ? nullptr : "source_tdata_o";
  }

 private:
  VerilatedModule module_;
  unsigned task_bits_;
  std::vector<RtlPort> outputs_;
  RtlPort clock_ = module_.port("clk_i");
  RtlPort reset_ = module_.port("rst_ni");
  RtlPort run_ = module_.port("run_i");
  RtlPort valid_in_ = module_.port("valid_i");
  RtlPort line_in_ = module_.port("line_i");
  RtlPort works_ = module_.port("works_i");
  RtlPort offers_ = module_.port("sink_tvalid_i");
  RtlPort offered_ = module_.port("sink_tdata_i");
  RtlPort asks_ = module_.port("fetch_i");
  RtlPort takes_ = module_.port("source_tready_i");
  RtlPort holds_ = module_.port("source_tvalid_o");
  RtlPort held_ = module_.port("source_tdata_o");
};

}  // namespace

std::string difference_in_stealing_noise(const RtlParameters& parameters,
                                         const VerilatedLibrary& library, std::uint64_t mutant,
                                         std::uint64_t seed) {
  auto random = random_stream(seed, "noise of stealing");
  BesidePe usual(parameters, library, 0);
  BesidePe mutated(parameters, library, mutant);
  const auto ports = parameters.ports();
  const auto most_lanes = static_cast<unsigned>(parameters.max_lanes());
  const auto lane_mask = (std::uint64_t{1} << most_lanes) - 1;
  std::vector<NoisyNeighbour> neighbours;
  bool works = false;
  bool runs = false;
  Cycle bursts_until = 0;
  Habits habits;
  for (Cycle now = 0; now < all_cycles; ++now) {
    const auto spell = now / cycles_of_spell;
    const bool begins = now % cycles_of_spell == 0;
    if (begins) {
      habits = Habits::draw(random, spell % 4 < 2    ? Manners::calm
                                    : spell % 4 == 2 ? Manners::rude
                                                     : Manners::garbled);
    }
    // Calm ones may go on after what came before, so that places in the queue are used again.
    const bool goes_on = spell % 4 == 1;
    const bool resets =
        (begins && !goes_on) || now == 1 || (habits.resets != 0 && once_in(random, habits.resets));
    if (resets) {
      neighbours.clear();
      for (std::size_t port = 0; port < ports; ++port) neighbours.emplace_back(parameters, port);
      runs = once_in(random, 2);
    }
    if (!runs) {
      runs = once_in(random, 10);
    } else if (habits.manners == Manners::garbled && once_in(random, 200)) {
      runs = false;
    }
    std::uint64_t valid = 0;
    std::uint64_t line = 0;
    for (std::size_t port = 0; port < ports; ++port) {
      const auto said = neighbours[port].speak(random, habits, now);
      if (said < 0) continue;
      const auto& its = neighbours[port];
      const bool ends = habits.bursts_on_tasks ? its.ends_transfer() : its.ends();
      if (ends && once_in(random, 2)) bursts_until = now + habits.burst;
      valid |= std::uint64_t{1} << port;
      line |= static_cast<std::uint64_t>(said) << port * most_lanes;
    }
    if (habits.manners == Manners::garbled) {
      if (once_in(random, 100)) valid ^= std::uint64_t{1} << random() % ports;
      if (once_in(random, 50)) line ^= std::uint64_t{1} << random() % (ports * most_lanes);
    }
    if (once_in(random, habits.works)) works = !works;
    NoisyInputs inputs{};
    inputs.resets = resets;
    inputs.runs = runs;
    inputs.valid = valid;
    inputs.line = line;
    inputs.works = works;
    inputs.offers = now < bursts_until || once_in(random, habits.offers);
    inputs.task = random();
    inputs.asks = once_in(random, habits.fetches);
    inputs.takes = habits.takes == 0 || !once_in(random, habits.takes);
    usual.eval(inputs);
    mutated.eval(inputs);
    if (const auto* output = usual.differs(mutated)) return output;
    for (std::size_t port = 0; port < ports; ++port) {
      neighbours[port].hear((usual.valid() >> port & 1U) != 0,
                            usual.line() >> port * most_lanes & lane_mask);
    }
    usual.clock();
    mutated.clock();
  }
  return "";
}

}  // namespace isobar
