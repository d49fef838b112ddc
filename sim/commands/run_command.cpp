// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/interrupt.h"
#include "host/output_file.h"
#include "models/errors.h"
#include "models/link/observer_group.h"
#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "sim/config/length_note.h"
#include "sim/result/phase_record.h"
#include "sim/result/result_csv.h"
#include "sim/result/result_json.h"
#include "sim/result/rtl_text.h"
#include "sim/result/run_picture.h"
#include "sim/result/run_store.h"
#include "sim/result/shown_result.h"
#include "sim/terminal/colour.h"
#include "sim/terminal/progress.h"
#include "sim/terminal/say.h"
#include "tb/cosim.h"
#include "tb/inside_waves.h"
#include "tb/mismatch_waves.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tb/rtl_waves.h"
#include "tb/sliced/sliced_cosim.h"
#include "tb/stealing_cosim.h"
#include "tb/stealing_fabric.h"
#include "tb/whole_fabric.h"
#include "waves/trace_recorder.h"
#include "waves/wave_recorder.h"

namespace isobar {
namespace {

/// Calls `write`; an error gets the name of the key that asked for the file.
template <class Write>
void writing(const Config& config, const char* key, Write write) {
  try {
    write();
  } catch (const ValueError& error) {
    throw bad_value(config, key, error.what());
  }
}

/// Cycles until a run first was *shared*, and *balanced*.
std::array<std::optional<Cycle>, 2> cycles_to(const RunResult& result) {
  std::array<std::optional<Cycle>, 2> cycles;
  if (result.to_share) cycles[0] = result.to_share->cycles;
  if (result.to_balance) cycles[1] = result.to_balance->cycles;
  return cycles;
}

bool has(const std::vector<Node>& nodes, Node node) {
  return std::binary_search(nodes.begin(), nodes.end(), node);
}

/// So many cycles lead up to a difference where its waves are asked for.
constexpr Cycle cycles_before = 1000;

bool steals_in_rtl(const Config& config) {
  return config.rtl && config.rtl->parameters.design == RtlDesign::stealing;
}

/// The PE of a run at level rtl.
RtlTop rtl_pe(const Config& config) {
  const auto& parameters = config.rtl->parameters;
  return {rtl_modules(parameters).pe, rtl_pe_options(parameters), {}, config.rtl->own};
}

std::unique_ptr<InsideWaves> look_inside(const Config& config,
                                         void (*said)(const std::string& what)) {
  const auto& setting = *config.rtl;
  if (setting.inside.empty()) return nullptr;
  if (!steals_in_rtl(config)) return std::make_unique<InsideWaves>(rtl_pe(config), said);
  return std::make_unique<InsideWaves>(rtl_fabric(setting.parameters, setting.own), said,
                                       stealing_place(setting.parameters));
}

/// The wave file that a configuration asks for.
struct Waves {
  std::unique_ptr<RtlWaves> rows;       ///< at level rtl, except for work stealing
  std::unique_ptr<InsideWaves> inside;  ///< at level rtl, of PEs that are looked into
  std::unique_ptr<WaveRecorder> recorder;

  Waves(const Config& config, void (*said)(const std::string& what)) {
    if (!config.outputs.wave) return;
    WaveRecorder::AddSignals add;
    if (config.rtl) {
      const auto& setting = *config.rtl;
      if (!steals_in_rtl(config)) {
        rows = std::make_unique<RtlWaves>(RowLayout(setting.parameters, config.experiment.fabric));
      }
      inside = look_inside(config, said);
      add = [this, &setting](Node node, WaveTimeline& timeline, WaveLayout* layout) {
        if (rows && has(setting.nodes, node)) rows->add(node, timeline, layout);
        if (has(setting.inside, node)) inside->add(node, timeline, layout);
      };
    }
    writing(config, "wave", [&] {
      recorder = std::make_unique<WaveRecorder>(
          config.experiment, *config.outputs.wave_scope, *config.outputs.wave, add,
          config.outputs.wave_window, config.outputs.wave_tasks);
    });
  }
  void finish(const Config& config, Cycle end) const {
    if (recorder) writing(config, "wave", [&] { recorder->finish(end); });
  }
};

void (*saying(Say how))(const std::string& what) {
  return how == Say::all ? say_on_terminal : say_nothing;
}

/// The other records of the run that a configuration asks for, by key.
class Recordings {
 public:
  explicit Recordings(const Config& config) : config_(config) {
    const auto& outputs = config.outputs;
    if (outputs.record) add<PhaseRecord>("record");
    if (outputs.picture) add<RunPicture>("picture");
    if (outputs.save) add<RunStore>("save");
  }

