// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "host/cache.h"
#include "host/child_jobs.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/text.h"
#include "models/workloads/application.h"
#include "models/workloads/random.h"
#include "tb/cosim.h"
#include "tb/mutant_noise.h"
#include "tb/whole_fabric.h"

namespace isobar {
namespace {

const char* const survivors_file = "tb/mutants/survivors.txt";
const char* const seen_file = "tb/mutants/seen.txt";
constexpr int seconds_to_build = 300;
constexpr int seconds_to_run = 30;
constexpr std::uint64_t noises = 2;  ///< seeds of noise

/// The links of one dimension, with bandwidth/clock = lanes/cycles.
struct Line {
  std::int64_t lanes;
  std::int64_t cycles;
  Cycle setup;
  Cycle latency;
};

/// A fabric whose PE is mutated, or what is between its PEs.
struct Subject {
  std::string fabric;
  std::string scheme;
  std::vector<Line> lines;  ///< by dimension − 1
  std::int64_t task_bits;
  std::int64_t load_bits;
  Load depth;
  bool whole = false;  ///< the fabric is mutated, and runs as a whole

  std::string name() const { return fabric + " " + scheme + (whole ? ", whole" : ""); }
};

/// The loads and the traffic of a run of a subject.
struct Stimulus {
  Load most_load;  ///< the highest initial load, except for one PE
  double traffic;  ///< Traffic::rate
  double stalls;
  std::int64_t steps;
  std::uint64_t seed;
  bool application = false;  ///< executors at the streams, instead of loads at the start
};

/// They have all conditions, and links and fabrics in which each part of the logic is used.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all = {
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
      {"torus:3x2", "lm-c4", {{2, 4, 2, 2}, {4, 1, 1, 3}}, 38, 6, 10, true},
      // One register, and a dimension of each PE is much like the other.
      {"torus:3x3", "lm-c5", {{1, 1, 1, 1}, {1, 1, 1, 1}}, 34, 5, 8, true},
  };
  return all;
}

/// Those of a whole fabric have no traffic. One without a task begins with the first cycle after
/// the reset. The application fetches and offers where the loads at the start only leave and come.
const std::vector<Stimulus>& whole_stimuli() {
  static const std::vector<Stimulus> all = {{2, 0, 0, 3, 1},         {5, 0, 0, 40, 2},
                                            {1, 0, 0, 30, 3},        {0, 0, 0, 3, 3},
                                            {0, 0, 0, 400, 4, true}, {0, 0, 0, 400, 5, true}};
  return all;
}

/// The quick stimuli come first, because they catch most mutants. Those without traffic and with
/// few tasks differ in what is announced first after the reset.
const std::vector<Stimulus>& pe_stimuli() {
  static const std::vector<Stimulus> all = [] {
    std::vector<Stimulus> out = {{2, 0, 0, 3, 1}, {3, 0.4, 0.3, 12, 2}};
    for (std::uint64_t seed = 3; seed < 9; ++seed) out.push_back({2, 0, 0, 2, seed});
    out.push_back({3, 0.05, 0.3, 30, 9});
    out.push_back({3, 0.8, 0.6, 60, 10});
    out.push_back({1, 0.02, 0.9, 80, 11});
    return out;
  }();
  return all;
}

const std::vector<Stimulus>& stimuli_of(const Subject& subject) {
  return subject.whole ? whole_stimuli() : pe_stimuli();
}

/// Tasks that come of tasks, of one that is there at the start.
void put_application(Experiment& e, const Stimulus& stimulus) {
  const auto choice =
      ApplicationChoice::parse(fmt::format("uts:t=1,a=3,d=5,b=4,r={}", stimulus.seed));
  e.application = choice.entry->maker({e.fabric.pes(), stimulus.seed, e.clock, choice.parameters});
  e.loads = NarrowArray(e.application()->initial_loads());
  e.goal = {Goal::Kind::finished, 0};
}

Experiment experiment_of(const Subject& subject, const Stimulus& stimulus) {
  Experiment e(Fabric::parse(subject.fabric));
  e.task_bits = subject.task_bits;
  e.load_bits = subject.load_bits;
  e.queue_depth = subject.depth;
  e.scheme = SchemeChoice::parse(subject.scheme).make(e.fabric, e.load_bits);
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
  if (stimulus.application) put_application(e, stimulus);
  return e;
}

RtlParameters parameters_of(const Subject& subject) {
  std::vector<std::int64_t> lanes;
  for (const auto& line : subject.lines) lanes.push_back(line.lanes);
  return RtlParameters::of(experiment_of(subject, stimuli_of(subject).front()), lanes);
}

/// What a child says of a difference: the signal and, in the next line, the rest.
std::string seen_in(const std::string& signal, const std::string& what) {
  return shown_by(signal) + "\n" + what;
}

