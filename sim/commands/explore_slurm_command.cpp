// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/explore_slurm_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "sim/commands/command_line.h"
#include "sim/config/input_error.h"
#include "sim/explore/campaign_lock.h"
#include "sim/explore/campaign_reader.h"
#include "sim/explore/campaign_store.h"
#include "sim/explore/slurm_batch.h"
#include "sim/explore/slurm_engine.h"
#include "sim/explore/slurm_status.h"
#include "sim/explore/slurm_worker.h"
#include "sim/explore/status.h"

namespace isobar {
namespace {

int collect(const std::string& folder) {
  { const CampaignReader there(folder); }
  const CampaignLock lock(folder);
  CampaignStore store(folder);
  slurm_collect(folder, store);
  const bool under_way = !SlurmBatch::open(folder).empty();
  const auto counts = store.counts();
  if (!under_way) store.close();
  std::cout << status_text(folder) << slurm_status(folder);
  if (!under_way && counts.waiting > 0) {
    std::cerr << fmt::format(
        "isobar: no task is under way that has the other {} points; `isobar explore` with the plan "
        "runs "
        "them\n",
        counts.waiting);
  }
  return counts.waiting + counts.failed == 0 ? 0 : 1;
}

int cancel(const std::string& folder) {
  { const CampaignReader there(folder); }
  const auto ended = slurm_cancel(folder);
  std::cout << (ended.empty() ? "no task is under way\n" : ended);
  return 0;
}

CLI::App* add_command(CLI::App& explore, ExploreOptions& options, const std::string& name,
                      const std::string& help, int (*run)(const std::string& folder)) {
  auto* command = explore.add_subcommand(name, help);
  command->add_option("DIR", options.folder, "the campaign's folder")->required();
  command->footer("");
  command->callback(
      [&options, run] { options.command = [&options, run] { return run(options.folder); }; });
  return command;
}

}  // namespace

void add_slurm_options(CLI::App& explore, ExploreOptions& options) {
  const auto* group = "Engine";
  explore
      .add_option("--engine", options.engine,
                  "where points run: on this machine, or on a Slurm cluster [local]")
      ->check(one_of({"local", "slurm"}))
      ->type_name("local|slurm")
      ->group(group);
  explore
      .add_option("--slurm-option", options.slurm_options,
                  "an option of sbatch, for example --partition=NAME; repeatable")
      ->type_name("OPTION")
      ->expected(1)
      ->take_all()
      ->group(group);
  explore
      .add_option("--task-seconds", options.task_seconds,
                  "least work of a Slurm task, in seconds [60]")
      ->check(CLI::Range(1, 31'536'000))
      ->type_name("SECONDS")
      ->group(group);
  explore
      .add_flag("--detach", options.detach,
                "submit the tasks and exit; isobar explore collect takes the results later")
      ->group(group);
}

SlurmSetting slurm_setting(const ExploreOptions& options, const Plan& plan) {
  if (options.workers > 0) {
    throw InputError(
        "--workers: for --engine local; --slurm-option=--cpus-per-task=N lets a task run N points "
        "at a time");
  }
  if (options.detach && plan.design.kind == DesignPlan::Kind::search) {
    throw InputError("--detach: a search must wait, as results choose its further points");
  }
  SlurmSetting setting;
  setting.options = options.slurm_options;
  if (options.task_seconds > 0) setting.task_seconds = options.task_seconds;
  setting.timeout = options.timeout;
  setting.detach = options.detach;
  setting.how = options.quiet ? Say::brief : Say::all;
  return setting;
}

void refuse_slurm_options(const ExploreOptions& options) {
  const auto refuse = [](const char* option) {
    throw InputError(fmt::format("{}: for --engine slurm", option));
  };
  if (!options.slurm_options.empty()) refuse("--slurm-option");
  if (options.task_seconds > 0) refuse("--task-seconds");
  if (options.detach) refuse("--detach");
}

void add_slurm_commands(CLI::App& explore, ExploreOptions& options) {
  add_command(explore, options, "collect", "Take the results of Slurm's tasks into the database",
              collect);
  add_command(explore, options, "cancel", "End a campaign's tasks in Slurm; results remain",
              cancel);
  auto* worker =
      explore.add_subcommand("worker", "Run the points of a task; only Slurm calls this");
  worker->add_option("BATCH", options.batch, "the batch's folder")->required();
  worker->add_option("TASK", options.task, "the task's number")->required();
  worker->add_option("--timeout", options.timeout, "time limit of a point, in seconds; 0: none");
  worker->callback([&options] {
    options.command = [&options] {
      run_slurm_task(options.batch, options.task, options.timeout);
      return 0;
    };
  });
}

}  // namespace isobar
