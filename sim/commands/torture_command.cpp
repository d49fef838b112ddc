// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/torture_command.h"

#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "host/interrupt.h"
#include "host/program_beside.h"
#include "sim/commands/guarded.h"
#include "sim/commands/isobar_commands.h"
#include "sim/commands/other_programs.h"
#include "sim/torture/corpus.h"
#include "sim/torture/torture.h"

namespace isobar {
namespace {

constexpr std::size_t usual_count = 300;
/// Bytes by which the heap of a copy grows: by the usual 128 KiB it asked the kernel for more of
/// its time than it computed.
constexpr int heap_step = 1 << 20;

/// Runs `isobar` in a copy of this process, because to load the program takes most of a small run.
LimitedRun run_copy(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                    const RunLimits& limits) {
  const Program program = [&arguments] {
    auto words = arguments;
    std::string name = "isobar";
    std::vector<char*> argv = {name.data()};
    for (auto& word : words) argv.push_back(word.data());
    const auto count = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    return guarded(isobar_commands, count, argv.data());
  };
  return run_limited(program, folder, limits);
}

TortureSetting setting_of(const TortureOptions& options) {
  // Where a sanitizer keeps its books, a bound on addresses means nothing.
#ifdef __SANITIZE_ADDRESS__
  constexpr std::uint64_t most_bytes = 0;
#else
  constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;
#endif
  TortureSetting setting;
  if (options.program.empty()) {
    setting.program = program_beside("isobar");
    setting.run = run_copy;
  } else {
    setting.program = std::filesystem::absolute(options.program);
    setting.run = run_of(setting.program);
  }
  setting.seed = options.seed;
  setting.first = options.first;
  setting.count = options.count > 0     ? options.count
                  : options.minutes > 0 ? std::numeric_limits<std::size_t>::max()
                                        : usual_count;
  if (options.minutes > 0) setting.minutes = options.minutes;
  if (!options.corpus.empty()) setting.corpus = read_corpus(options.corpus);
  if (!options.outcomes.empty()) setting.outcomes = std::filesystem::absolute(options.outcomes);
  setting.faults = options.faults;
  setting.workers = options.workers;
  setting.limits.seconds = options.seconds;
  setting.limits.bytes = most_bytes;
  setting.how = options.quiet ? Say::brief : Say::all;
  return setting;
}

}  // namespace

CLI::App* add_torture(CLI::App& app, TortureOptions& options) {
  auto* torture = app.add_subcommand("torture", other_command("torture")->help);
  torture->add_option("--seed", options.seed, "seed of the experiments [1]")->type_name("N");
  torture
      ->add_option("--count", options.count,
                   "how many experiments [300, or as many as fit into the minutes]")
      ->check(CLI::Range(std::size_t{1}, std::numeric_limits<std::size_t>::max()))
      ->type_name("N");
  torture->add_option("--first", options.first, "the number of the first one [0]")->type_name("N");
  torture->add_option("--minutes", options.minutes, "begin no other after so long [no limit]")
      ->check(CLI::PositiveNumber)
      ->type_name("MINUTES");
  torture
      ->add_option("--corpus", options.corpus,
                   "try the command lines of a file, a row each, and draw none")
      ->type_name("FILE");
  auto* outcomes = torture
                       ->add_option("--outcomes", options.outcomes,
                                    "write a corpus of what was tried, each below what it came to")
                       ->type_name("FILE");
  torture
      ->add_flag("--faults", options.faults,
                 "a full disk, signals, no standard output, in the place of other laws")
      ->excludes(outcomes);
  torture
      ->add_option("--seconds", options.seconds,
                   "processor time of a run until it gets a Ctrl-C [5]")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  torture->add_option("--program", options.program, "the program to try [this one]")
      ->type_name("FILE");
  torture->add_option("-j,--workers", options.workers, "experiments at a time [one per processor]")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  torture->add_flag("-q,--quiet", options.quiet, "no progress");
  torture->footer(
      "Experiments are drawn from the program's own tables, run, and held against laws\n"
      "(docs/torture.md). What breaks a law is printed with the shortest command that shows it.\n"
      "Examples:\n"
      "  isobar torture\n"
      "  isobar torture --seed 7 --minutes 30\n"
      "  isobar torture --faults --count 100\n"
      "  isobar torture --corpus tests/data/torture_corpus.txt\n"
      "  isobar torture --seed 7 --count 2000 --outcomes before.txt\n"
      "Exit status: 0 no law was broken, 1 one was, 2 bad input, 130 Ctrl-C came.");
  return torture;
}

int torture_command(const TortureOptions& options) {
  const auto setting = setting_of(options);
  mallopt(M_TOP_PAD, heap_step);
  const InterruptGuard guard;
  const auto counts = torture(setting, std::cout);
  std::cout << fmt::format("{} experiments: {} ran, {} refused, {} too long, {} broken\n",
                           counts.all(), counts.ran, counts.refused, counts.long_runs,
                           counts.broken);
  return counts.broken == 0 && !InterruptGuard::interrupted() ? 0 : 1;
}

}  // namespace isobar
