// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/synth_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <thread>

#include "host/interrupt.h"
#include "host/output_file.h"
#include "models/bits.h"
#include "models/errors.h"
#include "models/experiment/queue_memory.h"
#include "models/text.h"
#include "sim/commands/other_programs.h"
#include "sim/commands/synth_netlist.h"
#include "sim/commands/synth_report.h"
#include "sim/terminal/count_line.h"

namespace isobar {
namespace {

constexpr unsigned max_dimensions = 16;
constexpr std::int64_t max_bits = 4096;
constexpr std::int64_t max_load_bits = 62;
constexpr std::int64_t max_cycles = 65535;
constexpr std::int64_t max_depth = std::int64_t{1} << 20;
constexpr std::int64_t max_queue_registers = 16384;  ///< more than twice the largest device's
constexpr std::int64_t max_queue_bits = std::int64_t{1}
                                        << 21;  ///< more than half of the largest ECP5's
constexpr std::int64_t least_address_bits = 6;  ///< of 64 PEs
constexpr std::uint64_t max_routed_pes = 256;
constexpr unsigned default_seeds = 3;
constexpr std::int64_t max_seeds = 1000;
constexpr std::int64_t max_jobs = 1024;

/// Calls `read`; an error gets the option's name and value.
template <class Read>
auto option(const char* name, const std::string& value, Read read) {
  try {
    return read();
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("{} {}: {}", name, value, error.what()));
  }
}

/// 1,2,4 or 1..4 or both: each part is read by `one`, as a number.
template <class One>
std::set<unsigned> number_list(const std::string& text, One one) {
  std::set<unsigned> out;
  for (const auto part : split(text, ',')) {
    const auto dots = part.find("..");
    const unsigned first = one(part.substr(0, dots));
    const unsigned last = dots == std::string_view::npos ? first : one(part.substr(dots + 2));
    if (last < first) {
      throw ValueError(
          fmt::format("'{}' ends before it begins; allowed: lists as 1,3 or ranges as 1..3", part));
    }
    for (unsigned number = first; number <= last; ++number) out.insert(number);
  }
  return out;
}

std::set<unsigned> dimension_list(const std::string& text, unsigned most) {
  return number_list(text, [&](std::string_view part) {
    return static_cast<unsigned>(parse_integer(part, "a number of dimensions", 1, most));
  });
}

std::set<Condition> condition_list(const std::string& text) {
  std::set<Condition> out;
  const auto numbers = number_list(text, [](std::string_view part) {
    if (part.size() != 2 || part[0] != 'c' || part[1] < '0' || part[1] > '5') {
      throw ValueError(
          fmt::format("'{}' is no condition; allowed: c0 to c5, as c0,c3 or c2..c5", part));
    }
    return static_cast<unsigned>(part[1] - '0');
  });
  for (const auto number : numbers) out.insert(static_cast<Condition>(number));
  return out;
}

/// The dimensions of radix 2, of at most `most`.
std::set<unsigned> radix2_list(const std::string& text, unsigned most) {
  if (text == "none") return {};
  if (text == "all") return dimension_list(fmt::format("1..{}", most), most);
  return number_list(text, [&](std::string_view part) {
    try {
      return static_cast<unsigned>(parse_integer(part, "a dimension", 1, most));
    } catch (const ValueError& error) {
      throw ValueError(
          fmt::format("{}; allowed: none, all, or dimensions as 2,3 or 2..3", error.what()));
    }
  });
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<std::string> device_names() {
  const auto& all = synth_devices();
  std::vector<std::string> names(all.size());
  std::transform(all.begin(), all.end(), names.begin(),
                 [](const SynthDevice& d) { return d.name; });
  return names;
}

const SynthDevice& device_named(const std::string& name) {
  const auto& all = synth_devices();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const SynthDevice& d) { return d.name == name; });
  if (found != all.end()) return *found;
  throw ValueError("no such device; allowed: " + joined(device_names()));
}

std::string package_named(const SynthDevice& device, const std::string& name) {
  const auto& all = device.packages;
  if (name.empty()) return device.is_placed() ? all.front() : "";
  if (!device.is_placed()) {
    throw ValueError(fmt::format("{} has none here: its cells are counted only", device.name));
  }
  if (std::find(all.begin(), all.end(), name) != all.end()) return name;
  throw ValueError(fmt::format("{} does not come in it; allowed: {}", device.name, joined(all)));
}

