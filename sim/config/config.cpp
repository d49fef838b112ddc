// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/experiment/limits.h"
#include "models/measure/goals.h"
#include "models/schemes/contract/registry.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/config/absolute_paths.h"
#include "sim/config/input_error.h"
#include "sim/config/resolve_outputs.h"
#include "sim/config/resolve_running.h"
#include "sim/config/resolver.h"
#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"

namespace isobar {
namespace {

constexpr std::int64_t max_bits = std::int64_t{1} << 20;
constexpr Cycle max_link_cycles = 1'000'000'000;
constexpr std::int64_t max_count = std::int64_t{1} << 62;
constexpr Load roomy_depth = Load{1} << 15;  // of a queue whose tasks create others

Level parse_level(const std::string& text) {
  if (text == "steps") return Level::steps;
  if (text == "cycles") return Level::cycles;
  if (text == "rtl") return Level::rtl;
  throw ValueError(fmt::format("unknown level '{}'; allowed: steps, cycles, rtl", text));
}

double parse_part(std::string_view text, std::string_view what, double most) {
  double part = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
  if (error != std::errc() || end != text.data() + text.size() || !(part >= 0 && part <= most)) {
    throw ValueError(fmt::format("{} from 0 to {} is needed, not '{}'", what, most, text));
  }
  return part;
}

Goal parse_goal(const std::string& text) {
  const auto colon = text.find(':');
  const auto* entry = find_goal(std::string_view(text).substr(0, colon));
  const bool argument = entry != nullptr && entry->argument.kind != GoalArgument::Kind::none;
  if (entry == nullptr || (!argument && colon != std::string::npos)) {
    throw ValueError(fmt::format("unknown goal '{}'; allowed: {}", text, goal_forms()));
  }
  if (!argument) return {entry->kind, 0};
  const auto& [kind, symbol, what, example] = entry->argument;
  if (colon == std::string::npos) {
    throw ValueError(
        fmt::format("{} needs a number, for example {}:{}", entry->name, entry->name, example));
  }
  const auto number = std::string_view(text).substr(colon + 1);
  if (kind == GoalArgument::Kind::count) {
    return {entry->kind, parse_integer(number, what, 0, max_count)};
  }
  return {entry->kind, 0, parse_part(number, what, 1)};
}

Goal resolve_goal(Resolver& resolver, const Experiment& e) {
  Goal goal;
  if (resolver.entry("until").value != "auto") {
    goal = resolver.value("until", parse_goal);
  } else {
    if (e.application) goal.kind = Goal::Kind::finished;
    resolver.note("until", std::string(e.application ? "finished" : "balanced"));
  }
  if (goal_entry(goal.kind).runs == GoalEntry::Runs::with_application && !e.application) {
    resolver.reject("until", "no application runs that could finish");
  }
  return goal;
}

/// By dimension − 1.
std::vector<LinkClass> resolve_links(Resolver& resolver, const Fabric& fabric,
                                     const Rational& clock) {
  const auto cycles = [&](const char* what, Cycle lo) {
    return [&clock, what, lo](const std::string& text) {
      return parse_cycles(text, clock, what, lo, max_link_cycles);
    };
  };
  const auto override_with = [&](const std::string& prefix, LinkClass link) {
    const auto take = [&](const std::string& key) {
      return prefix == "link." || resolver.given(key);
    };
    if (take(prefix + "bandwidth")) {
      link.bandwidth = resolver.value(prefix + "bandwidth", parse_bandwidth);
    }
    if (take(prefix + "latency")) {
      link.latency = resolver.value(prefix + "latency", cycles("a link's latency", 1));
      resolver.note(prefix + "latency", link.latency);
    }
    if (take(prefix + "setup")) {
      link.setup = resolver.value(prefix + "setup", cycles("a link's set-up", 0));
      resolver.note(prefix + "setup", link.setup);
    }
    if (take(prefix + "energy")) {
      link.energy = resolver.value(prefix + "energy", parse_bit_energy);
    }
    return link;
  };
  const LinkClass all = override_with("link.", {});
  std::vector<LinkClass> links;
  for (std::size_t d = 1; d <= fabric.radices().size(); ++d) {
    links.push_back(override_with(fmt::format("link.{}.", d), all));
  }
  return links;
}

/// `link.D.…` is accepted by its form; here the fabric says which D there are.
void check_dimensions(const ConfigText& text, const Resolver& resolver, const Fabric& fabric) {
  for (const auto& [key, entry] : text.entries()) {
    const auto parts = split(key, '.');
    if (parts.size() != 3) continue;
    try {
      const auto d = parse_integer(parts[1], "a dimension", 1,
                                   static_cast<std::int64_t>(fabric.radices().size()));
      if (fabric.radix(static_cast<unsigned>(d)) == 1) {
        throw ValueError(fmt::format("dimension {} of {} has no links", d, fabric.name()));
      }
    } catch (const ValueError& error) {
      resolver.reject(key, error.what());
    }
  }
}

void check_queue(Resolver& resolver, const Experiment& e) {
  for (std::size_t pe = 0; pe < e.loads.size(); ++pe) {
    if (e.loads[pe] < e.queue_depth) continue;
    resolver.reject(
        "queue_depth",
        fmt::format("PE {} starts with {} tasks; a queue starts with at most depth - 1, "
                    "the last place belongs to landings",
                    pe, e.loads[pe]));
  }
  if (e.load_bits < 62 && (Load{1} << e.load_bits) <= e.queue_depth) {
    resolver.reject("load_bits", fmt::format("too few bits for loads up to the queue depth {}; "
                                             "at least {} are needed",
                                             e.queue_depth, default_load_bits(e.queue_depth)));
  }
}

std::int64_t limit_for(const Experiment& e) {
  const auto step = due_step(e.goal);
  if (step) return *step;
  if (e.application) return max_count;  // it ends by itself
  const auto default_value = default_max_steps(e.fabric, e.loads);
  const auto cycle = due_cycle(e.goal);
  // Every step takes a cycle at least, unless there is no link at all.
  return cycle && e.fabric.dimensions() > 0 ? std::max(default_value, *cycle) : default_value;
}

/// Nothing of a run may count further than its counters.
void check_slots(Resolver& resolver, const Experiment& e) {
  constexpr Cycle longest = Cycle{1} << 40;
  for (const auto& link : e.links) {
    if (link.passage(e.task_bits) <= longest && link.passage(e.load_bits) <= longest) continue;
    resolver.reject(
        "link.bandwidth",
        fmt::format("a task of {} bits or a word of {} would take more than 2^40 cycles",
                    e.task_bits, e.load_bits));
  }
}

/// What a fabric takes at a level, roughly: by measurement (docs/performance.md), or the arrays of
/// the level steps. Without this the system would end the program in the middle.
void require_memory(Resolver& resolver, const Fabric& fabric, Level level, double a_pe) {
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  const double needed = a_pe * fabric.pes() / gibibyte;
  const double there = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)) / gibibyte;
  if (needed <= there) return;
  resolver.reject("fabric", fmt::format("{} PEs need about {:.0f} GiB of memory at level {}, this "
                                        "machine has {:.0f}",
                                        fabric.pes(), needed, level_name(level), there));
}

