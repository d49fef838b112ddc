// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rtl_beside_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "host/cache.h"
#include "host/data_root.h"
#include "models/fabric/pe_set.h"
#include "models/steps/run_steps.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tb/verilated_library.h"
#include "tb/whole_fabric.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

namespace isobar::test {
namespace {

/// The source that a break changes, as it is afterwards.
std::string broken(const RtlBreak& its, const std::vector<std::filesystem::path>& sources) {
  const auto source = std::find_if(sources.begin(), sources.end(), [&](const auto& s) {
    return s.filename() == std::string(its.file) + ".sv";
  });
  REQUIRE(source != sources.end());
  auto text = contents(source->string());
  REQUIRE(count(text, its.text) == 1);
  return text.replace(text.find(its.text), std::string(its.text).size(), its.by);
}

}  // namespace

std::string LinkShape::text() const {
  return fmt::format("lanes {}, cycles {}, set-up {}, latency {}", lanes, cycles_per_bit, setup,
                     latency);
}

void set_links(Experiment& experiment, const std::vector<LinkShape>& links) {
  for (std::size_t d = 0; d < links.size(); ++d) {
    const auto& shape = links[d];
    const LinkClass link{experiment.clock * shape.lanes / shape.cycles_per_bit, shape.latency,
                         shape.setup};
    experiment.links[d] = LinkTiming(link, experiment.clock);
  }
}

CosimSetting all_rtl(const Experiment& experiment, const std::vector<LinkShape>& links) {
  std::vector<std::int64_t> lanes;
  for (const auto& link : links) lanes.push_back(link.lanes);
  CosimSetting setting;
  setting.parameters = RtlParameters::of(experiment, lanes);
  setting.nodes = PeSet::all(experiment.fabric).nodes();
  return setting;
}

VerilatedLibrary pe_library(const CosimSetting& setting) {
  const auto& modules = rtl_modules(setting.parameters);
  return VerilatedLibrary({modules.pe, rtl_pe_options(setting.parameters), {}, setting.own});
}

std::int64_t RtlDraw::number(std::int64_t least, std::int64_t most) {
  return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
}

LinkShape RtlDraw::link(PhaseEnd end, std::int64_t most_lanes, std::int64_t most_cycles_per_bit) {
  LinkShape link;
  link.lanes = one_of(2) ? 1 : number(2, most_lanes);
  // A word of one bit has one lane, or one cycle a bit.
  const bool slow = link.lanes == 1 || end == PhaseEnd::slot;
  link.cycles_per_bit = slow && one_of(2) ? number(2, most_cycles_per_bit) : 1;
  link.setup = one_of(2) ? 0 : number(1, 7);
  link.latency = one_of(2) ? 1 : number(2, 9);
  return link;
}

std::int64_t require_agreement(const Experiment& experiment, const std::vector<LinkShape>& links) {
  const auto setting = all_rtl(experiment, links);
  const auto ran = run_rtl_forked(experiment, setting, pe_library(setting));
  REQUIRE(ran.mismatch == "");
  REQUIRE(same(experiment, ran.result, run_steps(experiment)));
  return ran.pe_cycles;
}

void require_refusal(const Experiment& experiment, const char* part,
                     const std::vector<std::int64_t>& lanes) {
  const auto said = refusal([&] { (void)RtlParameters::of(experiment, lanes); });
  INFO(said);
  CHECK(said.find(part) != std::string::npos);
  if (lanes.empty()) CHECK_FALSE(RtlParameters::exist_for(experiment));
}

void require_phases_refused(const Experiment& experiment) {
  require_refusal(free_ends(experiment), "no hardware knows for nothing");
  auto wired = experiment;
  wired.phase_end = PhaseEnd::tree;
  require_refusal(wired, "its wires are not built as RTL");
  auto wide = experiment;
  for (auto& link : wide.links) link = LinkTiming({wide.clock * 3, 1, 0}, wide.clock);
  require_refusal(wide, "the lanes, 3, have to divide the 64 bits of a task");
}

void require_mixture(const Experiment& experiment, const std::vector<LinkShape>& links,
                     const std::string& pes) {
  auto setting = all_rtl(experiment, links);
  const auto library = pe_library(setting);
  setting.nodes = PeSet::parse(pes, experiment.fabric).nodes();
  const auto mixed = run_rtl_forked(experiment, setting, library);
  INFO(pes);
  REQUIRE(mixed.mismatch == "");
  CHECK(mixed.pe_cycles == mixed.result.run.cycles * static_cast<Cycle>(setting.nodes.size()));
  // Which PEs are RTL makes no difference to anything that is measured.
  setting.nodes.clear();
  CHECK(same(experiment, mixed.result, run_rtl_forked(experiment, setting, library).result));
}

void require_whole_fabric(const Experiment& experiment, const std::vector<LinkShape>& links) {
  const auto parameters = all_rtl(experiment, links).parameters;
  const VerilatedLibrary fabric(rtl_fabric(parameters));
  const auto whole = run_whole_fabric(experiment, parameters, fabric);
  REQUIRE_FALSE(whole.mismatch);
  CHECK(whole.run->run.steps == experiment.max_steps);
  CHECK(whole.pe_cycles == whole.run->run.cycles * static_cast<Cycle>(experiment.fabric.pes()));
}

void require_seen(const std::vector<RtlBreak>& breaks, std::size_t of, const CosimSetting& setting,
                  const std::function<bool(const CosimSetting& setting)>& seen) {
  const auto sources = rtl_sources(data_root(), rtl_modules(setting.parameters).folder);
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    const auto& its = breaks[i];
    INFO(its.file << ": " << its.by);
    const auto text = broken(its, sources);
    if (i % of != 0) continue;
    const Scratch folder;
    folder.write(std::string(its.file) + ".sv", text);
    auto other = setting;
    other.own = {folder.path().string(), "", {}};
    CHECK(seen(other));
  }
}

}  // namespace isobar::test