QueueMemory memory_named(const SynthDevice& device, const std::string& name) {
  for (const auto& entry : queue_memories) {
    const bool there = entry.memory != QueueMemory::lut_ram || device.has_lut_ram();
    if (there && name == entry.word) return entry.memory;
  }
  throw ValueError(fmt::format(
      "{}; allowed: registers, block-ram, with --device ecp5 lut-ram",
      name == "lut-ram" ? device.name + " has no LUT RAM" : std::string("no such memory")));
}

unsigned seeds_of(const SynthDevice& device, const std::string& text) {
  if (device.is_placed()) {
    return text.empty() ? default_seeds
                        : static_cast<unsigned>(parse_integer(text, "--seeds", 0, max_seeds));
  }
  if (text.empty()) return 0;
  throw ValueError(
      fmt::format("--seeds {}: {} is not placed, its cells are counted only", text, device.name));
}

/// Throws ValueError for a queue that is too large to be synthesized.
void require_size(const SynthPlan& plan) {
  const bool registers = plan.queue_memory == QueueMemory::registers;
  const auto bits = plan.task_bits * plan.depth;
  const auto most = registers ? max_queue_registers : max_queue_bits;
  if (bits <= most) return;
  throw ValueError(fmt::format(
      "--queue-depth {}: with --task-bits {} the queue is {} {}; at most {} are allowed",
      plan.depth, plan.task_bits, bits, registers ? "registers" : "bits", most));
}

/// Throws ValueError for a plan whose netlist nobody could simulate, or which makes several.
void require_one_netlist(const SynthPlan& plan) {
  if (plan.design == RtlDesign::stealing) {
    throw ValueError(
        "PEs of steal are compared with the model in whole fabrics alone, which need a PE with "
        "parameters, and a netlist has none; allowed: --scheme lm, de, nna-portions, hhc-b");
  }
  if (plan.conditions.size() * plan.dimensions.size() != 1) {
    throw ValueError(
        fmt::format("it holds one PE, and --conditions and --dimensions ask for {}; allowed: one "
                    "condition and one number of dimensions",
                    plan.conditions.size() * plan.dimensions.size()));
  }
  if (!plan.device.is_placed() && plan.queue_memory == QueueMemory::block_ram) {
    throw ValueError(fmt::format(
        "Yosys has no model of {}'s block RAM; allowed: --queue-memory registers, lut-ram",
        plan.device.name));
  }
}

/// Sets whose PEs they are. Throws ValueError for what the others have.
void set_design(const SynthOptions& options, SynthPlan& plan) {
  const auto refuse = [](const char* name, const std::string& value, const char* scheme) {
    if (value.empty()) return;
    throw ValueError(fmt::format("{} {}: only PEs of --scheme {} have it", name, value, scheme));
  };
  if (options.scheme == "lm") {
    refuse("--phase-end", options.phase_end, "de, nna-portions or hhc-b");
    return;
  }
  static const auto rivals = [] {
    std::map<std::string, std::pair<RtlDesign, VictimChoice>> all = {
        {"de", {RtlDesign::exchange, {}}},
        {"nna-portions", {RtlDesign::averaging, {}}},
        {"hhc-b", {RtlDesign::hhc, {}}}};
    for (const auto victims : {VictimChoice::nearest, VictimChoice::ring, VictimChoice::xorshift}) {
      all[stealing_name(victims)] = {RtlDesign::stealing, victims};
    }
    return all;
  }();
  const auto rival = rivals.find(options.scheme);
  if (rival == rivals.end()) {
    throw ValueError(fmt::format(
        "--scheme {}: no PE of it is RTL; allowed: lm, de, nna-portions, hhc-b, steal, {}, {}",
        options.scheme, stealing_name(VictimChoice::ring), stealing_name(VictimChoice::xorshift)));
  }
  const SynthOptions defaults;
  if (options.conditions != defaults.conditions) refuse("--conditions", options.conditions, "lm");
  plan.design = rival->second.first;
  if (plan.design == RtlDesign::stealing) plan.victims = rival->second.second;
  const auto& end = options.phase_end;
  if (plan.design == RtlDesign::stealing) {
    refuse("--phase-end", end, "de, nna-portions or hhc-b");
    return;
  }
  if (options.radix2 != defaults.radix2) refuse("--radix2", options.radix2, "lm or steal");
  if (!end.empty() && end != "words" && end != "slot") {
    throw ValueError(fmt::format("--phase-end {}: no such end; allowed: words, slot", end));
  }
  plan.fixed_slot = end == "slot";
}

