// SPDX-License-Identifier: Apache-2.0
#include "models/measure/history.h"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

using Flow = Frame::Flow;

std::vector<Flow> sum(const std::vector<Flow>& a, const std::vector<Flow>& b) {
  std::vector<Flow> both(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin(),
             [](const Flow& x, const Flow& y) { return x.link < y.link; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < both.size(); ++i) {
    if (both[i].link == both[kept].link) {
      both[kept].tasks += both[i].tasks;
    } else {
      both[++kept] = both[i];
    }
  }
  both.resize(both.empty() ? 0 : kept + 1);
  return both;
}

}  // namespace

History::History(const Experiment& experiment, std::size_t most)
    : experiment_(experiment), most_(most) {}

void History::add(const PhaseEntry& entry) {
  shifts_ += entry.shifts;
  Frame frame;
  frame.step = entry.step;
  frame.phase = entry.phase;
  frame.step_end = experiment_.scheme->phases()[entry.phase].ends_step;
  frame.from = entry.from;
  frame.to = entry.to;
  frame.shifts = shifts_;
  frame.loads = entry.after;
  frame.use = entry.use;
  const std::uint64_t degree = experiment_.fabric.degree();
  for (const auto& move : entry.moves) {
    frame.flows.push_back({move.node * degree + move.port, move.tasks});
  }
  append(std::move(frame));
  while (frames_.size() > most_) coarsen();
}

bool History::is_whole(const Frame& frame) const {
  return grain_ == 0 || (frame.step_end && (frame.step + 1) % grain_ == 0);
}

void History::append(Frame frame) {
  if (!frames_.empty() && !is_whole(frames_.back())) {
    auto& open = frames_.back();
    frame.from = open.from;
    frame.flows = sum(open.flows, frame.flows);
    frame.use += open.use;
    open = std::move(frame);
  } else {
    frames_.push_back(std::move(frame));
  }
}

void History::coarsen() {
  grain_ = grain_ == 0 ? 1 : 2 * grain_;
  auto finer = std::exchange(frames_, {});
  for (auto& frame : finer) append(std::move(frame));
}

}  // namespace isobar
