// SPDX-License-Identifier: Apache-2.0
#include "sim/run_command.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <iostream>
#include <memory>

#include "models/errors.h"
#include "models/pe/fabric_model.h"
#include "models/steps/run_steps.h"
#include "sim/progress.h"
#include "sim/result_json.h"
#include "sim/result_text.h"
#include "waves/output_file.h"
#include "waves/wave_recorder.h"

namespace isobar {
namespace {

std::atomic<bool> interrupted{false};

/// While it lives, Ctrl-C ends the run at the next step end; a second one ends the program, and
/// leaves no unfinished file.
class InterruptGuard {
 public:
  InterruptGuard() {
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
  }
  ~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  static void stop(int signal) {
    if (!interrupted.exchange(true)) return;
    remove_unfinished_files();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
};

/// What goes wrong in `write` is said of the key that asked for it.
template <class Write>
void writing(const Config& config, const char* key, Write write) {
  try {
    write();
  } catch (const ValueError& error) {
    throw bad_value(config, key, error.what());
  }
}

RunResult simulate(const Config& config, WaveRecorder* waves) {
  ProgressBar bar(config.experiment);
  const Watch watch = [&](const Progress& progress) {
    bar.update(progress);
    return !interrupted;
  };
  if (config.level == Level::steps) return run_steps(config.experiment, watch);
  return run_cycles(config.experiment, watch, waves);
}

}  // namespace

int run_command(const Config& config) {
  const auto& outputs = config.outputs;
  const InterruptGuard guard;
  // Opened before the run: hours of it are not to be lost for a folder that cannot be written.
  std::unique_ptr<OutputFile> json;
  std::unique_ptr<WaveRecorder> waves;
  if (outputs.json && *outputs.json != "-") {
    writing(config, "json", [&] { json = std::make_unique<OutputFile>(*outputs.json); });
  }
  if (outputs.wave) {
    writing(config, "wave", [&] {
      waves = std::make_unique<WaveRecorder>(config.experiment, *outputs.wave_scope, *outputs.wave);
    });
  }
  const RunResult result = simulate(config, waves.get());
  if (waves) writing(config, "wave", [&] { waves->finish(result.run.cycles); });
  if (json) {
    writing(config, "json", [&] {
      write_json(config, result, outputs.summary, json->stream());
      json->commit();
    });
  }
  if (outputs.json && !json) {
    write_json(config, result, outputs.summary, std::cout);
  } else {
    std::cout << result_text(config, result, 64);
  }
  const auto failure = failure_text(config, result);
  if (failure.empty()) return 0;
  std::cerr << "isobar: " << failure << '\n';
  return 1;
}

}  // namespace isobar