/// Throws ValueError for links that a PE with transfers of several tasks cannot have.
void require_transfers(const SynthPlan& plan) {
  if (plan.design == RtlDesign::liquid || plan.design == RtlDesign::stealing) return;
  const auto& link = plan.link;
  if (plan.task_bits % link.lanes != 0) {
    throw ValueError(fmt::format("--lanes {}: they have to divide the {} bits of a task",
                                 link.lanes, plan.task_bits));
  }
  if (!plan.fixed_slot && link.lanes > 1 && link.cycles_per_bit > 1) {
    throw ValueError(
        fmt::format("--lanes {}: with --cycles-per-bit {} a word of one bit has one lane; allowed: "
                    "1, or --phase-end slot",
                    link.lanes, link.cycles_per_bit));
  }
}

/// Throws ValueError for what is too quick for a PE of averaging or HHC B.
void require_times(const SynthPlan& plan) {
  const auto p = plan.parameters(Condition::c0, *plan.dimensions.rbegin());
  if (!p.serves_ports_at_once()) return;
  if (p.decision < p.least_decision() && plan.design == RtlDesign::hhc) {
    throw ValueError(
        fmt::format("--load-bits {}: the division takes as many cycles, and with --queue-depth {} "
                    "the RTL takes {}; allowed: at least {}",
                    plan.load_bits, plan.depth, p.least_decision(), p.least_decision()));
  }
  if (p.decision < p.least_decision()) {
    throw ValueError(fmt::format(
        "--load-bits {}: a decision takes a cycle more, and with --queue-depth {} and "
        "{} dimensions the RTL takes {}; allowed: at least {}",
        plan.load_bits, plan.depth, p.rings.size(), p.least_decision(), p.least_decision() - 1));
  }
  const auto task = plan.link.beats(plan.task_bits) * plan.link.cycles_per_bit;
  const auto least = p.least_task_cycles(plan.link);
  if (task < least) {
    throw ValueError(
        fmt::format("--task-bits {}: a task takes {} cycles on a link, and in {} dimensions the "
                    "RTL takes {} to serve the queue's other ports meanwhile",
                    plan.task_bits, task, p.rings.size(), least));
  }
}

/// The radix of rings. Throws ValueError where it says nothing, and for a torus that is too large.
void set_radix(const SynthOptions& options, SynthPlan& plan) {
  if (plan.asks_neighbours()) {
    if (options.radix.empty()) return;
    throw ValueError(fmt::format(
        "--radix {}: the PE is the same for all from 3 on; allowed with "
        "--scheme {} or {}",
        options.radix, stealing_name(VictimChoice::ring), stealing_name(VictimChoice::xorshift)));
  }
  constexpr std::int64_t usual = 4;
  plan.radix = static_cast<std::uint32_t>(
      options.radix.empty() ? usual : parse_integer(options.radix, "--radix", 3, max_routed_pes));
  const auto dimensions = *plan.dimensions.rbegin();
  const auto pes = plan.pes(dimensions);
  if (pes <= max_routed_pes) return;
  throw ValueError(
      fmt::format("--radix {}: with {} dimensions a PE has {} others, for each of which it has "
                  "places; allowed: "
                  "at most {} PEs",
                  plan.radix, dimensions, pes - 1, max_routed_pes));
}

/// The bits of addresses of PEs that steal from neighbours: enough for the smallest fabric of any
/// of them.
std::int64_t address_bits_of(const SynthPlan& plan) {
  return std::max<std::int64_t>(least_address_bits, log2_up(plan.pes(*plan.dimensions.rbegin())));
}

/// Throws ValueError for links that are too quick for a PE of work stealing.
void require_replies(const SynthPlan& plan) {
  if (plan.design != RtlDesign::stealing) return;
  const auto p = plan.parameters(Condition::c0, *plan.dimensions.rbegin());
  const auto& link = plan.link;
  const auto reply = link.setup + link.beats(p.message_bits()[1]) * link.cycles_per_bit;
  if (reply + p.handling >= p.least_reply_cycles()) return;
  throw ValueError(fmt::format(
      "--lanes {}: a reply takes {} cycles on a link and its handling {}, and with {} ports the "
      "RTL takes {} to serve the queue's other ports meanwhile",
      link.lanes, reply, p.handling, p.ports(), p.least_reply_cycles()));
}