/// The first difference between model and whole fabric; empty if they agree.
std::string difference_in_whole(const Subject& subject, const Stimulus& stimulus,
                                const VerilatedLibrary& library, std::uint64_t mutant) {
  const auto result = run_whole_fabric(experiment_of(subject, stimulus), parameters_of(subject),
                                       library, {}, nullptr, mutant);
  if (!result.mismatch) return "";
  const auto& m = *result.mismatch;
  const auto where = m.node ? fmt::format("PE {}, ", *m.node) : std::string();
  return seen_in(m.quantity, fmt::format("{}cycle {}: {} is {}, not {}", where, m.cycle, m.quantity,
                                         m.rtl, m.model));
}

/// The first difference between model and RTL; empty if they agree.
std::string difference(const Subject& subject, const Stimulus& stimulus,
                       const VerilatedLibrary& library, std::uint64_t mutant) {
  if (subject.whole) return difference_in_whole(subject, stimulus, library, mutant);
  const auto experiment = experiment_of(subject, stimulus);
  CosimSetting setting;
  setting.parameters = parameters_of(subject);
  // In a larger fabric the other PEs are model PEs.
  const auto nodes = std::min<Node>(experiment.fabric.pes(), 6);
  for (Node node = 0; node < nodes; ++node) setting.nodes.push_back(node);
  setting.traffic = {stimulus.traffic, stimulus.stalls, stimulus.seed};
  setting.mutant = mutant;
  const auto result = run_cosim(experiment, setting, library);
  if (!result.mismatch) return "";
  const auto& m = *result.mismatch;
  return seen_in(m.signal, fmt::format("PE {}, cycle {}: {} is {}, not {}", m.node, m.cycle,
                                       m.signal, m.rtl, m.model));
}

/// A description of a child's end; empty if model and RTL agreed in its run.
std::string outcome(const ChildEnd& end) {
  switch (end.kind) {
    case ChildEnd::Kind::returned:
      return end.text;
    case ChildEnd::Kind::threw:
      return "the run fails: " + end.text;
    case ChildEnd::Kind::crashed:
      return "the run crashes: " + end.text;
    case ChildEnd::Kind::hung:
      break;
  }
  return fmt::format("the run does not end within {} s", seconds_to_run);
}

/// A subject's netlist, and the library made of it.
struct Made {
  MutantNetlist netlist;
  std::unique_ptr<VerilatedLibrary> library;
};

using Jobs = std::vector<std::function<std::string()>>;

std::function<std::string(std::size_t)> job_of(const Jobs& jobs) {
  return [&jobs](std::size_t number) { return jobs[number](); };
}

std::vector<Made> make_all() {
  // A program that is not installed is reported here and not by a child.
  for (const char* tool : {"yosys", "verilator", "g++"}) find_tool(tool, tool, "a run of mutants");
  data_root();
  const auto netlist_of = [](const Subject& subject) {
    const auto parameters = parameters_of(subject);
    return subject.whole ? make_fabric_mutant_netlist(parameters) : make_mutant_netlist(parameters);
  };
  const auto top_of = [](const Subject& subject, const MutantNetlist& netlist) {
    return RtlTop{subject.whole ? "isobar_fabric" : "isobar_pe", {}, netlist.file};
  };
  // Children build the libraries at the same time; the cache keeps them.
  Jobs jobs;
  for (const auto& subject : subjects()) {
    jobs.emplace_back([&] {
      const VerilatedLibrary built(top_of(subject, netlist_of(subject)));
      return std::string();
    });
  }
  run_in_children(jobs.size(), job_of(jobs), {seconds_to_build, 0, {}},
                  [](std::size_t, const ChildEnd& end) {
                    if (end.kind == ChildEnd::Kind::returned) return;
                    throw ModelError("the mutants cannot be built: " + end.text);
                  });
  std::vector<Made> all;
  for (const auto& subject : subjects()) {
    auto netlist = netlist_of(subject);
    auto library = std::make_unique<VerilatedLibrary>(top_of(subject, netlist));
    all.push_back({std::move(netlist), std::move(library)});
  }
  return all;
}

/// Throws ModelError if the RTL differs without a mutant, when no difference would mean anything.
void require_agreement(const std::vector<Made>& made) {
  Jobs jobs;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < subjects().size(); ++s) {
    for (const auto& stimulus : stimuli_of(subjects()[s])) {
      names.push_back(subjects()[s].name());
      jobs.emplace_back([&made, s, &stimulus] {
        return difference(subjects()[s], stimulus, *made[s].library, 0);
      });
    }
  }
  run_in_children(jobs.size(), job_of(jobs), {seconds_to_run, 0, {}},
                  [&names](std::size_t job, const ChildEnd& end) {
                    const auto what = outcome(end);
                    if (what.empty()) return;
                    throw ModelError(fmt::format("{} without any mutant: {}", names[job], what));
                  });
}

