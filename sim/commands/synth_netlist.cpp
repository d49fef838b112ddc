// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/synth_netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "host/output_file.h"
#include "models/errors.h"
#include "tb/rtl_modules.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  OutputFile out(file);
  out.stream() << text;
  out.commit();
}

}  // namespace

std::string cosim_line(const SynthPlan& plan, Condition condition, unsigned dimensions,
                       const std::string& folder) {
  const bool exchange = plan.design == RtlDesign::exchange;
  const bool averages = plan.design == RtlDesign::averaging;
  const bool hhc = plan.design == RtlDesign::hhc;
  std::string fabric = dimensions == 1 ? "ring:" : "torus:";
  for (unsigned d = 1; d <= dimensions; ++d) {
    fabric += fmt::format("{}{}", d == 1 ? "" : "x", plan.radix2.count(d) != 0 ? 2 : 3);
  }
  if (exchange) fabric = fmt::format("hypercube:{}", dimensions);
  if (hhc) fabric = fmt::format("hhc:{}", dimensions - 1);
  const auto scheme = exchange   ? std::string("de")
                      : averages ? std::string("nna-portions")
                      : hhc      ? std::string("hhc-b")
                                 : fmt::format("lm-c{}", static_cast<int>(condition));
  constexpr std::int64_t mhz = 250;  // the default clock
  const auto& link = plan.link;
  // With averaging a queue has to have room for all tasks.
  const auto load = averages
                        ? fmt::format("point:{}@0", plan.depth - 1)
                        : fmt::format("uniform:0..{}", std::min<std::int64_t>(plan.depth - 1, 5));
  std::string line =
      fmt::format("isobar cosim --fabric {} --scheme {} --load {}", fabric, scheme, load);
  line += fmt::format(" --task-bits {} --load-bits {} --queue-depth {}", plan.task_bits,
                      plan.load_bits, plan.depth);
  // Both as multiples, because lanes / cycles of 250 Mb/s may be no number of decimals.
  if (link.cycles_per_bit > 1) line += fmt::format(" --clock {}MHz", mhz * link.cycles_per_bit);
  if (link.lanes > 1) {
    line += fmt::format(" --link-bandwidth {}Mb/s --link-lanes {}", mhz * link.lanes, link.lanes);
  }
  if (link.setup > 0) line += fmt::format(" --link-setup {}", link.setup);
  if (link.latency > 1) line += fmt::format(" --link-latency {}", link.latency);
  if (plan.fixed_slot) line += " --phase-end slot";
  if (plan.design == RtlDesign::liquid) line += " --traffic 0.3 --stalls 0.3";
  return line + " --until steps:100 --rtl " + folder;
}

void write_netlist(const SynthPlan& plan, const SynthRow& row, const std::string& yosys,
                   const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw ValueError(fmt::format("the folder cannot be made: {}", error.message()));
  const auto cells = plan.device.name + "_cells.v";
  write(fs::path(folder) / fmt::format("{}.v", rtl_modules(plan.design, plan.asks_neighbours()).pe),
        fmt::format("// A PE of cells of {}, whose models are in {}.\n// {}\n{}", plan.device.name,
                    cells, cosim_line(plan, row.condition, row.dimensions, "FOLDER"), row.netlist));
  write(fs::path(folder) / cells,
        fmt::format("// Models of cells that come with {} (ISC licence), preprocessed, without "
                    "delays.\n{}",
                    yosys, row.cells));
}

}  // namespace isobar
