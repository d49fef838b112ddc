// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/subjects.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

/// They have all conditions, and links and fabrics in which each part of the logic is used.
const std::vector<MutantSubject>& liquid() {
  static const std::vector<MutantSubject> all = {
      // A ring and a pair whose links differ; both neighbours are heard.
      {"torus:3x2", "lm-c4", {{2, 4, 2, 2}, {4, 1, 1, 3}}, 38, 6, 10},
      {"ring:3", "lm-c5", {{1, 3, 3, 1}}, 9, 5, 5},
      // Without words, what is left from the reset could be sent in the first cycle.
      {"ring:3", "lm-c0", {{1, 4, 0, 1}}, 8, 5, 8},
      // A task takes one beat of one cycle. The slot is long enough for counters of four bits, so
      // that the same bits are changed as in the others.
      {"ring:3", "lm-c1", {{5, 1, 2, 4}}, 5, 5, 8},
      {"ring:2", "lm-c2", {{1, 2, 0, 2}}, 9, 5, 7},
      {"torus:3x2x3", "lm-c3", {{1, 1, 0, 1}, {2, 1, 1, 1}, {3, 1, 1, 2}}, 9, 5, 6},
      // Both neighbours are heard, there is a pair, and registers of links differ in number.
      {"torus:3x2", "lm-c4", {{2, 4, 2, 2}, {4, 1, 1, 3}}, 38, 6, 10, PhaseEnd::words, true},
      // One register, and a dimension of each PE is much like the other.
      {"torus:3x3", "lm-c5", {{1, 1, 1, 1}, {1, 1, 1, 1}}, 34, 5, 8, PhaseEnd::words, true},
  };
  return all;
}

/// Both ends of phases; links that differ, with set-up and registers and without; a queue that
/// fills.
const std::vector<MutantSubject>& exchange() {
  static const std::vector<MutantSubject> all = {
      // A message over the third dimension is one beat.
      {"hypercube:3", "de", {{2, 1, 2, 2}, {1, 1, 0, 1}, {8, 1, 1, 3}}, 8, 8, 6},
      {"hypercube:2", "de", {{1, 3, 1, 2}, {2, 4, 0, 1}}, 10, 6, 5, PhaseEnd::slot},
      {"ring:2", "de", {{1, 2, 0, 1}}, 9, 5, 7},
  };
  return all;
}

/// These have both ends of steps for averaging, too. Its logic is the same at every port, so that
/// of one dimension is all that there is.
const std::vector<MutantSubject>& averaging() {
  static const std::vector<MutantSubject> all = {
      {"ring:3", "nna-portions", {{2, 1, 2, 2}}, 8, 8, 13},
      {"ring:3", "nna-portions:decision=10", {{1, 2, 0, 1}}, 9, 6, 16, PhaseEnd::slot},
  };
  return all;
}

/// Both ends of phases, the shortest division and a longer one, and queues whose ends wrap around.
const std::vector<MutantSubject>& hhc() {
  static const std::vector<MutantSubject> all = {
      {"hhc:1", "hhc-b:division=7", {{2, 1, 2, 2}, {1, 2, 0, 1}}, 8, 6, 6, PhaseEnd::slot},
      {"hhc:2", "hhc-b:division=9", {{1, 2, 0, 1}, {2, 1, 1, 3}, {1, 1, 0, 2}}, 8, 5, 11},
  };
  return all;
}

/// Adds PEs of the same sizes, each of which is in noise.
void add_in_noise(std::vector<MutantSubject>& subjects) {
  const auto fabrics = subjects.size();
  for (std::size_t i = 0; i < fabrics; ++i) {
    subjects.push_back(subjects[i]);
    subjects.back().in_noise = true;
  }
}

/// Halves and single tasks, both ends of the queue, one, two and three ports, lanes that divide no
/// message, set-up, slow bits, handling that is quicker and slower than messages come, and queues
/// that fill.
const std::vector<MutantSubject>& stealing() {
  static const std::vector<MutantSubject> all = [] {
    std::vector<MutantSubject> out = {
        {"torus:3x2",
         "steal:victims=nearest,half=1,retry=8,retry_max=60",
         {{3, 1, 5, 3}, {1, 1, 0, 1}},
         40,
         8,
         9},
        {"ring:3", "steal:victims=nearest,half=0,retry=5,retry_max=40", {{1, 2, 0, 1}}, 36, 6, 5},
        {"ring:2", "steal:victims=nearest,half=1,retry=16,retry_max=100", {{1, 1, 3, 2}}, 33, 5, 4},
    };
    out[1].fetch = QueueEnd::newest;
    out[1].handling = 3;
    out[2].handling = 2;
    add_in_noise(out);
    // Handled for longer than a request is on its line, so that several wait in the inbox, of each
    // port and kind: at three ports and at two, which are other mutants.
    for (std::size_t i = 3; i < 5; ++i) {
      out.push_back(out[i]);
      out.back().handling = 20;
    }
    return out;
  }();
  return all;
}

