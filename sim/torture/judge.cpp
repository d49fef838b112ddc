// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/trim.hpp>
#include <fstream>
#include <functional>
#include <optional>
#include <utility>

#include "sim/config/key_table.h"
#include "sim/config/resolve.h"
#include "sim/torture/outcome.h"
#include "sim/torture/outputs.h"
#include "sim/torture/program_laws.h"
#include "sim/torture/result_laws.h"
#include "sim/torture/trial_folder.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr const char* configuration = "run.toml";
constexpr const char* again_json = "again.json";

/// A result, without the folder in the paths of its configuration.
std::optional<Json> result_of(const std::string& text, const fs::path& folder) {
  auto json = Json::parse(without_folder(text, folder), nullptr, false);
  if (json.is_discarded()) return {};
  return json;
}

/// The level besides that gives the same result; empty if there is none.
std::string other_level(const Json& result) {
  const bool has_both = !result.at("steps").at("run").is_null() && !result.at("costs").is_null();
  if (!has_both) return {};
  return result.at("level") == "steps" ? "cycles" : "steps";
}

Load initial_total(const Trial& trial) {
  return resolve(config_text(trial)).experiment.loads.sum();
}

/// Tasks may be under way when a limit ends a message-driven run.
Found conserved(const Trial& trial, const Json& result) {
  if (result.contains("application")) return {};
  const auto before = initial_total(trial.without_outputs());
  const auto after = result.at("load").at("total").get<Load>();
  const bool at_rest =
      !result.at("steps").at("run").is_null() || result.at("ended") == "rest" ||
      (result.at("ended") == "goal" && result.at("config").at("until") == "balanced");
  if (after == before || (!at_rest && after < before)) return {};
  return BrokenLaw{"no task is lost, none comes from nowhere",
                   fmt::format("{} tasks at the start, {} at the end", before, after)};
}

/// Files that a run was to write are there, and what is text in them is right.
Found output_laws(const Trial& trial, const fs::path& folder) {
  constexpr const char* law = "output files appear whole";
  if (names_in(folder).count(again_json) == 0) return {};  // it took too long
  for (const auto& [key, file] : output_names(trial)) {
    const std::string is = key;
    if (is == "json") continue;  // its run has another name for it
    const auto text = contents(folder / file);
    if (text.empty()) return BrokenLaw{law, fmt::format("{} {} is not there", key, file)};
    if (is == "csv") {
      if (auto finding = text_laws(text)) return finding;
    }
    if (is == "trace" && !Json::accept(text)) return BrokenLaw{law, file + " is no JSON"};
  }
  return {};
}

/// Whether an output's name is a folder's, or lies in a folder that is not there. A configuration
/// may be written for another place: the run refuses it, before any work.
bool names_no_file(const Trial& trial, const fs::path& folder) {
  const auto names = output_names(trial);
  return std::any_of(names.begin(), names.end(), [&](const auto& output) {
    const auto file = folder / output.file;
    return fs::is_directory(file) || !fs::is_directory(file.parent_path());
  });
}

Trial with_summary_only(const Trial& trial) {
  auto bare = trial.without_outputs();
  if (const auto* summary = trial.find("summary")) bare.set("summary", *summary);
  return bare;
}

/// Whether this machine has not what it needs: a program that draws pictures, or memory, here
/// because of the limit, or at level cycles, where every task lies in a queue, or for the JSON that
/// is asked for here, and read.
bool lacks_means(const LimitedRun& run) {
  constexpr std::array said = {"which is not on this machine", "more memory than there is",
                               "to hold one by one at level",
                               "--summary writes the result without them"};
  return run.cut ||
         (run.status == 2 && std::any_of(said.begin(), said.end(), [&](const char* text) {
            return run.err.find(text) != std::string::npos;
          }));
}

/// What an application computes to make its tasks, it computes in one piece, and a result that was
/// begun is written to its end, with every link.
Found stopping_laws(const Trial& trial, const LimitedRun& run) {
  constexpr std::uint64_t many_links = std::uint64_t{1} << 18;
  if (!run.again || trial.find("app") != nullptr) return {};
  if (resolve(config_text(trial)).experiment.fabric.link_slots() > many_links) return {};
  return BrokenLaw{"a run that takes long ends on Ctrl-C", "it took a second one"};
}

/// One trial while it is judged: its law is the first that breaks.
class Case {
 public:
  using Run = std::function<LimitedRun(const std::vector<std::string>& arguments)>;

  Case(const Trial& trial, fs::path folder, Run run)
      : trial_(trial), folder_(std::move(folder)), run_(std::move(run)) {}

  Verdict verdict() {
    if (auto finding = look_at_configuration()) return {kind_, finding};
    if (kind_ != Verdict::Kind::ran) return {kind_, {}, refusal_};
    if (auto finding = look_at_result()) return {kind_, finding};
    if (kind_ != Verdict::Kind::ran) return {kind_, {}};
    if (auto finding = look_again()) return {kind_, finding};
    return {kind_, {}, outcome_of(trial_, folder_, result_, said_)};
  }