  void add_to(ObserverGroup& observers) const {
    for (const auto& [key, recording] : all_) observers.add(&recording->observer());
  }
  void finish(const RunResult& result) const {
    for (const auto& [key, recording] : all_) {
      writing(config_, key, [&, &made = *recording] { made.finish(result); });
    }
  }

 private:
  template <class Kind>
  void add(const char* key) {
    writing(config_, key, [&] { all_.emplace_back(key, std::make_unique<Kind>(config_)); });
  }

  const Config& config_;
  std::vector<std::pair<const char*, std::unique_ptr<Recording>>> all_;
};

std::unique_ptr<TraceRecorder> make_trace(const Config& config) {
  const auto& outputs = config.outputs;
  std::unique_ptr<TraceRecorder> trace;
  if (!outputs.trace) return trace;
  writing(config, "trace", [&] {
    trace = std::make_unique<TraceRecorder>(config.experiment, *outputs.wave_scope, *outputs.trace,
                                            outputs.wave_window);
  });
  return trace;
}

/// A file of the result, opened before the run, or standard output, or neither.
class ResultFile {
 public:
  ResultFile(const Config& config, const char* key, const std::optional<std::string>& name)
      : config_(config), key_(key), is_standard_output_(name == "-") {
    if (!name || is_standard_output_) return;
    writing(config, key, [&] { file_ = std::make_unique<OutputFile>(*name); });
  }

  bool is_standard_output() const { return is_standard_output_; }

  template <class Write>
  void write(Write write_to) const {
    if (is_standard_output_) write_to(std::cout);
    if (!file_) return;
    writing(config_, key_, [&] {
      write_to(file_->stream());
      file_->commit();
    });
  }

