// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/whole_fabric_command.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "host/interrupt.h"
#include "models/errors.h"
#include "sim/result/shown_result.h"
#include "sim/terminal/progress.h"
#include "sim/terminal/say.h"
#include "tb/stealing_fabric.h"
#include "tb/whole_fabric.h"
#include "tb/whole_waves.h"

namespace isobar {
namespace {

std::string difference(const Config& config, const FabricMismatch& at) {
  const auto& fabric = config.experiment.fabric;
  std::string where;
  if (at.node) where = fmt::format(", PE {}", fabric.address(*at.node));
  if (at.port) {
    where += ", link to " + fabric.title(*fabric.neighbour(*at.node, *at.port));
  }
  // Messages know no steps.
  const auto step = config.experiment.agents ? std::string() : fmt::format("step {}, ", at.step);
  return fmt::format("isobar: RTL and model differ: {}cycle {}{}, {}: RTL {}, model {}\n", step,
                     at.cycle, where, at.quantity, at.rtl, at.model);
}

}  // namespace

int whole_fabric_command(const Config& config, Say how) {
  const InterruptGuard guard;
  const auto& parameters = config.rtl->parameters;
  if (parameters.task_bits <= 32) {
    throw ValueError(
        fmt::format("task_bits = {}: --whole needs more than 32, so that each task "
                    "can be identified",
                    parameters.task_bits));
  }
  const VerilatedLibrary library(rtl_fabric(parameters, config.rtl->own),
                                 how == Say::all ? say_on_terminal : say_nothing);
  std::unique_ptr<WholeWaves> waves;
  const auto writing = [&](const auto& write) {
    try {
      write();
    } catch (const ValueError& error) {
      throw bad_value(config, "wave", error.what());
    }
  };
  const auto& outputs = config.outputs;
  if (outputs.wave) {
    writing([&] {
      waves = std::make_unique<WholeWaves>(config.experiment, parameters, *outputs.wave_scope,
                                           *outputs.wave, outputs.wave_window);
    });
  }
  const auto result = [&] {
    ProgressBar bar(config.experiment, ProgressBar::Terminal::standard_error(how));
    const auto watch = [&](const Progress& progress) {
      bar.update(progress);
      return !InterruptGuard::interrupted();
    };
    const auto& e = config.experiment;
    return parameters.design == RtlDesign::stealing
               ? run_stealing_fabric(e, parameters, library, watch, waves.get())
               : run_whole_fabric(e, parameters, library, watch, waves.get());
  }();
  if (waves) {
    const Cycle end = result.mismatch ? result.mismatch->cycle + 1 : result.run->run.cycles;
    writing([&] { waves->finish(end); });
    if (waves->window_missed()) {
      const auto why = fmt::format("the run ended before, after {} cycles", end);
      std::cerr << "isobar: " << bad_value(config, "wave_from", why).what() << '\n';
    }
  }
  if (result.mismatch) {
    std::cerr << difference(config, *result.mismatch);
    return 1;
  }
  std::cout
      << shown_result(config, *result.run, how)
      << fmt::format(
             "The whole fabric in RTL and the model agree: {} PE-cycles, {} numbers and tasks "
             "compared.\n",
             result.pe_cycles, result.compared);
  return status_of(config, *result.run);
}

}  // namespace isobar
