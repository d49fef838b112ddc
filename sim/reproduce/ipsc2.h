// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/reproduce/lab.h"

namespace isobar {

/// The Intel iPSC/2 as Willebeek-LeMair and Reeves used it: circuits of 22.4 Mb/s and 350 us for an
/// empty message (Nugent 1988), balancers in software that poll for messages after every 100 loops,
/// 130 us (Section V.B), one task a message. What neither says, the times of a poll and of handling
/// a message, is chosen so that the share of time spent on balancing is the published one
/// (docs/ipsc2.md).
std::map<std::string, std::string> ipsc2_machine();

/// How the paper's SID and RID are read: a PE tells only loads below the one that it told last,
/// means are exact, and shares are rounded down, but to no less than δ_MIN = 1. The paper says none
/// of it; of the readings that were tried (wlr-readings) its Table IV and Figures 7 and 8 fit this
/// one best (docs/ipsc2.md).
extern const char* const ipsc2_reading;

/// A scheme with the parameters of Table II, as docs/ipsc2.md reads them.
struct Ipsc2Scheme {
  std::string label;   ///< as the paper's Table IV has it
  std::string scheme;  ///< as `--scheme` takes it
};

const std::vector<Ipsc2Scheme>& ipsc2_schemes();

/// The places in it.
namespace ipsc2_places {
enum : std::size_t { dem, rid_low, rid_inf, sid_low, sid_inf, hbm, gm };
}

/// How many runs Table IV is made of, which differ in their random loads, and what they run.
constexpr int table4_runs = 10;
extern const char* const table4_loops;

/// Means over runs that differ in their seed.
struct Ipsc2Means {
  double seconds = 0;
  double optimal = 0;  ///< T_op, seconds
  double alone = 0;    ///< T_nobal, seconds
  double performance = 0;
  double speedup = 0;
  double tasks_moved = 0;
  double balancing = 0;  ///< share of the executors' cycles
  double idle = 0;       ///< share of the executors' cycles
  double age = 0;        ///< age of the information that decisions used, seconds
  std::size_t runs = 0;
  std::vector<double> performances;  ///< Π of each run

  /// The means over results of Lab::results.
  static Ipsc2Means of(const std::vector<Json>& results);
};

/// A run of `app` on the machine's `fabric`.
Setup ipsc2_setup(const std::string& fabric, const std::string& scheme, const std::string& app,
                  int seed);

/// The means of each group; the runs of all groups run at the same time.
std::vector<Ipsc2Means> ipsc2_means(const Lab& lab, const std::vector<std::vector<Setup>>& groups);

/// The means of each of `schemes` over seeds 1 to `runs`.
std::vector<Ipsc2Means> ipsc2_means(const Lab& lab, const std::vector<std::string>& schemes,
                                    const std::string& fabric, const std::string& app, int runs);

}  // namespace isobar
