// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/gm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/bits.h"
#include "models/errors.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/neighbours.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {

void GmAgent::start(AgentPe& pe) {
  lwm_ = low_mark(setting_.lwm, pe.load());
  hwm_ = setting_.hwm.is_automatic() ? 2 * lwm_ : double{setting_.hwm};
  const double part = setting_.delta * static_cast<double>(pe.load());
  delta_ = setting_.delta.is_percent() ? std::max<Load>(1, std::llround(std::ceil(part)))
                                       : static_cast<Load>(setting_.delta);
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

constexpr double none = std::numeric_limits<double>::quiet_NaN();

GmSetting read(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const auto& hops = values.at("max_hops");
  GmSetting gm{values.at("lwm"), values.at("hwm"), values.at("delta"),
               hops.is_automatic() ? std::max<std::int64_t>(1, log2_up(setting.fabric.pes()))
                                   : static_cast<std::int64_t>(hops),
               static_cast<Cycle>(values.at("interval"))};
  if (!gm.hwm.is_automatic() && gm.lwm.is_automatic()) {
    throw ValueError("hwm can be a number only if lwm is one, at most hwm");
  }
  if (!gm.hwm.is_automatic() && double{gm.lwm} > double{gm.hwm}) {
    throw ValueError(
        fmt::format("lwm must be at most hwm, {}, not {}", double{gm.hwm}, double{gm.lwm}));
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

std::vector<Parameter> parameters() {
  Parameter delta{"delta",
                  "tasks",
                  1,
                  1,
                  1e9,
                  true,
                  "released at once; a percentage: of the PE's initial load, rounded up"};
  delta.percent = true;
  return {
      {"lwm", "tasks", none, 0, 1e15, false, "low-water-mark: a PE below it is light",
       "1 + a tenth of the PE's initial load"},
      {"hwm", "tasks", none, 0, 1e15, false, "high-water-mark: a PE above it is heavy", "2 lwm"},
      delta,
      {"max_hops", "", none, 1, 1e6, true, "that a task may make", "log2 N, rounded up"},
      {"interval", "cycles", 1000, 1, 1e15, true, "between two releases of a PE that stays heavy"}};
}

const RegisterScheme registered({"gm",
                                 "gradient model: tasks of heavy PEs go towards the nearest light "
                                 "PE",
                                 "Willebeek-LeMair and Reeves 1993, Section III.A, eq. 5-7",
                                 parameters(),
                                 needs_nothing,
                                 {},
                                 make});

}  // namespace
}  // namespace isobar
