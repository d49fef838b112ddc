// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

constexpr std::string_view cancelled = "CANCELLED";

std::string last_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);) {
    if (!trim(line).empty()) last = trim(line);
  }
  return last;
}

}  // namespace

SlurmCollector::SlurmCollector(SlurmBatch batch, const CampaignStore& store)
    : batch_(std::move(batch)) {
  for (const auto& task : batch_.tasks()) {
    auto& numbers = missing_.emplace_back();
    for (const auto& point : task) {
      if (!store.has(point)) {
        throw ValueError(
            fmt::format("{}: its point {} is not the campaign's; remove this folder if the "
                        "database was begun anew",
                        batch_.folder().string(), point.number));
      }
      numbers.insert(point.number);
    }
  }
}

void SlurmCollector::collect(CampaignStore& store, const Say& say) {
  std::vector<PointResult> results;
  const auto report = [&](const std::string& message) {
    ++damaged_;
    say(message);
  };
  for (std::size_t task = 0; task < missing_.size(); ++task) {
    if (missing_[task].empty()) continue;
    const auto take = [&](const std::string& entry) {
      auto result = point_result(entry);
      if (missing_[task].erase(result.number) > 0) results.push_back(std::move(result));
    };
    for (const auto& file : batch_.shards_of(task)) {
      readers_.try_emplace(file, file).first->second.read(ended_, take, report);
    }
  }
  if (!results.empty()) store.record(results);
}

void SlurmCollector::look() {
  auto now = states_of(batch_);
  ended_ = std::all_of(now.begin(), now.end(), [](const auto& one) { return one.second.ended(); });
  now.merge(states_);  // what Slurm has forgotten by now
  states_ = std::move(now);
}

bool SlurmCollector::was_cancelled() const {
  return std::any_of(states_.begin(), states_.end(),
                     [](const auto& one) { return one.second.state == cancelled; });
}

bool SlurmCollector::is_late() const {
  if (damaged_ > 0) return false;
  return std::any_of(states_.begin(), states_.end(), [&](const auto& one) {
    return one.second.state == "COMPLETED" && !missing_of(one.first).empty();
  });
}

std::string SlurmCollector::end_of(std::size_t task) const {
  const auto found = states_.find(task);
  if (found == states_.end()) return "Slurm no longer knows it";
  const auto& [state, reason, node] = found->second;
  auto text = state;
  if (!reason.empty() && reason != "None") text += " (" + reason + ")";
  if (!node.empty()) text += " on " + node;
  const auto said = last_line(batch_.logs() / fmt::format("{}.log", task));
  if (!said.empty()) text += ": " + said;
  return text;
}

}  // namespace isobar