std::optional<SynthResult> watched(const SynthPlan& plan) {
  CountLine count(plan.device.is_placed() ? "runs of Yosys and nextpnr" : "runs of Yosys",
                  CountLine::Elsewhere::tenths);
  return synthesize(plan, [&](std::size_t done, std::size_t total) {
    count.show(done, total);
    return !InterruptGuard::interrupted();
  });
}

std::size_t too_large(const SynthResult& result) {
  return static_cast<std::size_t>(std::count_if(result.rows.begin(), result.rows.end(),
                                                [](const SynthRow& row) { return !spread(row); }));
}

}  // namespace

CLI::App* add_synth(CLI::App& app, SynthOptions& options) {
  auto* synth = app.add_subcommand("synth", other_command("synth")->help);
  std::string group;
  const auto add = [&](const char* name, std::string& value, const char* type,
                       const std::string& help) {
    const auto default_value = value.empty() ? std::string() : " [" + value + "]";
    synth->add_option(name, value, help + default_value)->type_name(type)->group(group);
  };
  group = "The PEs";
  add("--scheme", options.scheme, "NAME",
      "whose PE: lm, of the Liquid model, de, of dimension exchange, nna-portions, of averaging by "
      "equal portions, hhc-b, of HHC algorithm B, steal, of work stealing between neighbours, or "
      "steal:victims=ring or steal:victims=xorshift, of work stealing among all");
  add("--conditions", options.conditions, "LIST",
      "conditions of the Liquid model: c0,c3 or c2..c5");
  add("--dimensions", options.dimensions, "LIST",
      "numbers of dimensions: 1,2 or 1..4; of nna-portions at most 3, by default 1..3; of hhc-b "
      "the "
      "triangle's is one of them, at least 2, by default 2..5");
  add("--radix2", options.radix2, "LIST",
      "which dimensions of lm and steal have radix 2: none, all, or 2,3");
  add("--radix", options.radix, "N",
      "the radix of the others, which a PE of work stealing among all depends on [4]");
  add("--phase-end", options.phase_end, "HOW",
      "how phases of de, nna-portions and hhc-b end: words or slot [words]");
  group = "Tasks and queue";
  add("--task-bits", options.task_bits, "N", "bits of a task");
  add("--load-bits", options.load_bits, "N", "bits of a load word; 2^N > the queue's depth");
  add("--queue-depth", options.queue_depth, "N", "tasks a queue can hold");
  add("--queue-memory", options.queue_memory, "KIND",
      "what they lie in: registers, block-ram, with --device ecp5 lut-ram");
  group = "Links";
  add("--lanes", options.lanes, "N", "bits a link carries side by side");
  add("--cycles-per-bit", options.cycles_per_bit, "N", "cycles for which they are on the link");
  add("--setup", options.setup, "CYCLES", "cycles at the beginning of each message");
  add("--latency", options.latency, "CYCLES", "registers of a link; at least 1");
  group = "The device";
  add("--device", options.device, "NAME",
      "device of the iCE40 family, or ecp5 to count cells: " + joined(device_names()));
  add("--package", options.package, "NAME", "the device's package; it has little effect");
  add("--seeds", options.seeds, "N",
      "place-and-route runs of each PE, with seeds 1 to N; 0: none [3]");
  group = "Running";
  add("-j,--jobs", options.jobs, "N", "worker processes [one per processor]");
  add("--json", options.json, "FILE", "writes the result as JSON; - is standard output");
  add("--netlist", options.netlist, "FOLDER",
      "writes the netlist of the PE, of one condition and number of dimensions, for isobar cosim "
      "--rtl; not of steal");
  synth->footer(
      "The links of all dimensions are alike. Needs the Debian packages yosys and nextpnr-ice40,\n"
      "for ecp5 yosys alone.\n"
      "Exit status: 0 done, 1 too large for the device, 2 bad input, 130 Ctrl-C came.");
  return synth;
}

