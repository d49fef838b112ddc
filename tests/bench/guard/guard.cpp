// SPDX-License-Identifier: Apache-2.0
// Holds the program's speed, as ratios to what others do in the same minutes, to the bounds in a
// file: `isobar_guard BOUNDS`. The best of six measurements counts, and the first that is within
// its bound is the last. With --record five measurements become the file's new contents on standard
// output.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <systemc>
#include <thread>
#include <vector>

#include "tests/bench/guard/bounds.h"
#include "tests/bench/guard/ratios.h"

namespace {

using isobar::bench::Measured;
using isobar::bench::Ratio;

struct Options {
  std::string bounds;
  std::string only;
  bool record = false;
};

std::vector<const Ratio*> chosen(const Options& options) {
  std::vector<const Ratio*> some;
  for (const auto& ratio : isobar::bench::ratios()) {
    if (ratio.name.find(options.only) != std::string::npos) some.push_back(&ratio);
  }
  return some;
}

/// Appends a measurement of each, one after the other, so that what disturbs for a while disturbs
/// no ratio alone.
void measure(const std::vector<const Ratio*>& some,
             std::map<std::string, std::vector<double>>& all) {
  for (const auto* ratio : some) all[ratio->name].push_back(ratio->measure());
}

double best(const std::vector<double>& values, Ratio::Better better) {
  return better == Ratio::Better::smaller ? *std::min_element(values.begin(), values.end())
                                          : *std::max_element(values.begin(), values.end());
}

bool is_within(double value, double bound, Ratio::Better better) {
  return better == Ratio::Better::smaller ? value <= bound : value >= bound;
}

int guard(const Options& options) {
  const auto bounds = isobar::bench::read_bounds(options.bounds);
  std::map<std::string, std::vector<double>> values;
  auto left = chosen(options);
  for (const auto* ratio : left) {
    if (bounds.count(ratio->name) == 0) {
      throw std::runtime_error(fmt::format("{}: no bound of {}", options.bounds, ratio->name));
    }
  }
  constexpr int rounds = 6;
  for (int round = 1; round <= rounds && !left.empty(); ++round) {
    // Others on the machine may disturb for a minute.
    std::this_thread::sleep_for(std::chrono::seconds(10 * (round - 1)));
    measure(left, values);
    std::vector<const Ratio*> beyond;
    for (const auto* ratio : left) {
      const auto& measured = bounds.at(ratio->name);
      const double worst = bound(measured, ratio->better);
      const double value = best(values[ratio->name], ratio->better);
      const bool good = is_within(value, worst, ratio->better);
      fmt::print("{}: {:.3g}, {} {:.3g} ({:.3g} when it was recorded): {}{}\n", ratio->name, value,
                 ratio->better == Ratio::Better::smaller ? "at most" : "at least", worst,
                 measured.median, ratio->what,
                 good             ? ""
                 : round < rounds ? " - again"
                                  : " - FAILED");
      if (!good) beyond.push_back(ratio);
    }
    left = beyond;
  }
  return left.empty() ? 0 : 1;
}

int record(const Options& options) {
  std::map<std::string, std::vector<double>> values;
  const auto some = chosen(options);
  for (int round = 0; round < 5; ++round) measure(some, values);
  std::map<std::string, Measured> bounds;
  for (const auto* ratio : some) bounds[ratio->name] = isobar::bench::summary(values[ratio->name]);
  fmt::print("{}", isobar::bench::bounds_text(bounds));
  return 0;
}

}  // namespace

int sc_main(int argc, char** argv) {
  Options options;
  CLI::App app("Holds ratios of the program's speed to their bounds.");
  app.add_option("BOUNDS", options.bounds, "the file of bounds")->check(CLI::ExistingFile);
  app.add_option("--only", options.only, "only ratios whose name has this in it");
  app.add_flag("--record", options.record, "measure five times and print what BOUNDS would hold");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!options.record && options.bounds.empty()) throw std::runtime_error("BOUNDS is missing");
    return options.record ? record(options) : guard(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "isobar_guard: {}\n", error.what());
    return 2;
  }
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