/// In these fabrics victims are asked in turn and drawn, ways are worked out early (where lanes
/// divide the header) and late, radices are powers of two and other numbers, and messages wait on
/// their way in one class of buffers and in two.
const std::vector<MutantSubject>& routed() {
  static const std::vector<MutantSubject> all = [] {
    std::vector<MutantSubject> out = {
        {"ring:6", "steal:victims=ring,half=1,retry=8,retry_max=60", {{2, 1, 5, 3}}, 34, 8, 9},
        {"torus:3x2",
         "steal:victims=xorshift,half=0,retry=5,retry_max=40",
         {{3, 2, 5, 1}, {1, 2, 0, 2}},
         36,
         6,
         5},
        {"torus:4x2",
         "steal:victims=ring,half=1,retry=16,retry_max=100",
         {{1, 1, 3, 2}, {1, 1, 0, 1}},
         33,
         5,
         4},
    };
    out[1].fetch = QueueEnd::newest;
    out[1].handling = 3;
    out[2].handling = 6;
    add_in_noise(out);
    return out;
  }();
  return all;
}

/// Those of a whole fabric have no traffic. One without a task begins with the first cycle after
/// the reset. The application fetches and offers where the loads at the start only leave and come.
const std::vector<MutantStimulus>& whole_stimuli() {
  static const std::vector<MutantStimulus> all = {{2, 0, 0, 3, 1},         {5, 0, 0, 40, 2},
                                                  {1, 0, 0, 30, 3},        {0, 0, 0, 3, 3},
                                                  {0, 0, 0, 400, 4, true}, {0, 0, 0, 400, 5, true}};
  return all;
}

/// The quick stimuli come first, because they catch most mutants. Those without traffic and with
/// few tasks differ in what is announced first after the reset.
const std::vector<MutantStimulus>& pe_stimuli() {
  static const std::vector<MutantStimulus> all = [] {
    std::vector<MutantStimulus> out = {{2, 0, 0, 3, 1}, {3, 0.4, 0.3, 12, 2}};
    for (std::uint64_t seed = 3; seed < 9; ++seed) out.push_back({2, 0, 0, 2, seed});
    out.push_back({3, 0.05, 0.3, 30, 9});
    out.push_back({3, 0.8, 0.6, 60, 10});
    out.push_back({1, 0.02, 0.9, 80, 11});
    return out;
  }();
  return all;
}

/// Without traffic, which the co-simulation has for Liquid alone.
const std::vector<MutantStimulus>& phase_stimuli() {
  static const std::vector<MutantStimulus> all = {
      {2, 0, 0, 2, 1}, {4, 0, 0, 4, 2}, {1, 0, 0, 3, 3}, {4, 0, 0, 30, 4}, {2, 0, 0, 40, 5}};
  return all;
}

/// A step or two of HHC algorithm B balance all.
const std::vector<MutantStimulus>& triangle_stimuli() {
  static const std::vector<MutantStimulus> all = {
      {2, 0, 0, 2, 1}, {4, 0, 0, 3, 2}, {1, 0, 0, 2, 3}, {5, 0, 0, 2, 4}, {5, 0, 0, 1, 5}};
  return all;
}