SynthPlan synth_plan(const SynthOptions& options) {
  SynthPlan plan;
  plan.device = option("--device", options.device, [&] { return device_named(options.device); });
  set_design(options, plan);
  const bool liquid = plan.design == RtlDesign::liquid;
  const std::string conditions = liquid ? options.conditions : "c0";
  plan.conditions = option("--conditions", conditions, [&] { return condition_list(conditions); });
  const bool averages = plan.design == RtlDesign::averaging;
  const auto most = averages ? RtlParameters::max_averaging_dimensions : max_dimensions;
  const bool hhc = plan.design == RtlDesign::hhc;
  const bool by_default = options.dimensions == SynthOptions().dimensions;
  const std::string dimensions = !by_default ? options.dimensions
                                 : averages  ? "1..3"
                                 : hhc       ? "2..5"
                                             : options.dimensions;
  plan.dimensions = option("--dimensions", dimensions, [&] {
    auto list = dimension_list(dimensions, most);
    if (hhc && *list.begin() < 2) {
      throw ValueError("a hyper Hexa-Cell has triangles and pairs; allowed: 2 or more");
    }
    return list;
  });
  const bool steals = plan.design == RtlDesign::stealing;
  const std::string radix2 = liquid || steals ? options.radix2
                             : averages       ? "none"
                             : hhc            ? fmt::format("2..{}", *plan.dimensions.rbegin())
                                              : "all";
  plan.radix2 =
      option("--radix2", radix2, [&] { return radix2_list(radix2, *plan.dimensions.rbegin()); });
  set_radix(options, plan);
  plan.task_bits = parse_integer(options.task_bits, "--task-bits", 1, max_bits);
  plan.load_bits = parse_integer(options.load_bits, "--load-bits", 1, max_load_bits);
  plan.depth = parse_integer(options.queue_depth, "--queue-depth", 2, max_depth);
  plan.queue_memory = option("--queue-memory", options.queue_memory,
                             [&] { return memory_named(plan.device, options.queue_memory); });
  require_size(plan);
  if ((std::int64_t{1} << plan.load_bits) <= plan.depth) {
    throw ValueError(
        fmt::format("--load-bits {}: too few for --queue-depth {}; 2^N must exceed the depth",
                    plan.load_bits, plan.depth));
  }
  plan.link.lanes =
      parse_integer(options.lanes, "--lanes", 1, std::max(plan.task_bits, plan.load_bits));
  plan.link.cycles_per_bit =
      parse_integer(options.cycles_per_bit, "--cycles-per-bit", 1, max_cycles);
  plan.link.setup = parse_integer(options.setup, "--setup", 0, max_cycles);
  plan.link.latency = parse_integer(options.latency, "--latency", 1, max_cycles);
  if (steals) plan.address_bits = address_bits_of(plan);
  require_transfers(plan);
  require_times(plan);
  require_replies(plan);
  plan.package = option("--package", options.package,
                        [&] { return package_named(plan.device, options.package); });
  plan.seeds = seeds_of(plan.device, options.seeds);
  plan.jobs = options.jobs.empty()
                  ? std::max(1U, std::thread::hardware_concurrency())
                  : static_cast<unsigned>(parse_integer(options.jobs, "--jobs", 1, max_jobs));
  plan.netlists = !options.netlist.empty();
  if (plan.netlists) option("--netlist", options.netlist, [&] { require_one_netlist(plan); });
  return plan;
}

int synth_command(const SynthOptions& options) {
  const auto plan = synth_plan(options);
  const InterruptGuard guard;
  std::unique_ptr<OutputFile> json;
  if (!options.json.empty() && options.json != "-") {
    json =
        option("--json", options.json, [&] { return std::make_unique<OutputFile>(options.json); });
  }
  const auto result = watched(plan);
  if (!result) {
    std::cerr << "isobar: interrupted; nothing was written\n";
    return 1;
  }
  if (json) {
    option("--json", options.json, [&] {
      write_synth_json(plan, *result, json->stream());
      json->commit();
    });
  }
  if (plan.netlists) {
    option("--netlist", options.netlist,
           [&] { write_netlist(plan, result->rows.front(), result->yosys, options.netlist); });
  }
  if (options.json == "-") {
    write_synth_json(plan, *result, std::cout);
  } else {
    std::cout << synth_text(plan, *result);
    if (plan.netlists) {
      const auto& row = result->rows.front();
      std::cout << "\nTo compare the netlist with the model:\n"
                << cosim_line(plan, row.condition, row.dimensions, options.netlist) << '\n';
    }
  }
  if (const auto count = plan.seeds > 0 ? too_large(*result) : 0; count > 0) {
    std::cerr << fmt::format(
        "isobar: {} of {} PEs could not be placed on {}, which is too small; they have no "
        "frequency\n",
        count, result->rows.size(), plan.device.name);
    return 1;
  }
  return 0;
}

}  // namespace isobar
