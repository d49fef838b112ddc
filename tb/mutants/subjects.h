// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "tb/rtl_modules.h"

namespace isobar {

/// A fabric whose PE is mutated, or what is between its PEs.
struct MutantSubject {
  /// The links of one dimension, with bandwidth/clock = lanes/cycles.
  struct Line {
    std::int64_t lanes;
    std::int64_t cycles;
    Cycle setup;
    Cycle latency;
  };

  std::string fabric;
  std::string scheme;
  std::vector<Line> lines;  ///< by dimension − 1
  std::int64_t task_bits;
  std::int64_t load_bits;
  Load depth;
  PhaseEnd phase_end = PhaseEnd::words;  ///< not of Liquid
  bool whole = false;                    ///< the fabric is mutated, and runs as a whole
  QueueEnd fetch = QueueEnd::oldest;     ///< this and the next are of work stealing
  Cycle handling = 1;
  bool in_noise = false;  ///< a PE beside another one, which has no stimuli

  bool steals() const { return scheme.rfind("steal", 0) == 0; }
  /// Whether its PEs have routers.
  bool passes_on() const { return steals() && scheme.find("victims=nearest") == std::string::npos; }
  /// Whether it is compared as a whole fabric; PEs that steal are in no other.
  bool runs_whole() const { return whole || (steals() && !in_noise); }
  std::string name() const {
    return fabric + " " + scheme + (whole ? ", whole" : in_noise ? ", a PE" : "");
  }
};

/// The loads and the traffic of a run of a subject.
struct MutantStimulus {
  Load most_load;  ///< the highest initial load, except for one PE
  double traffic;  ///< Traffic::rate
  double stalls;
  std::int64_t steps;  ///< of work stealing, which has none, cycles
  std::uint64_t seed;
  bool application = false;  ///< executors at the streams, instead of loads at the start
  const char* tree = "t=1,a=3,d=5,b=4";  ///< of its tasks, by parameters of `uts`
  bool speeds = false;                   ///< each PE works at a speed of its own
};

/// Those in which each part of a PE's logic is used.
const std::vector<MutantSubject>& mutant_subjects(const RtlModules& modules);

/// What is tried with a subject in order, the quick and telling first.
const std::vector<MutantStimulus>& mutant_stimuli(const MutantSubject& subject);

/// The run of a subject with a stimulus.
Experiment experiment_of(const MutantSubject& subject, const MutantStimulus& stimulus);
/// Those of its PEs.
RtlParameters parameters_of(const MutantSubject& subject);

}  // namespace isobar
