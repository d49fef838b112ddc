// SPDX-License-Identifier: Apache-2.0
#include "models/measure/time_slices.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace isobar {
namespace {

constexpr std::size_t kinds = Frame::activities;

/// Joins two frames, one after the other, to a single one.
Frame joined(const Frame& first, Frame second) {
  std::map<std::uint64_t, Load> flows;
  for (const auto* frame : {&first, &std::as_const(second)}) {
    for (const auto& flow : frame->flows) flows[flow.link] += flow.tasks;
  }
  second.flows.clear();
  for (const auto& [link, tasks] : flows) second.flows.push_back({link, tasks});
  std::transform(first.activity.begin(), first.activity.end(), second.activity.begin(),
                 second.activity.begin(), std::plus<>());
  second.use += first.use;
  second.from = first.from;
  return second;
}

}  // namespace

TimeSlices::TimeSlices(const Experiment& experiment, std::size_t most)
    : most_(most),
      loads_(experiment.loads),
      executors_(experiment),
      doing_(executors_.all()),
      use_(experiment.fabric) {
  begin();
}

void TimeSlices::begin() {
  open_ = {};
  open_.from = frames_.empty() ? 0 : frames_.back().to;
  open_.activity.assign(kinds * loads_.size(), 0);
}

bool TimeSlices::add(const RunEvent& event) {
  const bool is_load = event.kind == RunEvent::Kind::load;
  bool closed = false;
  while (event.cycle >= open_.from + grain_ + (is_load ? 1 : 0)) {
    close();
    closed = true;
  }
  switch (event.kind) {
    case RunEvent::Kind::load:
      loads_[event.place] = event.value;
      break;
    case RunEvent::Kind::activity:
      spend(event.place, event.cycle);
      doing_[event.place].activity = static_cast<Activity>(event.value);
      break;
    case RunEvent::Kind::transfer:
      flows_[event.place] += event.value;
      break;
    case RunEvent::Kind::use: {
      auto& link = links_[event.place];
      spend(event.place, link, event.cycle);
      link.messages += event.value;
      break;
    }
  }
  return closed;
}

/// Counts what an executor has done up to here.
void TimeSlices::spend(std::size_t executor, Cycle until) {
  auto& [activity, since] = doing_[executor];
  const auto cycles = until - std::exchange(since, until);
  if (activity == Activity::idle) return;
  open_.activity[kinds * executors_.pe(executor) + static_cast<std::size_t>(activity) - 1] +=
      cycles;
}

/// Counts what a link was busy up to here.
void TimeSlices::spend(std::uint64_t link, Serializing& state, Cycle until) {
  const auto cycles = until - std::exchange(state.since, until);
  if (state.messages > 0) use_.add(link, cycles);
}

void TimeSlices::push(Cycle to) {
  for (std::size_t one = 0; one < doing_.size(); ++one) spend(one, to);
  for (auto at = links_.begin(); at != links_.end();) {
    spend(at->first, at->second, to);
    at = at->second.messages == 0 ? links_.erase(at) : std::next(at);
  }
  Frame frame = std::move(open_);
  frame.use += use_.take();
  frame.to = to;
  frame.loads = loads_;
  // A frame that was kept open when others were joined has some already.
  for (const auto& flow : frame.flows) flows_[flow.link] += flow.tasks;
  frame.flows.clear();
  for (const auto& [link, tasks] : flows_) frame.flows.push_back({link, tasks});
  flows_.clear();
  frames_.push_back(std::move(frame));
}

void TimeSlices::close() {
  push(open_.from + grain_);
  if (frames_.size() == most_) {
    coarsen();
  } else {
    begin();
  }
}

/// One more would be too many. Of an odd number the last one is open again.
void TimeSlices::coarsen() {
  grain_ *= 2;
  auto finer = std::exchange(frames_, {});
  for (std::size_t i = 0; i + 1 < finer.size(); i += 2) {
    frames_.push_back(joined(finer[i], std::move(finer[i + 1])));
  }
  if (finer.size() % 2 == 0) {
    begin();
  } else {
    open_ = std::move(finer.back());
  }
}

void TimeSlices::finish(Cycle end) {
  while (end > open_.from + grain_) close();
  if (end > open_.from) push(end);
}

}  // namespace isobar
