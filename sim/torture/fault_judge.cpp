// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/fault_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <set>
#include <utility>

#include "sim/torture/fault.h"
#include "sim/torture/outputs.h"
#include "sim/torture/program_laws.h"
#include "sim/torture/result_laws.h"
#include "sim/torture/trial_folder.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using boost::algorithm::ends_with;
using boost::algorithm::starts_with;

constexpr int faults_a_trial = 4;
constexpr const char* old_text = "what was there before\n";

/// Whether it is a stored run, which a run puts in the place of nothing but another one.
bool is_store(const OutputName& output) { return std::string("save") == output.key; }

/// Whether a file that was written until a signal came can be used.
bool is_usable(const std::string& key, const std::string& text) {
  if (key == "json") {
    const auto result = Json::parse(text, nullptr, false);
    return !result.is_discarded() && !broken_result_law(result);
  }
  if (key == "trace") return Json::accept(text);
  if (key == "picture") return ends_with(boost::trim_right_copy(text), "</svg>");
  return key == "wave" || ends_with(text, "\n");
}

class FaultCase {
 public:
  using Run = std::function<LimitedRun(const std::vector<std::string>&, const fs::path&,
                                       const RunLimits&, const Disturbance&)>;

  FaultCase(Trial trial, const fs::path& folder, RunLimits limits, Run run)
      : trial_(std::move(trial)),
        outputs_(output_names(trial_)),
        whole_(fresh_folder(folder / "whole", trial_)),
        disturbed_(folder / "disturbed"),
        limits_(std::move(limits)),
        run_(std::move(run)) {}

  Verdict verdict(Dice& dice) {
    const auto before = std::chrono::steady_clock::now();
    const auto whole = run_(arguments(trial_), whole_, limits_, {});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    if (auto finding = end_laws(whole)) return {Verdict::Kind::ran, finding};
    if (whole.status == 2) return {Verdict::Kind::refused, {}};
    if (whole.stopped) return {Verdict::Kind::long_run, {}};
    for (int i = 0; i < faults_a_trial; ++i) {
      const auto fault = draw_fault(dice, limits_, took.count(), longest());
      if (auto finding = disturb(fault, dice)) {
        finding->detail += ", where " + fault.words;
        return {Verdict::Kind::ran, finding};
      }
    }
    return {Verdict::Kind::ran, {}};
  }

 private:
  std::uint64_t longest() const {
    std::uint64_t most = 0;
    for (const auto& output : outputs_) most = std::max(most, fs::file_size(whole_ / output.file));
    return most;
  }

  Found disturb(const Fault& fault, Dice& dice) {
    disturbed_ = fresh_folder(disturbed_, trial_);
    for (const auto& output : outputs_) {
      if (!dice.chance(0.5)) continue;
      if (is_store(output)) {
        fs::copy_file(whole_ / output.file, disturbed_ / output.file);
      } else {
        std::ofstream(disturbed_ / output.file) << old_text;
      }
    }
    const auto names = names_in(disturbed_);
    const auto run = run_(arguments(trial_), disturbed_, fault.limits, fault.disturbance);
    const bool killed = run.end == LimitedRun::End::crashed && run.status == SIGKILL;
    if (auto finding = end_laws(run)) return finding;
    if (auto finding = disk_laws(fault, run)) return finding;
    if (auto finding = nothing_else_left(names, killed, fault)) return finding;
    for (const auto& output : outputs_) {
      if (!fs::exists(disturbed_ / output.file)) {
        if (names.count(output.file) == 0) continue;
        return BrokenLaw{"what was there is not lost", output.file + " is gone"};
      }
      if (auto finding = is_store(output) ? stored_laws(output) : file_laws(output, run)) {
        return finding;
      }
    }
    return {};
  }

  Found disk_laws(const Fault& fault, const LimitedRun& run) const {
    if (!fault.fills_disk()) return {};
    const bool too_long = std::any_of(outputs_.begin(), outputs_.end(), [&](const auto& output) {
      return !is_store(output) && text_of(whole_, output).size() > *fault.limits.file_bytes;
    });
    if (too_long && run.status != 2) {
      return BrokenLaw{"what could not be written is said", fmt::format("status {}", run.status)};
    }
    if (run.status == 2 && run.err.empty()) {
      return BrokenLaw{"what could not be written is said", "nothing was"};
    }
    return {};
  }

  /// A program that is killed cannot tidy up, and what SQLite cannot write into its database stays
  /// beside it.
  Found nothing_else_left(const std::set<std::string>& before, bool killed,
                          const Fault& fault) const {
    const auto usual = names_in(whole_);
    for (const auto& name : names_in(disturbed_)) {
      if (before.count(name) > 0 || usual.count(name) > 0) continue;
      if (killed && starts_with(name, ".isobar-")) continue;
      if ((killed || fault.fills_disk()) && belongs_to_store(name)) continue;
      return BrokenLaw{"nothing is left but what was asked for", name};
    }
    return {};
  }

  bool belongs_to_store(const std::string& name) const {
    return std::any_of(outputs_.begin(), outputs_.end(), [&](const auto& output) {
      return is_store(output) && starts_with(name, output.file);
    });
  }

  /// Without the folder in the paths of its configuration.
  static std::string text_of(const fs::path& folder, const OutputName& output) {
    return boost::replace_all_copy(contents(folder / output.file), folder.string() + "/", "");
  }

  Found file_laws(const OutputName& output, const LimitedRun& run) const {
    const auto text = text_of(disturbed_, output);
    if (text == old_text || text == text_of(whole_, output)) return {};
    const bool cut_short = run.sent == SIGINT || run.sent == SIGTERM;
    if (cut_short && is_usable(output.key, text)) return {};
    return BrokenLaw{"a file appears whole or not at all",
                     fmt::format("{} has {} bytes", output.file, text.size())};
  }

  Found stored_laws(const OutputName& output) const {
    const auto page = disturbed_ / "page.html";
    const auto shown = run_({"report", output.file, "-o", page.string()}, disturbed_, limits_, {});
    if (auto finding = end_laws(shown)) return finding;
    if (shown.status == 0 && fs::exists(page)) return {};
    return BrokenLaw{"a stored run can be looked at, whatever ended it", shown.err};
  }

  Trial trial_;
  std::vector<OutputName> outputs_;
  fs::path whole_;      ///< where it runs undisturbed
  fs::path disturbed_;  ///< where it does not
  RunLimits limits_;
  Run run_;
};

}  // namespace

FaultJudge::FaultJudge(fs::path program, fs::path folder, RunLimits limits)
    : program_(std::move(program)), folder_(std::move(folder)), limits_(limits) {}

Verdict FaultJudge::judge(const Trial& trial, Dice& dice) const {
  const auto run = [&](std::vector<std::string> arguments, const fs::path& folder,
                       const RunLimits& limits, const Disturbance& disturbance) {
    arguments.insert(arguments.begin(), program_.string());
    return run_limited(arguments, folder, limits, disturbance);
  };
  const auto folder = fresh_folder(folder_ / "faults", trial);
  fs::current_path(folder);  // the trial's files are read from here
  return FaultCase(with_all_outputs(trial), folder, limits_, run).verdict(dice);
}

}  // namespace isobar