 private:
  /// Runs the program, which keeps the laws of all its ends.
  Found run(const std::vector<std::string>& arguments, LimitedRun& ended) {
    ended = run_(arguments);
    if (ended.stopped) kind_ = Verdict::Kind::long_run;
    if (auto finding = end_laws(ended)) return finding;
    return stopping_laws(trial_, ended);
  }

  Found look_at_configuration() {
    const auto before = names_in(folder_);
    auto words = arguments(trial_);
    words.emplace_back("--print-config");
    LimitedRun shown;
    if (auto finding = run(words, shown)) return finding;
    if (shown.stopped) return {};
    if (names_in(folder_) != before) {
      return BrokenLaw{"--print-config and refusals write no file", ""};
    }
    if (shown.status == 2) {
      kind_ = Verdict::Kind::refused;
      refusal_ = boost::trim_right_copy(without_folder(shown.err, folder_));
      return refusal_laws(shown);
    }
    std::ofstream(folder_ / configuration) << shown.out;
    return {};
  }

  Found look_at_result() {
    auto words = arguments(with_summary_only(trial_));
    words.insert(words.end(), {"--json", "-"});
    if (auto finding = run(words, bare_)) return finding;
    if (bare_.stopped) return {};
    if (lacks_means(bare_)) {
      kind_ = Verdict::Kind::refused;
      return {};
    }
    if (bare_.status == 2) return BrokenLaw{"what --print-config takes runs", bare_.err};
    auto result = result_of(bare_.out, folder_);
    if (!result) return BrokenLaw{"--json - writes JSON and nothing else", bare_.out};
    result_ = std::move(*result);
    if (auto finding = broken_result_law(result_)) return finding;
    const bool reached = result_.at("reached").get<bool>();
    if ((bare_.status == 0) != reached) {
      return BrokenLaw{"the exit status says whether the goal was reached",
                       fmt::format("{} where reached is {}", bare_.status, reached)};
    }
    return conserved(trial_, result_);
  }

  /// Another way to the same result.
  struct Way {
    const char* law;
    std::vector<std::string> words;
  };

  /// All at once; what differs is looked at again by itself, so that the right law is named.
  Found look_again() {
    const auto other = other_level(result_);
    Way all = {"outputs and levels change no number", {"run", configuration}};
    Way printed = {"a printed configuration is the same experiment, whatever is written",
                   all.words};
    auto moved = with_summary_only(trial_);
    if (!other.empty()) {
      all.words.insert(all.words.end(), {"--level", other});
      if (trial_.find("wave_tasks") != nullptr && other == "steps") {  // where there may be none
        all.words.insert(all.words.end(), {"--set", "wave_tasks=false"});
      }
      moved.set("level", other);
    }
    const Way level = {"the levels agree", arguments(moved)};
    if (names_no_file(trial_, folder_)) {
      LimitedRun refused;
      if (auto finding = run(arguments(trial_), refused)) return finding;
      if (refused.status != 2) return BrokenLaw{"a file that cannot be written is refused", ""};
      if (auto finding = refusal_laws(refused)) return finding;
      return objection_to(level);
    }
    auto finding = objection_to(all);
    if (!finding) finding = output_laws(trial_, folder_);
    if (!finding) return {};
    for (const auto& way : {level, printed}) {
      if (auto sooner = objection_to(way)) return sooner;
    }
    return finding;
  }

  Found objection_to(const Way& way) {
    fs::remove(folder_ / again_json);
    auto words = way.words;
    words.insert(words.end(), {"--json", again_json});
    LimitedRun again;
    if (auto finding = run(words, again)) return finding;
    if (again.stopped) return {};
    if (lacks_means(again)) return {};
    if (again.status != bare_.status) {
      return BrokenLaw{way.law, fmt::format("exit status {} instead of {}: {}", again.status,
                                            bare_.status, again.err)};
    }
    const auto result = result_of(contents(folder_ / again_json), folder_);
    if (!result) return BrokenLaw{way.law, "there is no result"};
    if (auto text = first_difference(result_, *result); !text.empty()) {
      return BrokenLaw{way.law, text};
    }
    said_ = again.out;
    const auto* csv = trial_.find("csv");
    return csv != nullptr && *csv == "-" ? Found{} : text_laws(again.out);
  }

  const Trial& trial_;
  fs::path folder_;
  Run run_;
  Verdict::Kind kind_ = Verdict::Kind::ran;
  std::string refusal_;  ///< what it said
  LimitedRun bare_;      ///< for its result, without outputs
  std::string said_;     ///< the result in sentences
  Json result_;
};

}  // namespace

ProgramRun run_of(const fs::path& program) {
  return [program](const std::vector<std::string>& arguments, const fs::path& folder,
                   const RunLimits& limits) {
    std::vector<std::string> command = {program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_limited(command, folder, limits);
  };
}

Judge::Judge(ProgramRun run, fs::path folder, RunLimits limits)
    : run_(std::move(run)), folder_(std::move(folder)), limits_(limits) {}

Verdict Judge::judge(const Trial& trial) const {
  const auto folder = fresh_folder(folder_ / "run", trial);
  fs::current_path(folder);
  const auto run = [&](const std::vector<std::string>& arguments) {
    return run_(arguments, folder, limits_);
  };
  return Case(trial, folder, run).verdict();
}

}  // namespace isobar
