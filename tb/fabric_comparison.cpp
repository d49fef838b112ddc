// SPDX-License-Identifier: Apache-2.0
#include "tb/fabric_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "tb/passage.h"

namespace isobar {
namespace {

constexpr unsigned identity_bits = 32;

const RtlParameters& with_identities(const RtlParameters& parameters) {
  if (parameters.task_bits > identity_bits) return parameters;
  throw ValueError(
      fmt::format("tasks of {} bits; only those of more than {} contain their identity",
                  parameters.task_bits, identity_bits));
}

}  // namespace

FabricComparison::FabricComparison(const Experiment& experiment, const RtlParameters& parameters,
                                   const VerilatedLibrary& library, std::uint64_t mutant)
    : experiment_(experiment),
      parameters_(with_identities(parameters)),
      rtl_(parameters, experiment.fabric.pes(), library, mutant),
      due_(experiment.fabric.pes()) {}

bool FabricComparison::same(std::optional<Node> node, std::optional<unsigned> port,
                            const char* quantity, std::uint64_t rtl, std::uint64_t model) {
  ++result_.compared;
  if (rtl == model) return true;
  found(node, port, quantity, fmt::format("{}", rtl), fmt::format("{}", model));
  return false;
}

void FabricComparison::found(std::optional<Node> node, std::optional<unsigned> port,
                             const std::string& quantity, const std::string& rtl,
                             const std::string& model) {
  result_.mismatch = {step_, cycle_, node, port, quantity, rtl, model};
}

void FabricComparison::fill() {
  const auto nodes = experiment_.fabric.pes();
  std::vector<Load> left = experiment_.loads;
  std::vector<std::uint64_t> next(nodes);
  std::vector<Node> filling;
  for (Node node = 0; node < nodes; ++node) {
    next[node] = tasks_;
    tasks_ += static_cast<std::uint64_t>(left[node]);
    if (left[node] > 0) filling.push_back(node);
  }
  while (!filling.empty()) {
    for (const Node node : filling) {
      task_payload({next[node]++}, parameters_.task_bits, payload_);
      rtl_.offer(node, payload_);
    }
    rtl_.cycle();
    for (const Node node : filling) {
      if (!rtl_.accepts(node)) {
        const auto load = experiment_.loads[node];
        found(node, {}, "tasks taken at the start", fmt::format("{}", load - left[node]),
              fmt::format("{}", load));
        return;
      }
      if (--left[node] == 0) rtl_.offer_none(node);
    }
    const auto filled = [&](Node node) { return left[node] == 0; };
    filling.erase(std::remove_if(filling.begin(), filling.end(), filled), filling.end());
  }
}

void FabricComparison::drive_streams(std::vector<QueueUse> now, bool early) {
  std::fill(due_.begin(), due_.end(), std::nullopt);
  for (const auto& before : doing_) {
    if (before.offers) {
      rtl_.offer_none(before.node);
    } else {
      rtl_.ask(before.node, false);
      due_[before.node] = before.task;
    }
  }
  // A PE whose executor waits for nothing would keep what it hands out, and be found out.
  for (Node node = 0; node < due_.size(); ++node) rtl_.take(node, due_[node].has_value());
  doing_ = std::move(now);
  for (const auto& use : doing_) {
    if (use.offers) {
      task_payload(*use.task, parameters_.task_bits, payload_);
      rtl_.offer(use.node, payload_);
    } else {
      rtl_.ask(use.node, true);
      if (early) rtl_.take(use.node, true);
    }
  }
}

bool FabricComparison::compare_streams() {
  for (const auto& use : doing_) {
    if (!use.offers) continue;
    if (!same(use.node, {}, "a task is accepted", rtl_.accepts(use.node), use.accepted)) {
      return false;
    }
  }
  for (Node node = 0; node < due_.size(); ++node) {
    if (!same(node, {}, "a task is handed out", rtl_.hands_out(node), due_[node].has_value()) ||
        (due_[node] && !is_handed_out(node, *due_[node]))) {
      return false;
    }
  }
  return true;
}

void FabricComparison::compare_links(const LinkCounts& links) {
  using Counter = FabricOutputs::Counter;
  const auto& fabric = experiment_.fabric;
  const auto wrapped = [](Cycle cycles) {
    return static_cast<std::uint64_t>(cycles) & ((std::uint64_t{1} << rtl_counter_bits) - 1);
  };
  for (Node node = 0; node < fabric.pes(); ++node) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto at = node * parameters_.ports() + parameters_.port(fabric.ports()[port]);
      const auto& link = links[std::size_t{node} * fabric.degree() + port];
      if (!same(node, port, "transfer cycles", rtl_.counter(Counter::transfers, at),
                wrapped(link.transfer_cycles)) ||
          !same(node, port, "word cycles", rtl_.counter(Counter::words, at),
                wrapped(link.word_cycles)) ||
          !same(node, port, "set-up cycles", rtl_.counter(Counter::setups, at),
                wrapped(link.setup_cycles))) {
        return;
      }
    }
  }
}

void FabricComparison::compare_errors() {
  for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
    if (!same(node, {}, "errors", rtl_.errors(node), 0)) return;
  }
}

bool FabricComparison::is_handed_out(Node node, const Task& task) {
  rtl_.handed_out(node, payload_);
  std::vector<std::uint64_t> sent;
  task_payload(task, parameters_.task_bits, sent);
  ++result_.compared;
  if (payload_ == sent) return true;
  found(node, {}, fmt::format("task {}, in words of 64 bits", task.id),
        fmt::format("{:x}", fmt::join(payload_, " ")), fmt::format("{:x}", fmt::join(sent, " ")));
  return false;
}

TaskId FabricComparison::identity_at(Node node) {
  rtl_.handed_out(node, payload_);
  return payload_[0] & ((std::uint64_t{1} << identity_bits) - 1);
}

}  // namespace isobar