/// Whether `text` matches `pattern`, in which `*` stands for anything.
bool matches(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  const auto rest = pattern.substr(star + 1);
  for (auto at = star; at <= text.size(); ++at) {
    if (matches(rest, text.substr(at))) return true;
  }
  return false;
}

void compare_with_explanations(MutationReport& report) {
  const auto [explained_with, reasons] =
      parse_survivors(file_contents(data_root() / survivors_file));
  report.explained_with = explained_with;
  std::set<std::string> needed;
  std::set<std::string> wrong;
  for (auto& fate : report.mutants) {
    bool explained = false;
    for (const auto& [pattern, reason] : reasons) {
      if (!matches(pattern, fate.mutant.key())) continue;
      if (fate.caught) {
        wrong.insert(fmt::format("{} (caught: {})", pattern, fate.mutant.key()));
        continue;
      }
      if (!explained) fate.how = reason;
      explained = true;
      needed.insert(pattern);
    }
    if (!fate.caught && !explained) report.unexplained.push_back(fate.mutant.key());
  }
  for (const auto& [pattern, reason] : reasons) {
    if (needed.count(pattern) == 0) wrong.insert(pattern + " (no survivor)");
  }
  report.stale.assign(wrong.begin(), wrong.end());
}

/// A mutant that is seen where none of its part is expected, and an expectation that none fulfils.
void compare_with_rules(MutationReport& report) {
  const auto rules = parse_seen_rules(file_contents(data_root() / seen_file));
  for (const auto& fate : report.mutants) {
    if (!fate.caught) continue;
    const auto rule = rules.find(fate.mutant.part);
    if (rule != rules.end() && rule->second.count(fate.seen) != 0) continue;
    report.misplaced.push_back(
        fmt::format("{} (seen in {}: {})", fate.mutant.key(), fate.seen, fate.how));
  }
  const auto seen = first_seen(report);
  for (const auto& [part, signals] : rules) {
    for (const auto& signal : signals) {
      if (seen.count({part, signal}) == 0) {
        report.misplaced.push_back(fmt::format("{}: none is first seen in {}", part, signal));
      }
    }
  }
}

/// A mutant, and where it can be switched on.
struct Target {
  MutantFate fate;
  std::map<std::size_t, std::uint64_t> numbers;  ///< by subject
};

/// All mutants; those with the same text in several subjects are one target.
std::vector<Target> targets_of(const std::vector<Made>& made) {
  std::vector<Target> targets;
  std::map<std::string, std::size_t> place;
  for (std::size_t s = 0; s < made.size(); ++s) {
    for (const auto& mutant : made[s].netlist.mutants) {
      const auto [at, is_new] = place.emplace(mutant.key(), targets.size());
      if (is_new) targets.push_back({{mutant}, {}});
      targets[at->second].numbers[s] = mutant.number;
    }
  }
  return targets;
}

/// Runs the targets that exist in a subject and have not been caught. `differs` tells the first
/// difference that a mutant makes.
void try_all(std::vector<Target>& targets, std::size_t subject,
             const std::function<std::string(std::uint64_t mutant)>& differs,
             const std::function<void()>& caught) {
  std::vector<Target*> left;
  Jobs jobs;
  for (auto& target : targets) {
    const auto number = target.numbers.find(subject);
    if (target.fate.caught || number == target.numbers.end()) continue;
    left.push_back(&target);
    jobs.emplace_back([&differs, mutant = number->second] { return differs(mutant); });
  }
  run_in_children(jobs.size(), job_of(jobs), {seconds_to_run, 0, {}},
                  [&](std::size_t job, const ChildEnd& end) {
                    const auto what = outcome(end);
                    if (what.empty()) return;
                    auto& fate = left[job]->fate;
                    fate.caught = true;
                    const auto line = what.find('\n');
                    const bool differs_in = end.kind == ChildEnd::Kind::returned;
                    fate.seen = differs_in ? what.substr(0, line) : "the run";
                    fate.how = subjects()[subject].name() + ", " +
                               (differs_in ? what.substr(line + 1) : what);
                    caught();
                  });
}

}  // namespace

