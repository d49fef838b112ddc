// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/torture.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "host/child_jobs.h"
#include "host/interrupt.h"
#include "host/output_file.h"
#include "host/scratch_folder.h"
#include "sim/config/config_json.h"
#include "sim/terminal/count_line.h"
#include "sim/torture/draw.h"
#include "sim/torture/fault_judge.h"
#include "sim/torture/judge.h"
#include "sim/torture/shrink.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* last_drawn = "drawn";
constexpr int longest_job = 900;  // seconds; a trial and its shrinking end sooner
constexpr std::chrono::seconds shrinking{120};

/// What a job says of its trial.
struct Report {
  Verdict verdict;
  std::string line;
};

const char* kind_name(Verdict::Kind kind) {
  constexpr const char* names[] = {"ran", "refused", "long"};
  return names[static_cast<std::size_t>(kind)];
}

Verdict::Kind kind_of(const std::string& name) {
  if (name == kind_name(Verdict::Kind::refused)) return Verdict::Kind::refused;
  return name == kind_name(Verdict::Kind::ran) ? Verdict::Kind::ran : Verdict::Kind::long_run;
}

std::string to_text(const Report& report) {
  Json json = {{"kind", kind_name(report.verdict.kind)},
               {"line", report.line},
               {"outcome", report.verdict.outcome}};
  if (const auto& finding = report.verdict.finding) {
    json["law"] = finding->law;
    json["detail"] = finding->detail;
  }
  return json_text(json);
}

Report from_text(const std::string& text) {
  const auto json = Json::parse(text);
  Report report{{kind_of(json.at("kind")), {}, json.at("outcome")}, json.at("line")};
  if (json.contains("law")) report.verdict.finding = BrokenLaw{json.at("law"), json.at("detail")};
  return report;
}

/// In a child process: the program's parsers are in it too, and may not survive what is drawn.
std::string try_one(const TortureSetting& setting, const fs::path& folder, std::size_t number) {
  fs::create_directories(folder);
  fs::current_path(folder);
  const auto note = [&](const Trial& trial) {
    std::ofstream(folder / last_drawn, std::ios::trunc) << line_of(trial);
  };
  const auto trial = setting.corpus ? (*setting.corpus)[number]
                                    : draw_trial(setting.seed, setting.first + number, note);
  note(trial);
  if (setting.faults) {
    Dice dice(random_stream(setting.seed, fmt::format("faults {}", setting.first + number)));
    const FaultJudge judge(setting.program, folder, setting.limits);
    return to_text({judge.judge(trial, dice), line_of(trial)});
  }
  const Judge judge(setting.run, folder, setting.limits);
  Report report{judge.judge(trial), line_of(trial)};
  if (auto& finding = report.verdict.finding; finding && setting.outcomes.empty()) {
    report.line = line_of(shrink(judge, trial, *finding, shrinking));
  }
  fs::current_path("/");
  fs::remove_all(folder);
  return to_text(report);
}

std::string read_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

Report report_of(const ChildEnd& end, const fs::path& folder) {
  if (end.kind == ChildEnd::Kind::returned) return from_text(end.text);
  const auto detail = end.kind == ChildEnd::Kind::hung ? "it hangs" : "it ended by " + end.text;
  return {{Verdict::Kind::ran, BrokenLaw{"a configuration is taken or refused", detail}},
          read_line(folder / last_drawn)};
}

/// Writes those that came to something, in their order.
void write_outcomes(OutputFile& out, const std::map<std::size_t, Report>& reports) {
  for (const auto& [number, report] : reports) {
    out.stream() << fmt::format("# {}\n{}\n", report.verdict.outcome, report.line);
  }
  out.commit();
}

void count(const Report& report, TortureCounts& counts) {
  if (report.verdict.finding) {
    ++counts.broken;
  } else if (report.verdict.kind == Verdict::Kind::refused) {
    ++counts.refused;
  } else {
    ++(report.verdict.kind == Verdict::Kind::ran ? counts.ran : counts.long_runs);
  }
}

}  // namespace

TortureCounts torture(const TortureSetting& setting, std::ostream& out) {
  const auto scratch = temporary_folder("isobar-torture");
  // What runs that are killed leave behind goes with it.
  const auto temporary = scratch.path() / "tmp";
  fs::create_directory(temporary);
  setenv("TMPDIR", temporary.c_str(), 1);
  const auto folder_of = [&](std::size_t number) {
    return scratch.path() / std::to_string(number);
  };
  const auto started = Clock::now();
  const auto is_over = [&] {
    const std::chrono::duration<double> since = Clock::now() - started;
    return setting.minutes && since.count() > 60 * *setting.minutes;
  };
  const auto total = setting.corpus ? setting.corpus->size() : setting.count;
  TortureCounts counts;
  std::optional<OutputFile> file;
  if (!setting.outcomes.empty()) file.emplace(setting.outcomes);
  std::map<std::size_t, Report> outcomes;
  CountLine line("experiments", CountLine::Elsewhere::nothing, setting.how);
  ChildSetting children;
  children.seconds = longest_job;
  children.at_once = setting.workers;
  children.takes_more = [] { return true; };  // its runs are in processes of their own
  children.go_on = [&] { return !InterruptGuard::interrupted() && !is_over(); };
  run_in_children(
      total, [&](std::size_t number) { return try_one(setting, folder_of(number), number); },
      children,
      [&](std::size_t number, const ChildEnd& end) {
        const auto report = report_of(end, folder_of(number));
        count(report, counts);
        if (file && !report.verdict.outcome.empty()) outcomes.emplace(number, report);
        if (const auto& finding = report.verdict.finding) {
          line.clear();
          out << fmt::format("broken: {}\n  {}\n  {}\n", finding->law, finding->detail, report.line)
              << std::flush;
        }
        // Where minutes are the limit, there is no total to show.
        line.show(counts.all(), setting.minutes ? counts.all() : total,
                  fmt::format(", {} broken", counts.broken));
      });
  if (file) write_outcomes(*file, outcomes);
  return counts;
}

}  // namespace isobar