 private:
  const Config& config_;
  const char* key_;
  bool is_standard_output_;
  std::unique_ptr<OutputFile> file_;
};

/// Says so if the window of waves and trace begins after the run.
void mention_missed_window(const Config& config, const RunResult& result) {
  const auto why = fmt::format(
      "the run ended before, after {} steps and {} cycles; of waves and trace there is its end "
      "only",
      result.run.steps, result.run.cycles);
  std::cerr << "isobar: " << bad_value(config, "wave_from", why).what() << '\n';
}

/// The result of a level; at level rtl with what was compared.
struct Simulated {
  RunResult run;
  std::optional<CosimResult> rtl;
};

CosimResult simulate_rtl(const Config& config, const Watch& watch, Observer* observer,
                         const Waves& waves, Say how) {
  if (config.rtl->engine == RtlEngine::gates) {
    SlicedModule gates(make_gate_netlist(config.rtl->parameters, config.rtl->own, saying(how)),
                       config.experiment.fabric.pes(), saying(how));
    return run_cosim(config.experiment, *config.rtl, gates, watch, observer, waves.rows.get());
  }
  if (steals_in_rtl(config)) {
    if (waves.inside) {
      return run_stealing_cosim(config.experiment, *config.rtl, waves.inside->library(), watch,
                                observer, waves.inside.get());
    }
    const VerilatedLibrary library(rtl_fabric(config.rtl->parameters, config.rtl->own),
                                   saying(how));
    return run_stealing_cosim(config.experiment, *config.rtl, library, watch, observer);
  }
  const VerilatedLibrary library(rtl_pe(config), saying(how));
  return run_cosim(config.experiment, *config.rtl, library, watch, observer, waves.rows.get(),
                   waves.inside.get());
}

/// `observer` may be null.
Simulated simulate(const Config& config, Observer* observer, const Waves& waves, Say how) {
  ProgressBar bar(config.experiment, ProgressBar::Terminal::standard_error(how));
  const Watch watch = [&](const Progress& progress) {
    bar.update(progress);
    return !InterruptGuard::interrupted();
  };
  switch (config.level) {
    case Level::steps:
      if (observer == nullptr) return {run_steps(config.experiment, watch, config.threads), {}};
      return {run_steps_generic(config.experiment, watch, observer), {}};
    case Level::cycles:
      return {run_cycles(config.experiment, watch, observer, nullptr, config.threads), {}};
    case Level::rtl:
      break;
  }
  auto rtl = simulate_rtl(config, watch, observer, waves, how);
  return {rtl.run ? std::move(*rtl.run) : RunResult{}, std::move(rtl)};
}

void show_waves_around(const CosimResult& rtl, const Config& config, Say how) {
  const auto& file = config.outputs.mismatch_wave;
  const RowLayout layout(config.rtl->parameters, config.experiment.fabric);
  const auto missing =
      write_mismatch_waves(file, config.experiment, layout, rtl, rtl_pe(config), saying(how));
  std::cerr << "  waves around it: " << file << '\n';
  if (!missing.empty()) std::cerr << "  " << missing << '\n';
}

/// Reports where RTL and model differ, and writes waves around it.
int mismatch(const Config& config, const CosimResult& rtl, const Waves& waves, Say how) {
  std::cerr << coloured(mismatch_text(config, rtl), Colour::bad, STDERR_FILENO);
  // The difference is reported even if its waves cannot be written.
  try {
    if (rtl.replay) {
      show_waves_around(rtl, config, how);
    } else {
      const auto& at = *rtl.mismatch;
      std::cerr << fmt::format(
          "  waves around it, with the signals inside: --wave FILE --wave-from cycles:{} --inside "
          "{}\n",
          std::max<Cycle>(0, at.cycle - cycles_before), at.node);
    }
    waves.finish(config, rtl.mismatch->cycle + 1);
  } catch (const std::exception& error) {
    std::cerr << "  waves: " << error.what() << '\n';
  }
  return 1;
}

void show_result(const Config& config, const RunResult& result, const CosimResult* rtl, Say how) {
  std::cout << shown_result(config, result, how);
  if (rtl == nullptr) return;
  std::cout << coloured(agreement_text(config, *rtl), Colour::good, STDOUT_FILENO);
}

}  // namespace

int run_command(const Config& config, Say how) {
  const auto& outputs = config.outputs;
  const InterruptGuard guard;
  // Opened before the run, so that hours of it are not lost for a folder that cannot be written.
  const ResultFile json(config, "json", outputs.json);
  const ResultFile csv(config, "csv", outputs.csv);
  if (const auto note = length_note(config); !note.empty() && how == Say::all) {
    std::cerr << "isobar: " << note << '\n';
  }
  const Recordings recordings(config);
  const Waves waves(config, saying(how));
  const auto trace = make_trace(config);
  if (config.rtl) {  // only to see that it could be written
    writing(config, "mismatch_wave", [&] { const OutputFile probe(outputs.mismatch_wave); });
  }
  ObserverGroup observers;
  observers.add(waves.recorder.get());
  observers.add(trace.get());
  recordings.add_to(observers);
  const auto simulated = simulate(config, observers.observer(), waves, how);
  const auto& result = simulated.run;
  const auto& rtl = simulated.rtl;
  if (rtl && rtl->mismatch) return mismatch(config, *rtl, waves, how);
  if (config.experiment.agents) {  // where no step ends say so
    const auto [shared, balanced] = cycles_to(result);
    if (waves.recorder) waves.recorder->reached(shared, balanced);
    if (trace) trace->reached(shared, balanced);
  }
  waves.finish(config, result.run.cycles);
  if (trace) writing(config, "trace", [&] { trace->finish(result.run.cycles); });
  const bool missed =
      (waves.recorder && waves.recorder->window_missed()) || (trace && trace->window_missed());
  if (missed) mention_missed_window(config, result);
  const auto* compared = rtl ? &*rtl : nullptr;
  json.write(
      [&](std::ostream& out) { write_json(config, result, compared, outputs.summary, out); });
  csv.write([&](std::ostream& out) {
    write_csv(config, measured_run(config, result, compared), outputs.summary, out);
  });
  if (!json.is_standard_output() && !csv.is_standard_output()) {
    show_result(config, result, compared, how);
  }
  std::cout.flush();
  recordings.finish(result);  // last: whatever fails there, the result is out
  return status_of(config, result);
}

}  // namespace isobar
