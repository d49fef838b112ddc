// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic.h"

#include <fmt/format.h>

#include "models/executor/queue_side.h"

namespace isobar {
namespace {

constexpr double spell_ends = 1.0 / 512;
constexpr double other = 1.0 / 4;  ///< of the rate, for what a spell does less of

}  // namespace

RandomExecutor::RandomExecutor(const Traffic& traffic, Node node, std::uint64_t first,
                               std::uint64_t stride)
    : traffic_(&traffic),
      random_(random_stream(traffic.seed, fmt::format("traffic {}", node))),
      next_(first),
      stride_(stride),
      making_(node % 2 == 0) {}

bool RandomExecutor::chance(double probability) {
  constexpr unsigned fraction_bits = 53;
  constexpr double scale = 1.0 / static_cast<double>(std::uint64_t{1} << fraction_bits);
  return static_cast<double>(random_() >> (64 - fraction_bits)) * scale < probability;
}

void RandomExecutor::begin_cycle() {
  if (!any()) return;
  if (chance(spell_ends)) making_ = !making_;
  const double rate = traffic_->rate;
  if (!offered_ && chance(making_ ? rate : rate * other)) {
    offered_ = Task{next_};
    next_ += stride_;
  }
  asks_ = chance(making_ ? rate * other : rate);
  ready_ = !chance(traffic_->stalls);
}

void RandomExecutor::act(QueueSide& pe) {
  if (offered_ && pe.accept(*offered_)) offered_.reset();
  const bool free = !held_ || ready_;
  if (free) held_.reset();
  if (free && asks_) held_ = pe.fetch();
}

}  // namespace isobar
