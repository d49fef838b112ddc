// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/page/run_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "host/child_jobs.h"
#include "host/interrupt.h"
#include "host/output_file.h"
#include "host/scratch_folder.h"
#include "models/errors.h"
#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "sim/config/resolve.h"
#include "sim/explore/run_point.h"
#include "sim/page/page.h"
#include "sim/page/saved_run.h"
#include "sim/result/run_store.h"
#include "sim/terminal/count_line.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr int time_limit = 120;  // seconds

/// Rows of the fronts' points that are small enough, each scenario's from one end to the other.
std::vector<std::size_t> front_rows(const Study& study, std::size_t most) {
  const auto pes = study.metric("pes");
  const auto first = study.metric(study.campaign.objectives.front().metric);
  std::vector<std::size_t> members;
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    const bool small =
        pes < study.campaign.metrics.size() && study.cases.values[pes][c] <= max_run_page_pes;
    if (study.front[c] && small) members.push_back(c);
  }
  const auto& values = study.cases.values[first];
  const auto& scenario = study.scenarios.of;
  std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(scenario[a], values[a]) < std::pair(scenario[b], values[b]);
  });
  std::vector<std::size_t> rows;
  const auto count = std::min(most, members.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = count == 1 ? 0 : i * (members.size() - 1) / (count - 1);
    rows.push_back(study.cases.rows[members[at]]);
  }
  return rows;
}

/// Runs a point and writes its page, in a child process. Returns an empty text for run_in_children.
std::string write_run_page(const Assignment& point, const fs::path& store, const fs::path& page) {
  auto text = config_text(point);
  text.set("save", store.string(), "page of a run");
  const auto config = resolve(text);
  RunStore kept(config);
  const auto& e = config.experiment;
  kept.finish(config.level == Level::steps ? run_steps_generic(e, {}, &kept.observer())
                                           : run_cycles(e, {}, &kept.observer()));
  OutputFile file(page);
  file.stream() << page_html(page_data({store.string()}));
  file.commit();
  return {};
}

}  // namespace

std::map<std::int64_t, std::string> make_run_pages(const Study& study, const fs::path& folder,
                                                   std::size_t most) {
  std::map<std::int64_t, std::string> pages;
  if (most == 0 || study.campaign.objectives.empty()) return pages;
  const auto rows = front_rows(study, most);
  if (rows.empty()) return pages;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw ValueError(fmt::format("{}: {}", folder.string(), error.message()));
  const ScratchFolder stores(fs::temp_directory_path() / "isobar-runs",
                             "the temporary folder cannot be written");
  const auto number = [&](std::size_t i) { return study.campaign.points[rows[i]]; };
  const auto name = [&](std::size_t i) { return fmt::format("point-{}.html", number(i)); };
  const auto job = [&](std::size_t i) {
    return write_run_page(study.campaign.assignment(rows[i]),
                          stores.path() / fmt::format("{}.db", number(i)), folder / name(i));
  };
  const InterruptGuard guard;
  ChildSetting setting;
  setting.seconds = time_limit;
  setting.go_on = [] { return !InterruptGuard::interrupted(); };
  CountLine line("pages of runs", CountLine::Elsewhere::nothing);
  std::size_t done = 0;
  run_in_children(rows.size(), job, setting, [&](std::size_t i, const ChildEnd& end) {
    line.show(++done, rows.size());
    if (end.kind == ChildEnd::Kind::returned) {
      pages.emplace(number(i), name(i));
      return;
    }
    const auto why = end.kind == ChildEnd::Kind::hung
                         ? fmt::format("it took longer than {} s", time_limit)
                         : end.text;
    std::cerr << fmt::format("isobar: point {} gets no page: {}\n", number(i), why);
  });
  if (InterruptGuard::interrupted()) throw std::runtime_error("interrupted");
  return pages;
}

}  // namespace isobar