/// What lies there at the start; and work on small trees that fills the queues, and empties them.
const std::vector<MutantStimulus>& stealing_stimuli() {
  static const std::vector<MutantStimulus> all = {
      {3, 0, 0, 400, 2},
      {0, 0, 0, 100'000, 4, true, "t=1,a=3,d=3,b=5,work=9", true},
      {0, 0, 0, 100'000, 3, true, "t=1,a=3,d=3,b=4,work=150", true},
      {0, 0, 0, 100'000, 5, true, "t=0,b=8,m=7,q=0.1,work=30", true},
      {0, 0, 0, 100'000, 6, true, "t=0,b=9,m=3,q=0.25,work=60", true},
  };
  return all;
}

/// These runs are short, because a netlist of PEs with routers is slow: a mutant that they do not
/// show is found sooner in noise, where there is only one PE.
const std::vector<MutantStimulus>& routed_stimuli() {
  static const std::vector<MutantStimulus> all = {
      {3, 0, 0, 400, 2},
      {0, 0, 0, 2'500, 4, true, "t=1,a=3,d=3,b=5,work=9", true},
  };
  return all;
}

/// Tasks that come of tasks, of one that is there at the start.
void put_application(Experiment& e, const MutantStimulus& stimulus) {
  const auto choice =
      ApplicationChoice::parse(fmt::format("uts:{},r={}", stimulus.tree, stimulus.seed));
  e.application = choice.entry->maker({e.fabric.pes(), stimulus.seed, e.clock, choice.parameters});
  e.loads = NarrowArray(e.application()->initial_loads());
  e.goal = {Goal::Kind::finished, 0};
  if (!stimulus.speeds) return;
  auto random = random_stream(stimulus.seed, "speeds of mutants");
  for (Node pe = 0; pe < e.fabric.pes(); ++pe) {
    e.speeds.emplace_back(static_cast<std::int64_t>(1 + random() % 9), 4);
  }
}

/// Without steps: what lies there at the start is stolen until the cycles are over.
void put_stealing(Experiment& e, const MutantSubject& subject, const MutantStimulus& stimulus) {
  e.agents = SchemeChoice::parse(subject.scheme).make_agents(e.fabric, e.load_bits, 1);
  e.fetch = subject.fetch;
  e.balancer.handling = subject.handling;
  e.balancer.tasks_per_message = 1;
  e.max_steps = 0;
  e.max_cycles = stimulus.steps;
  e.goal = {Goal::Kind::balanced, 0};
  e.tolerance = -1;  // which no loads are within
}

}  // namespace

const std::vector<MutantSubject>& mutant_subjects(const RtlModules& modules) {
  switch (modules.design) {
    case RtlDesign::exchange:
      return exchange();
    case RtlDesign::liquid:
      return liquid();
    case RtlDesign::averaging:
      return averaging();
    case RtlDesign::hhc:
      return hhc();
    case RtlDesign::stealing:
      return modules.neighbours ? stealing() : routed();
  }
  throw ModelError("a design without mutants");
}

const std::vector<MutantStimulus>& mutant_stimuli(const MutantSubject& subject) {
  if (subject.whole) return whole_stimuli();
  static const std::vector<MutantStimulus> none;
  if (subject.in_noise) return none;
  if (subject.steals()) return subject.passes_on() ? routed_stimuli() : stealing_stimuli();
  const auto is_of = [&](const char* schemes) { return subject.scheme.rfind(schemes, 0) == 0; };
  if (is_of("lm-")) return pe_stimuli();
  return is_of("hhc-") ? triangle_stimuli() : phase_stimuli();
}

Experiment experiment_of(const MutantSubject& subject, const MutantStimulus& stimulus) {
  Experiment e(Fabric::parse(subject.fabric));
  e.task_bits = subject.task_bits;
  e.load_bits = subject.load_bits;
  e.queue_depth = subject.depth;
  e.phase_end = subject.phase_end;
  if (!subject.steals()) {
    e.scheme = SchemeChoice::parse(subject.scheme).make(e.fabric, e.load_bits);
  }
  for (std::size_t d = 0; d < subject.lines.size(); ++d) {
    const auto& line = subject.lines[d];
    const LinkClass link{e.clock * Rational(line.lanes, line.cycles), line.latency, line.setup};
    e.links[d] = LinkTiming(link, e.clock);
  }
  auto random = random_stream(stimulus.seed, "loads of mutants");
  e.loads.resize(e.fabric.pes());
  for (Node pe = 0; pe < e.fabric.pes(); ++pe) {
    e.loads[pe] = static_cast<Load>(random() % static_cast<std::uint64_t>(stimulus.most_load + 1));
  }
  // One PE is as full as its sink can make it.
  if (stimulus.most_load > 0) e.loads[0] = subject.depth - 1;
  e.goal = {Goal::Kind::steps, stimulus.steps};
  e.max_steps = stimulus.steps;
  if (subject.steals()) put_stealing(e, subject, stimulus);
  if (stimulus.application) put_application(e, stimulus);
  return e;
}

RtlParameters parameters_of(const MutantSubject& subject) {
  std::vector<std::int64_t> lanes;
  for (const auto& line : subject.lines) lanes.push_back(line.lanes);
  const auto& stimuli = mutant_stimuli(subject);
  const auto stimulus = stimuli.empty() ? MutantStimulus{1, 0, 0, 1, 1} : stimuli.front();
  return RtlParameters::of(experiment_of(subject, stimulus), lanes);
}

}  // namespace isobar