void check_memory(Resolver& resolver, const Fabric& fabric, Level level) {
  const double a_pe = level == Level::steps ? 24.0 + 68.0 * fabric.degree() : 3000.0;
  require_memory(resolver, fabric, level, a_pe);
}

/// At level rtl: the queue of the RTL, rows of the scoreboard, lines as long as the latency.
void check_rtl_memory(Resolver& resolver, const Fabric& fabric, const RtlParameters& parameters) {
  constexpr double bytes = 1.0 / 8;
  constexpr double rows = 256;
  const auto lines =
      static_cast<double>(parameters.ports()) * static_cast<double>(parameters.max_lanes()) * bytes;
  Cycle latency = 1;
  for (const auto& ring : parameters.rings) latency = std::max(latency, ring.link.latency);
  const auto task = static_cast<double>(parameters.task_bits) * bytes;
  const double a_pe = 20'000.0 + static_cast<double>(parameters.depth) * (task + 8) +
                      rows * (150 + 3 * task + lines) +
                      2 * static_cast<double>(latency) * (lines + 16);
  require_memory(resolver, fabric, Level::rtl, a_pe);
}

void check_tasks(Resolver& resolver, const Config& config) {
  const auto& loads = config.experiment.loads;
  const auto total = std::accumulate(loads.begin(), loads.end(), Load{0});
  if (config.level != Level::steps && total > max_tasks_at_cycles) {
    resolver.reject("load", fmt::format("{} tasks are too many to hold one by one at level {} (at "
                                        "most {}); level steps takes more",
                                        total, level_name(config.level), max_tasks_at_cycles));
  }
}

