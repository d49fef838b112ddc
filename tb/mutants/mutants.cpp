// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/mutants.h"

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
#include "models/text.h"
#include "tb/cosim.h"
#include "tb/mutants/equal.h"
#include "tb/mutants/known_of_pe.h"
#include "tb/mutants/phase_noise.h"
#include "tb/mutants/stealing_noise.h"
#include "tb/mutants/subjects.h"
#include "tb/rtl_modules.h"
#include "tb/stealing_fabric.h"
#include "tb/whole_fabric.h"

namespace isobar {
namespace {

/// A file of what is expected of the mutants of a PE.
std::filesystem::path expectations(const RtlModules& modules, const char* name) {
  const std::string folder = modules.folder;
  return std::filesystem::path("tb/mutants") / (modules.neighbours ? folder : folder + "_routed") /
         name;
}

constexpr int seconds_to_build = 300;
constexpr int seconds_to_run = 30;
constexpr int seconds_to_prove = 300;
/// Seeds of noise, up to one of them: those that all mutants run in that no fabric shows, and those
/// of which nothing is proved then.
struct Noises {
  std::uint64_t for_all;
  std::uint64_t for_unproved;
};

Noises noises_of(const RtlModules& modules) {
  if (modules.design == RtlDesign::liquid) return {2, 2};
  if (modules.design != RtlDesign::stealing) return {noise_places, noise_places};
  return modules.neighbours ? Noises{8, 8} : Noises{2, 20};
}

/// What a child says of a difference: the signal and, in the next line, the rest.
std::string seen_in(const std::string& signal, const std::string& what) {
  return shown_by(signal) + "\n" + what;
}

/// The first difference between model and whole fabric; empty if they agree.
std::string difference_in_whole(const MutantSubject& subject, const MutantStimulus& stimulus,
                                const VerilatedLibrary& library, std::uint64_t mutant) {
  const auto experiment = experiment_of(subject, stimulus);
  const auto parameters = parameters_of(subject);
  const auto result =
      subject.steals() ? run_stealing_fabric(experiment, parameters, library, {}, nullptr, mutant)
                       : run_whole_fabric(experiment, parameters, library, {}, nullptr, mutant);
  if (!result.mismatch) return "";
  const auto& m = *result.mismatch;
  const auto where = m.node ? fmt::format("PE {}, ", *m.node) : std::string();
  return seen_in(m.quantity, fmt::format("{}cycle {}: {} is {}, not {}", where, m.cycle, m.quantity,
                                         m.rtl, m.model));
}

/// The first difference between model and RTL; empty if they agree.
std::string difference(const MutantSubject& subject, const MutantStimulus& stimulus,
                       const VerilatedLibrary& library, std::uint64_t mutant) {
  if (subject.runs_whole()) return difference_in_whole(subject, stimulus, library, mutant);
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
  const MutantSubject& subject;
  MutantNetlist netlist;
  std::unique_ptr<VerilatedLibrary> library;
};

using Jobs = std::vector<std::function<std::string()>>;

std::function<std::string(std::size_t)> job_of(const Jobs& jobs) {
  return [&jobs](std::size_t number) { return jobs[number](); };
}

std::vector<Made> make_all(const std::vector<MutantSubject>& subjects) {
  // A program that is not installed is reported here and not by a child.
  for (const char* tool : {"yosys", "verilator", "g++"}) find_tool(tool, tool, "a run of mutants");
  data_root();
  const auto netlist_of = [](const MutantSubject& subject) {
    const auto parameters = parameters_of(subject);
    if (subject.steals() && !subject.in_noise) return make_netlist_of_mutated_pes(parameters);
    return subject.whole ? make_fabric_mutant_netlist(parameters) : make_mutant_netlist(parameters);
  };
  const auto top_of = [](const MutantSubject& subject, const MutantNetlist& netlist) {
    const auto& modules = rtl_modules(parameters_of(subject));
    return RtlTop{subject.runs_whole() ? modules.fabric : modules.pe, {}, netlist.file};
  };
  // Children build the libraries at the same time; the cache keeps them.
  Jobs jobs;
  for (const auto& subject : subjects) {
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
  for (const auto& subject : subjects) {
    auto netlist = netlist_of(subject);
    auto library = std::make_unique<VerilatedLibrary>(top_of(subject, netlist));
    all.push_back({subject, std::move(netlist), std::move(library)});
  }
  return all;
}

/// Throws ModelError if the RTL differs without a mutant, when no difference would mean anything.
void require_agreement(const std::vector<Made>& made) {
  Jobs jobs;
  std::vector<std::string> names;
  for (const auto& one : made) {
    for (const auto& stimulus : mutant_stimuli(one.subject)) {
      names.push_back(one.subject.name());
      jobs.emplace_back(
          [&one, &stimulus] { return difference(one.subject, stimulus, *one.library, 0); });
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

/// The reasons why mutants of a PE change nothing.
Survivors explanations(const RtlModules& modules) {
  const auto file = expectations(modules, "survivors.txt");
  return parse_survivors(file_contents(data_root() / file), file.string());
}

void compare_with_explanations(MutationReport& report, const Survivors& expected) {
  report.explained_with = expected.yosys;
  std::set<std::string> needed;
  std::set<std::string> wrong;
  for (auto& fate : report.mutants) {
    for (const auto& [pattern, reason] : expected.reasons) {
      if (!matches(pattern, fate.mutant.key())) continue;
      if (fate.caught) {
        wrong.insert(fmt::format("{} (caught: {})", pattern, fate.mutant.key()));
        continue;
      }
      if (fate.how.empty()) fate.how = reason;
      needed.insert(pattern);
    }
    if (!fate.caught && fate.how.empty()) report.unexplained.push_back(fate.mutant.key());
  }
  for (const auto& [pattern, reason] : expected.reasons) {
    if (needed.count(pattern) == 0) wrong.insert(pattern + " (no survivor)");
  }
  report.stale.assign(wrong.begin(), wrong.end());
}

/// A mutant that is seen where none of its part is expected, and an expectation that none fulfils.
void compare_with_rules(MutationReport& report, const RtlModules& modules) {
  const auto file = expectations(modules, "seen.txt");
  const auto rules = parse_seen_rules(file_contents(data_root() / file), file.string());
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

/// Runs the targets that exist in a subject and have neither been caught nor proved. `differs`
/// tells the first difference that a mutant makes.
void try_all(std::vector<Target>& targets, std::size_t subject, const std::string& name,
             const std::function<std::string(std::uint64_t mutant)>& differs,
             const std::function<void()>& caught) {
  std::vector<Target*> left;
  Jobs jobs;
  for (auto& target : targets) {
    const auto number = target.numbers.find(subject);
    if (!target.fate.how.empty() || number == target.numbers.end()) continue;
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
                    fate.how = name + ", " + (differs_in ? what.substr(line + 1) : what);
                    caught();
                  });
}

/// Proofs about the netlists of PEs, by subject.
std::map<std::size_t, EqualityProof> proofs_of(const std::vector<Made>& made) {
  std::map<std::size_t, EqualityProof> proofs;
  for (std::size_t s = 0; s < made.size(); ++s) {
    const auto& subject = made[s].subject;
    if (subject.runs_whole()) continue;
    proofs.emplace(s, EqualityProof(made[s].netlist.file, rtl_modules(parameters_of(subject)).pe,
                                    known_of_pe(subject)));
  }
  return proofs;
}

/// Whether a mutant is proved to change nothing in each of the PEs that have it.
bool is_equal(const Target& target, const std::map<std::size_t, EqualityProof>& proofs) {
  bool is_in_pe = false;
  for (const auto& [s, number] : target.numbers) {
    const auto proof = proofs.find(s);
    if (proof == proofs.end()) continue;
    is_in_pe = true;
    if (!proof->second.is_equal(number)) return false;
  }
  return is_in_pe;
}

/// Runs what is left in noise of these seeds, beside PEs.
void try_in_noise(std::vector<Target>& targets, const std::vector<Made>& made,
                  std::uint64_t first_seed, std::uint64_t last_seed,
                  const std::function<void()>& caught) {
  for (std::size_t s = 0; s < made.size(); ++s) {
    const auto& subject = made[s].subject;
    for (auto seed = first_seed; seed <= last_seed && !subject.runs_whole(); ++seed) {
      const auto parameters = parameters_of(subject);
      std::optional<StealingNoise> noise;
      if (subject.steals()) {
        noise.emplace(parameters, Fabric::parse(subject.fabric), *made[s].library, seed);
      }
      const auto differs = [&](std::uint64_t mutant) {
        const auto output = noise ? noise->difference(mutant)
                                  : difference_in_noise(parameters, *made[s].library, mutant, seed);
        return output.empty() ? output : seen_in(output, "in noise: " + output);
      };
      try_all(targets, s, subject.name(), differs, caught);
    }
  }
}

/// Tries to prove of each survivor without a reason that it changes nothing.
void prove_rest(std::vector<Target>& targets, const Survivors& expected,
                const std::vector<Made>& made, const MutationWatch& watch) {
  std::vector<Target*> rest;
  for (auto& target : targets) {
    const auto is_of = [&](const auto& reason) {
      return matches(reason.first, target.fate.mutant.key());
    };
    if (target.fate.caught) continue;
    const auto& reasons = expected.reasons;
    if (std::none_of(reasons.begin(), reasons.end(), is_of)) rest.push_back(&target);
  }
  if (rest.empty()) return;
  const auto proofs = proofs_of(made);
  std::size_t tried = 0;
  run_in_children(
      rest.size(), [&](std::size_t job) { return is_equal(*rest[job], proofs) ? "equal" : ""; },
      {seconds_to_prove, 0, {}},
      [&](std::size_t job, const ChildEnd& end) {
        auto& fate = rest[job]->fate;
        if (end.kind != ChildEnd::Kind::returned) {
          throw ModelError(fmt::format("the proof of {}: {}", fate.mutant.key(), outcome(end)));
        }
        if (!end.text.empty()) fate.how = proved_equal;
        if (watch)
          watch(fmt::format("{} of {} survivors without a reason tried to be proved equal", ++tried,
                            rest.size()));
      });
}

}  // namespace

MutationReport run_mutants(const RtlModules& modules, const MutationWatch& watch) {
  const auto expected = explanations(modules);
  const auto made = make_all(mutant_subjects(modules));
  require_agreement(made);
  auto targets = targets_of(made);
  std::size_t done = 0;
  const auto caught = [&] {
    ++done;
    if (watch) watch(fmt::format("{} of {} mutants caught", done, targets.size()));
  };
  for (std::size_t s = 0; s < made.size(); ++s) {
    const auto& subject = made[s].subject;
    for (const auto& stimulus : mutant_stimuli(subject)) {
      const auto differs = [&](std::uint64_t mutant) {
        return difference(subject, stimulus, *made[s].library, mutant);
      };
      try_all(targets, s, subject.name(), differs, caught);
    }
  }
  // What no fabric in order shows.
  const auto noises = noises_of(modules);
  try_in_noise(targets, made, 1, noises.for_all, caught);
  prove_rest(targets, expected, made, watch);
  try_in_noise(targets, made, noises.for_all + 1, noises.for_unproved, caught);
  MutationReport report;
  for (auto& target : targets) {
    if (target.numbers.size() == 1) {
      target.fate.only_in = made[target.numbers.begin()->first].subject.name();
    }
    report.mutants.push_back(target.fate);
  }
  report.yosys = made.front().netlist.yosys;
  compare_with_explanations(report, expected);
  compare_with_rules(report, modules);
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
    group->second += fmt::format("      {}:{}: {}: {}{}\n", fate.mutant.file, fate.mutant.line,
                                 fate.mutant.place, fate.mutant.change,
                                 fate.only_in.empty() ? "" : " (" + fate.only_in + ")");
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
        "\n{} makes other netlists than {}, whose survivors are explained: these lists are for "
        "information.\n",
        report.yosys, report.explained_with);
  }
  return text;
}

Survivors parse_survivors(const std::string& text, const std::string& file) {
  Survivors survivors;
  std::string* reason = nullptr;
  int number = 0;
  const auto fail = [&](const char* what) {
    throw ValueError(fmt::format("{}:{}: {}", file, number, what));
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