MutationReport run_mutants(const MutationWatch& watch) {
  const auto made = make_all();
  require_agreement(made);
  auto targets = targets_of(made);
  std::size_t done = 0;
  const auto caught = [&] {
    ++done;
    if (watch) watch(done, targets.size());
  };
  for (std::size_t s = 0; s < subjects().size(); ++s) {
    for (const auto& stimulus : stimuli_of(subjects()[s])) {
      const auto differs = [&](std::uint64_t mutant) {
        return difference(subjects()[s], stimulus, *made[s].library, mutant);
      };
      try_all(targets, s, differs, caught);
    }
  }
  // What no fabric in order shows.
  for (std::size_t s = 0; s < subjects().size(); ++s) {
    for (std::uint64_t seed = 1; seed <= noises && !subjects()[s].whole; ++seed) {
      const auto differs = [&](std::uint64_t mutant) {
        const auto output =
            difference_in_noise(parameters_of(subjects()[s]), *made[s].library, mutant, seed);
        return output.empty() ? output : seen_in(output, "in noise: " + output);
      };
      try_all(targets, s, differs, caught);
    }
  }
  if (watch) watch(targets.size(), targets.size());
  MutationReport report;
  for (auto& target : targets) report.mutants.push_back(std::move(target.fate));
  report.yosys = made.front().netlist.yosys;
  compare_with_explanations(report);
  compare_with_rules(report);
  return report;
}

FirstSeen first_seen(const MutationReport& report) {
  FirstSeen seen;
  for (const auto& fate : report.mutants) {
    if (fate.caught) ++seen[{fate.mutant.part, fate.seen}];
  }
  return seen;
}

std::string mutation_text(const MutationReport& report) {
  struct Count {
    std::size_t all = 0;
    std::size_t caught = 0;
  };
  std::map<std::string, Count> parts;
  Count total;
  for (const auto& fate : report.mutants) {
    for (auto* count : {&parts[fate.mutant.part], &total}) {
      ++count->all;
      if (fate.caught) ++count->caught;
    }
  }
  std::string text = fmt::format("{:<20} {:>7} {:>7} {:>9}\n", "", "mutants", "caught", "survived");
  const auto row = [&](const std::string& name, const Count& count) {
    text += fmt::format("{:<20} {:>7} {:>7} {:>9}\n", name, count.all, count.caught,
                        count.all - count.caught);
  };
  for (const auto& [part, count] : parts) row(part, count);
  row("all", total);
  text += "\n" + first_seen_table(first_seen(report));
  // The survivors by reason, in the order of the first one.
  std::vector<std::pair<std::string, std::string>> survivors;
  for (const auto& fate : report.mutants) {
    if (fate.caught) continue;
    const auto reason = fate.how.empty() ? "Unexplained." : fate.how;
    auto group = std::find_if(survivors.begin(), survivors.end(),
                              [&](const auto& other) { return other.first == reason; });
    if (group == survivors.end()) group = survivors.insert(group, {reason, ""});
    group->second += fmt::format("      {}:{}: {}: {}\n", fate.mutant.file, fate.mutant.line,
                                 fate.mutant.place, fate.mutant.change);
  }
  if (!survivors.empty()) text += "\nSurvivors\n";
  for (const auto& [reason, mutants] : survivors) text += fmt::format("  {}\n{}", reason, mutants);
  const auto list = [&](const char* title, const std::vector<std::string>& keys) {
    if (!keys.empty()) text += fmt::format("\n{}\n", title);
    for (const auto& key : keys) text += "  " + key + "\n";
  };
  list("Survivors without an explanation", report.unexplained);
  list("Explained without need", report.stale);
  list("Seen elsewhere than expected", report.misplaced);
  if (report.yosys != report.explained_with) {
    text += fmt::format(
        "\n{} makes other netlists than {}, whose survivors {} explains: these lists are for "
        "information.\n",
        report.yosys, report.explained_with, survivors_file);
  }
  return text;
}

Survivors parse_survivors(const std::string& text) {
  Survivors survivors;
  std::string* reason = nullptr;
  int number = 0;
  const auto fail = [&](const char* what) {
    throw ValueError(fmt::format("{}:{}: {}", survivors_file, number, what));
  };
  for (const auto whole : split(text, '\n')) {
    ++number;
    const auto content = std::string(trim(whole));
    if (content.empty() || content.front() == '#') continue;
    if (survivors.yosys.empty()) {
      if (content.rfind("Yosys ", 0) != 0) fail("the version of Yosys comes first");
      survivors.yosys = content;
      continue;
    }
    if (whole.front() != ' ') {
      if (reason != nullptr && reason->empty()) fail("the survivor above has no reason");
      const auto [place, is_new] = survivors.reasons.emplace(content, "");
      if (!is_new) fail("this survivor stands here twice");
      reason = &place->second;
      continue;
    }
    if (reason == nullptr) fail("a reason without a survivor");
    *reason += (reason->empty() ? "" : " ") + content;
  }
  if (reason != nullptr && reason->empty()) fail("the survivor has no reason");
  return survivors;
}

}  // namespace isobar