std::vector<Load> resolve_loads(Resolver& resolver, const Experiment& e,
                                const ApplicationMaker& application, std::int64_t seed) {
  if (!e.application) {
    const auto folder = resolver.entry("load").folder;
    return resolver.value("load", [&](const std::string& rule) {
      return load_from(rule, e.fabric.pes(), static_cast<std::uint64_t>(seed), folder);
    });
  }
  if (resolver.given("load")) resolver.reject("load", "the application brings its own tasks");
  check_loads(application.initial_loads, e.fabric.pes());
  return application.initial_loads;
}

/// By dimension − 1; 0 where nothing is asked for.
std::vector<std::int64_t> resolve_lanes(Resolver& resolver, const Fabric& fabric) {
  const auto lanes = integer("a link's lanes", 1, 4096);
  const auto all = resolver.value_or_auto("link.lanes", lanes, [] { return std::int64_t{0}; });
  if (all == 0) resolver.note("link.lanes", std::string("auto"));
  std::vector<std::int64_t> out;
  for (std::size_t d = 1; d <= fabric.radices().size(); ++d) {
    const auto key = fmt::format("link.{}.lanes", d);
    out.push_back(resolver.given(key) ? resolver.value(key, lanes) : all);
    if (resolver.given(key)) resolver.note(key, out.back());
  }
  return out;
}

std::optional<CosimSetting> resolve_rtl(const ConfigText& text, Resolver& resolver, Level level,
                                        const Experiment& e, std::int64_t seed) {
  if (level != Level::rtl) {
    for (const auto& [key, entry] : text.entries()) {
      const auto parts = split(key, '.');
      const bool lanes = parts.front() == "link" && parts.back() == "lanes";
      if (lanes || key == "rtl_pes" || key == "traffic" || key == "stalls" ||
          key == "mismatch_wave") {
        resolver.reject(key, "this is for level rtl only");
      }
    }
    return {};
  }
  CosimSetting setting;
  const auto lanes = resolve_lanes(resolver, e.fabric);
  try {
    setting.parameters = RtlParameters::of(e, lanes);
  } catch (const ValueError& error) {
    resolver.reject("level", fmt::format("as RTL this cannot be: {}", error.what()));
  }
  check_rtl_memory(resolver, e.fabric, setting.parameters);
  setting.nodes = resolver.value("rtl_pes", [&](const std::string& pes) {
    return (pes == "all" ? PeSet::all(e.fabric) : PeSet::parse(pes, e.fabric)).nodes();
  });
  setting.traffic.seed = static_cast<std::uint64_t>(seed);
  setting.traffic.rate = resolver.value(
      "traffic", [](const std::string& rate) { return parse_part(rate, "a rate", 1); });
  setting.traffic.stalls = resolver.value(
      "stalls", [](const std::string& rate) { return parse_part(rate, "a rate", 0.99); });
  resolver.note("traffic", setting.traffic.rate);
  resolver.note("stalls", setting.traffic.stalls);
  if (setting.traffic.stalls > 0 && !setting.traffic.any()) {
    resolver.reject("stalls", "without traffic nothing is taken or not");
  }
  for (const char* key : {"record", "picture", "save"}) {
    if (!setting.traffic.any() || !resolver.given(key)) continue;
    resolver.reject(key, "with traffic loads change in the middle of phases");
  }
  return setting;
}

}  // namespace

const char* level_name(Level level) {
  switch (level) {
    case Level::steps:
      return "steps";
    case Level::cycles:
      return "cycles";
    case Level::rtl:
      return "rtl";
  }
  return "";
}

