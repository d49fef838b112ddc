// SPDX-License-Identifier: Apache-2.0
#include "sim/config/resolve_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "models/measure/goals.h"
#include "sim/result/run_lock.h"
#include "sim/result/run_store.h"
#include "sim/result/store_schema.h"
#include "waves/layout_files.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

/// Where a path leads, whether or not anything is there.
std::filesystem::path destination(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
}

/// The files that a run writes: no two may be one.
class Destinations {
 public:
  explicit Destinations(const Resolver& resolver) : resolver_(resolver) {}

  /// `key` asks for `path`, which then is written as `what`.
  void claim(const std::string& key, const std::filesystem::path& path, const std::string& what) {
    const auto [before, is_new] = taken_.emplace(destination(path), what);
    if (!is_new) resolver_.reject(key, "this file is written as the run's " + before->second);
  }
  /// The same of a wave file, beside which its layouts are written.
  void claim_waves(const std::string& key, const std::filesystem::path& path,
                   const std::string& what) {
    claim(key, path, what);
    for (const auto& layout : layout_paths(path)) claim(key, layout, what + "' layout");
  }

 private:
  const Resolver& resolver_;
  std::map<std::filesystem::path, std::string> taken_;
};

/// What of the run waves and trace show.
void resolve_recording(Resolver& resolver, const Fabric& fabric, Outputs& outputs) {
  if (!outputs.wave && !outputs.trace) {
    for (const char* key : {"wave_scope", "wave_from", "wave_to"}) {
      if (!resolver.given(key)) continue;
      resolver.reject(key, "there is no wave file and no trace to which it applies");
    }
    return;
  }
  const auto parse = [&](const std::string& scope) { return WaveScope::parse(scope, fabric); };
  outputs.wave_scope =
      resolver.given("wave_scope") ? resolver.value("wave_scope", parse) : parse("");
  auto& window = outputs.wave_window;
  if (resolver.given("wave_from")) window.from = resolver.value("wave_from", RunInstant::parse);
  if (resolver.given("wave_to")) window.to = resolver.value("wave_to", RunInstant::parse);
  const auto fault = window.fault();
  if (!fault.empty()) resolver.reject("wave_to", fault);
}

/// A record is of phases, and of loads that follow from what they decide.
void check_record(const Resolver& resolver, const Experiment& e) {
  if (!resolver.given("record")) return;
  if (e.agents) resolver.reject("record", "a message-driven scheme has no phases");
  if (e.application) {
    resolver.reject("record", "an application changes loads in the middle of phases");
  }
}

void check_window(const Resolver& resolver, const Outputs& outputs, const Experiment& e) {
  const auto in_steps = [](const std::optional<RunInstant>& instant) {
    return instant && instant->unit == RunInstant::Unit::steps;
  };
  const auto& [from, to] = outputs.wave_window;
  if (e.agents) {
    constexpr auto why = "a message-driven scheme has no steps; cycles:N is allowed";
    if (in_steps(from)) resolver.reject("wave_from", why);
    if (in_steps(to)) resolver.reject("wave_to", why);
    return;
  }
  if (!in_steps(from)) return;
  auto most = e.max_steps;
  if (const auto due = due_step(e.goal)) most = std::min(most, *due);
  if (from->count < most) return;
  resolver.reject("wave_from", fmt::format("the run ends after {} steps at the latest", most));
}

}  // namespace

Outputs resolve_outputs(Resolver& resolver, Level level, const Fabric& fabric, bool phased) {
  Outputs outputs;
  Destinations destinations(resolver);
  const auto file = [](const std::string& value) {
    if (value.empty()) throw ValueError("the name of a file is needed");
    return value;
  };
  const auto wave_file = [&](const std::string& name) {
    wave_format(file(name));
    return name;
  };
  if (resolver.given("wave")) {
    outputs.wave = resolver.value("wave", wave_file);
    destinations.claim_waves("wave", *outputs.wave, "waves");
  }
  if (resolver.given("trace")) {
    outputs.trace = resolver.value("trace", [](const std::string& name) {
      if (std::filesystem::path(name).extension() != ".json") {
        throw ValueError("a trace's name ends in .json");
      }
      return name;
    });
    destinations.claim("trace", *outputs.trace, "trace");
  }
  resolve_recording(resolver, fabric, outputs);
  if (resolver.given("json")) {
    outputs.json = resolver.value("json", file);
    if (*outputs.json != "-") destinations.claim("json", *outputs.json, "result");
  }
  outputs.summary = resolver.value("summary", parse_bool);
  resolver.note("summary", outputs.summary);
  if (resolver.given("record")) {
    outputs.record = resolver.value("record", [&](const std::string& name) {
      if (name == "-") throw ValueError("a file is needed; standard output is the result's");
      return file(name);
    });
    destinations.claim("record", *outputs.record, "record");
  }
  if (resolver.given("save")) {
    outputs.save = resolver.value("save", [&](const std::string& name) {
      if (name == "-") throw ValueError("a file is needed; standard output is the result's");
      require_replaceable_store(file(name));
      return name;
    });
    if (fabric.pes() > max_stored_pes) {
      resolver.reject("save", fmt::format("{} has {} PEs; runs of at most {} are kept",
                                          fabric.name(), fabric.pes(), max_stored_pes));
    }
    destinations.claim("save", *outputs.save, "history");
    destinations.claim("save", *outputs.save + run_lock_ending, "lock");
    for (const char* ending : store_side_files) {
      destinations.claim("save", *outputs.save + ending, "history");
    }
    outputs.history =
        resolver.value_or_auto("history", integer("a number of moments", 1, 1'000'000),
                               [&] { return default_history(fabric, phased); });
  } else if (resolver.given("history")) {
    resolver.reject("history", "the run is not saved");
  }
  if (resolver.given("picture")) {
    outputs.picture = resolver.value("picture", [&](const std::string& name) {
      if (std::filesystem::path(name).extension() != ".svg") {
        throw ValueError("a picture's name ends in .svg");
      }
      return name;
    });
    destinations.claim("picture", *outputs.picture, "picture");
  }
  if (level == Level::rtl) {
    outputs.mismatch_wave = resolver.value("mismatch_wave", wave_file);
    destinations.claim_waves("mismatch_wave", outputs.mismatch_wave, "mismatch waves");
  }
  return outputs;
}

void check_outputs(Resolver& resolver, const Outputs& outputs, const Experiment& e) {
  check_record(resolver, e);
  check_window(resolver, outputs, e);
}

}  // namespace isobar
