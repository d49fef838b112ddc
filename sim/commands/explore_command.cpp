// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/explore_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "host/interrupt.h"
#include "sim/commands/explore_answers_command.h"
#include "sim/commands/explore_slurm_command.h"
#include "sim/commands/other_programs.h"
#include "sim/config/input_error.h"
#include "sim/explore/campaign.h"
#include "sim/explore/dry_run.h"
#include "sim/explore/plan_check.h"
#include "sim/explore/planned_points.h"
#include "sim/explore/slurm_batch.h"
#include "sim/explore/slurm_engine.h"
#include "sim/explore/slurm_status.h"
#include "sim/explore/status.h"

namespace isobar {
namespace {

CLI::Option* add_folder(CLI::App& command, ExploreOptions& options) {
  return command.add_option("DIR", options.folder, "the campaign's folder")->required();
}

void add_status(CLI::App& explore, ExploreOptions& options) {
  auto* status = explore.add_subcommand(
      "status", "Show how many points of a campaign are done, and which failed");
  add_folder(*status, options);
  status->footer("");
  status->callback([&options] {
    options.command = [&options] {
      std::cout << status_text(options.folder) << slurm_status(options.folder);
      return 0;
    };
  });
}

EngineSetting engine_setting(const ExploreOptions& options) {
  return {options.workers, options.timeout, options.quiet ? Say::brief : Say::all};
}

Engine engine_for(const ExploreOptions& options, const Plan& plan,
                  const std::filesystem::path& folder, CampaignLock& lock) {
  if (options.engine == "slurm") return slurm_engine(folder, slurm_setting(options, plan));
  refuse_slurm_options(options);
  if (!SlurmBatch::open(folder).empty()) {
    std::cerr << fmt::format(
        "isobar: tasks of Slurm may be running points of this campaign: `isobar explore collect "
        "{}` takes what they have, --engine slurm waits for them\n",
        folder.string());
  }
  return local_engine(engine_setting(options), lock);
}

std::string folder_for(const ExploreOptions& options) {
  if (!options.folder.empty()) return options.folder;
  return std::filesystem::path(options.plan).stem().string();
}

}  // namespace

CLI::App* add_explore(CLI::App& app, ExploreOptions& options) {
  auto* explore = app.add_subcommand("explore", other_command("explore")->help);
  explore->add_option("PLAN", options.plan,
                      "a TOML file that says what is varied, and how (docs/explore.md)");
  explore
      ->add_option("-o,--output", options.folder,
                   "the campaign's folder [the plan's name without .toml]")
      ->type_name("DIR");
  explore->add_option("-j,--workers", options.workers, "worker processes [one per processor]")
      ->check(CLI::Range(1, 4096))
      ->type_name("N")
      ->group("Points");
  explore->add_option("--timeout", options.timeout, "time limit of a point, in seconds [none]")
      ->check(CLI::Range(1, 31'536'000))
      ->type_name("SECONDS")
      ->group("Points");
  explore->add_flag("--retry-failed", options.retry_failed, "run failed points once more")
      ->group("Points");
  explore->add_flag("--dry-run", options.dry_run,
                    "show the points and the time that they will take about, and run no campaign");
  explore->add_flag("-q,--quiet", options.quiet, "no progress; of the result its first line");
  add_slurm_options(*explore, options);
  explore->footer(
      "Every point is an experiment of `isobar run`. Results go to DIR/campaign.db, an SQLite\n"
      "database. Points that have a result are not run again: after Ctrl-C or a kill the same\n"
      "command goes on, and after a change of the plan it runs only the new points.\n"
      "Examples:\n"
      "  isobar explore sim/examples/explore/schemes-at-64.toml\n"
      "  isobar explore plan.toml -o results -j 8 --timeout 600\n"
      "  isobar explore plan.toml --dry-run\n"
      "  isobar explore status results\n"
      "A point that ends at a limit without its goal is marked and counted, and has not failed.\n"
      "Exit status: 0 all points were run, 1 a point failed, 2 bad input, 130 Ctrl-C came.");
  explore->require_subcommand(0, 1);
  add_status(*explore, options);
  add_answers(*explore, options.command);
  add_slurm_commands(*explore, options);
  return explore;
}

int explore_command(const ExploreOptions& options) {
  if (options.plan.empty()) {
    throw InputError("a PLAN is needed, or one of explore's commands (isobar explore --help)");
  }
  const auto plan = read_plan(options.plan);
  for (const auto& note : plan.notes) std::cerr << "isobar: " << note << '\n';
  const std::filesystem::path folder = folder_for(options);
  const InterruptGuard guard;
  tell_refused_points(plan, planned_points(plan));
  if (options.dry_run) {
    write_dry_run(plan, folder, engine_setting(options), std::cout);
    return 0;
  }
  CampaignLock lock(folder);
  CampaignStore store(folder);
  if (options.retry_failed) store.forget_failures();
  const auto engine = engine_for(options, plan, folder, lock);
  const bool finished = run_campaign(plan, store, engine);
  const auto counts = store.counts();
  if (!finished && options.detach) return 0;
  if (!finished) {
    std::cerr << fmt::format(
        "isobar: interrupted; {} of {} points have their results in {}{}, and the same command "
        "goes on with the others\n",
        counts.run(), counts.all(), store.file().string(), trouble_words(counts));
    return 1;
  }
  store.close();
  const auto status = status_text(folder);
  std::cout << (options.quiet ? status.substr(0, status.find('\n') + 1) : status);
  return counts.failed == 0 ? 0 : 1;
}

}  // namespace isobar