Config resolve(const ConfigText& text) {
  Resolver resolver(text);
  auto fabric = resolver.value("fabric", [&](const std::string& name) {
    return fabric_from(name, resolver.entry("fabric").folder);
  });
  Config config{Level::cycles, Experiment(std::move(fabric)), {}, {}, {}};
  auto& e = config.experiment;
  const auto choice = resolver.value("scheme", SchemeChoice::parse);
  const auto seed = resolver.value("seed", integer("a seed", 0, max_count));
  resolver.note("seed", seed);
  config.level = resolver.value("level", parse_level);
  if (choice.is_ideal() && !resolver.given("level")) {
    config.level = Level::steps;
    resolver.note("level", std::string(level_name(config.level)));
  }
  e.clock = resolver.value("clock", parse_clock);
  // Refused before loads and applications, which can be large, are made.
  check_memory(resolver, e.fabric, config.level);
  const auto application = resolve_application(resolver, e, config.level, seed);
  e.goal = resolve_goal(resolver, e);
  check_dimensions(text, resolver, e.fabric);
  const auto links = resolve_links(resolver, e.fabric, e.clock);
  for (std::size_t d = 0; d < links.size(); ++d) {
    e.links[d] = LinkTiming(links[d], e.clock);
    e.link_energy[d] = links[d].energy;
  }
  e.task_bits = resolver.value("task_bits", integer("the bits of a task", 1, max_bits));
  resolver.note("task_bits", e.task_bits);
  e.tolerance = resolver.value_or_auto("tolerance", integer("a tolerance", 0, max_total_load),
                                       [&] { return e.tolerance; });
  config.outputs = resolve_outputs(resolver, config.level, e.fabric,
                                   !e.application && !choice.is_message_driven());
  e.loads = resolve_loads(resolver, e, application, seed);
  e.queue_depth =
      resolver.value_or_auto("queue_depth", integer("a queue's depth", 2, max_total_load * 2), [&] {
        const bool roomy = application.creates_tasks || application.is_persistent;
        return std::max(default_queue_depth(e.loads), roomy ? roomy_depth : 0);
      });
  e.load_bits = resolver.value_or_auto("load_bits", integer("the bits of a load word", 1, 62),
                                       [&] { return default_load_bits(e.queue_depth); });
  check_queue(resolver, e);
  check_slots(resolver, e);
  check_tasks(resolver, config);
  resolve_machines(resolver, e, seed);
  resolve_executor(resolver, e, application);
  check_conductor(resolver, e, application, *choice.entry);
  if (choice.is_message_driven()) {
    resolve_agents(resolver, e, choice, config.level, seed);
  } else {
    resolve_without_agents(resolver, e, *choice.entry);
    e.max_steps = resolver.value_or_auto("max_steps", integer("a number of steps", 0, max_count),
                                         [&] { return limit_for(e); });
    e.scheme = resolver.value("scheme", [&](const std::string&) {
      return std::shared_ptr<const SynchronousScheme>(
          choice.make(e.fabric, e.load_bits, static_cast<std::uint64_t>(seed), e.speeds));
    });
    resolve_ideal(resolver, e, application, config.level);
  }
  check_outputs(resolver, config.outputs, e);
  config.rtl = resolve_rtl(text, resolver, config.level, e, seed);
  config.keys = resolver.keys();
  return config;
}

InputError bad_value(const Config& config, const std::string& key, const std::string& why) {
  for (const auto& k : config.keys) {
    const auto* value = std::get_if<std::string>(&k.value);
    if (k.name == key && value != nullptr)
      return InputError(value_message(k.origin, key, *value, why));
  }
  return InputError(fmt::format("{}: {}", key, why));
}

namespace {

/// A TOML basic string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string toml_value(const ResolvedKey& key) {
  if (const auto* text = std::get_if<std::string>(&key.value)) {
    return quoted(absolute_paths(key.name, *text, key.folder));
  }
  if (const auto* flag = std::get_if<bool>(&key.value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<double>(&key.value)) return fmt::format("{}", *number);
  return std::to_string(std::get<std::int64_t>(key.value));
}

}  // namespace

std::string to_toml(const Config& config) {
  std::string out;
  for (const auto& key : config.keys) {
    out +=
        fmt::format("{:<34} # {}\n", fmt::format("{} = {}", key.name, toml_value(key)), key.origin);
  }
  return out;
}

}  // namespace isobar
