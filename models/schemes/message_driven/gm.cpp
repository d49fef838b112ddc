// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/gm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/bits.h"
#include "models/errors.h"
#include "models/fabric/neighbours.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {

void GmAgent::start(AgentPe& pe) {
  lwm_ = low_mark(setting_.lwm, pe.load());
  hwm_ = setting_.hwm.value_or(2 * lwm_);
  delta_ = setting_.delta.count;
  if (const auto& share = setting_.delta.share) {
    delta_ = std::max<Load>(1, std::llround(std::ceil(*share * static_cast<double>(pe.load()))));
  }
  neighbours_ = neighbours_of(pe.fabric(), pe.node());
  farthest_ = pe.fabric().diameter();
  proximity_ = farthest_;
  proximities_.assign(neighbours_.size(), farthest_);
  load_changed(pe);
}

void GmAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  const auto k = std::find(neighbours_.begin(), neighbours_.end(), from) - neighbours_.begin();
  proximities_[static_cast<std::size_t>(k)] = word.value;
  load_changed(pe);
}

void GmAgent::tasks(AgentPe& pe, Node /*from*/, Load tasks, std::int64_t hops) {
  const bool accepted = is_light(pe.load() - tasks);
  const auto next = nearest();
  if (!accepted && hops < setting_.max_hops && proximities_[next] < proximity_) {
    pe.decides_by(neighbours_[next], 0);
    pe.send_tasks(neighbours_[next], tasks, hops + 1, QueueEnd::newest);
  }
  load_changed(pe);
}

void GmAgent::load_changed(AgentPe& pe) {
  if (neighbours_.empty()) return;
  renew_proximity(pe);
  release(pe);
}

void GmAgent::timer(AgentPe& pe) {
  resting_ = false;
  load_changed(pe);
}

std::size_t GmAgent::nearest() const {
  return static_cast<std::size_t>(std::min_element(proximities_.begin(), proximities_.end()) -
                                  proximities_.begin());
}

void GmAgent::renew_proximity(AgentPe& pe) {
  const auto now =
      is_light(pe.load()) ? 0 : std::min<std::int64_t>(farthest_, proximities_[nearest()] + 1);
  if (now == proximity_) return;
  proximity_ = now;
  for (const Node node : neighbours_) pe.send_word(node, {0, proximity_});
}

void GmAgent::release(AgentPe& pe) {
  const auto next = nearest();
  if (resting_ || !is_heavy(pe.load()) || proximities_[next] >= farthest_) return;
  pe.decides_by(neighbours_[next], 0);
  const auto above = static_cast<Load>(std::ceil(static_cast<double>(pe.load()) - hwm_));
  pe.send_tasks(neighbours_[next], std::min(delta_, above), 1, QueueEnd::newest);
  resting_ = true;
  pe.set_timer(setting_.interval);
}

namespace {

const auto lwm_parameter = parameter("lwm", "low-water-mark: a PE below it is light")
                               .range(0, 1e15, "tasks")
                               .real_or_auto("1 + a tenth of the PE's initial load");
const auto hwm_parameter = parameter("hwm", "high-water-mark: a PE above it is heavy")
                               .range(0, 1e15, "tasks")
                               .real_or_auto("2 lwm");
const auto delta_parameter =
    parameter("delta", "released at once; a percentage: of the PE's initial load, rounded up")
        .range(1, 1e9, "tasks")
        .whole_or_percentage(1);
const auto max_hops_parameter =
    parameter("max_hops", "that a task may make").range(1, 1e6).whole_or_auto("log2 N, rounded up");
const auto interval_parameter =
    parameter("interval", "between two releases of a PE that stays heavy")
        .range(1, 1e15, "cycles")
        .whole(1000);

GmSetting read(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const auto hops = std::max<std::int64_t>(1, log2_up(setting.fabric.pes()));
  GmSetting gm{values.get(lwm_parameter), values.get(hwm_parameter), values.get(delta_parameter),
               values.get(max_hops_parameter).value_or(hops), values.get(interval_parameter)};
  if (gm.hwm && !gm.lwm) {
    throw ValueError("hwm can be a number only if lwm is one, at most hwm");
  }
  if (gm.hwm && *gm.lwm > *gm.hwm) {
    throw ValueError(fmt::format("lwm must be at most hwm, {}, not {}", *gm.hwm, *gm.lwm));
  }
  return gm;
}

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto gm = read(setting);
  const auto proximity = bits_for(std::uint64_t{setting.fabric.diameter()} + 1);
  return std::make_unique<Agents>(
      std::vector<WordKind>{{"proximity", proximity}},
      [=](Node) { return std::make_unique<GmAgent>(gm); },
      bits_for(static_cast<std::uint64_t>(gm.max_hops) + 1));
}

const RegisterScheme registered(
    {"gm",
     "gradient model: tasks of heavy PEs go towards the nearest light "
     "PE",
     "Willebeek-LeMair and Reeves 1993, Section III.A, eq. 5-7",
     {lwm_parameter, hwm_parameter, delta_parameter, max_hops_parameter, interval_parameter},
     needs_nothing,
     {},
     make},
    "GM",
    "tasks leave only a PE with more than `hwm`, towards one with fewer "
    "than `lwm`; both follow from a PE's initial load where they are "
    "not given");

}  // namespace
}  // namespace isobar
