// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/resources.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "models/schemes/hetero/utilization.h"
#include "models/workloads/memory_tally.h"

namespace isobar {
namespace {

// The messages of one resource are numbered from 0: two of its reduction, then its calculation's.
enum ResourceMessage : std::size_t { up, down, first_calculated };

}  // namespace

Resources::Resources(const std::vector<Resource>& which, const TreePlace& place, Node pes,
                     const std::function<std::unique_ptr<TransferCalculation>()>& calculation)
    : pes_(static_cast<double>(pes)) {
  for (const auto kind : which) {
    all_.push_back({kind, TreeReduction(place, up, down, sum_and_max), calculation()});
  }
  kinds_ = first_calculated + all_.front().calculation->kinds().size();
}

std::vector<WordKind> Resources::kinds(const std::vector<Resource>& which,
                                       const std::vector<TransferCalculation::Kind>& calculation,
                                       std::int64_t bits) {
  std::vector<WordKind> all;
  for (const auto one : which) {
    const std::string name = one == Resource::time ? "time_" : "memory_";
    const auto prefix = which.size() > 1 ? name : std::string();
    all.push_back({prefix + "progress", 2 * bits});
    all.push_back({prefix + "verdict", 2 * bits});
    for (const auto& kind : calculation) all.push_back({prefix + kind.name, kind.numbers * bits});
  }
  return all;
}

void Resources::measure(const LoadMeasurement& time, std::int64_t bytes, std::int64_t memory) {
  per_work_ = time.load_of(1);
  for (auto& one : all_) {
    const bool is_time = one.kind == Resource::time;
    one.load = is_time ? time.load() : static_cast<double>(bytes);
    one.capacity =
        is_time ? time.capacity() : static_cast<double>(std::max<std::int64_t>(1, memory));
  }
}

void Resources::give(const Loads& given) {
  for (std::size_t i = 0; i < size(); ++i) all_[i].load -= given[i];
}

/// Messages from place `first` on are of resource i.
void Resources::number(Messages& messages, std::size_t first, std::size_t i,
                       std::size_t of_calculation) {
  for (auto place = first; place < messages.size(); ++place) {
    messages[place].kind += i * kinds_ + of_calculation;
  }
}

double Resources::of_executor(const TaskCard& card, unsigned executors) const {
  double most = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (kind(i) == Resource::time) most = load_of(i, card) * executors / all_[i].capacity;
  }
  return most;
}

void Resources::contribute(Messages& out, double longest) {
  for (std::size_t i = 0; i < size(); ++i) {
    auto& one = all_[i];
    const double u = one.load / one.capacity;
    const double max = one.kind == Resource::time ? std::max(u, longest) : u;
    const auto first = out.size();
    one.is_told = false;
    one.reduction.contribute({u, max}, out);
    number(out, first, i, 0);
  }
}

bool Resources::hear(Node from, std::size_t kind, const TreeReduction::Pair& said, Messages& out) {
  const auto i = kind / kinds_;
  const auto own = kind % kinds_;
  const auto first = out.size();
  if (own < first_calculated) {
    all_[i].reduction.hear(from, own, said, out);
    number(out, first, i, 0);
    return true;
  }
  all_[i].calculation->hear(from, own - first_calculated, said.first, said.second, out);
  number(out, first, i, first_calculated);
  return false;
}

bool Resources::are_told() {
  for (auto& one : all_) {
    const auto told = one.reduction.take();
    if (!told) continue;
    one.told = *told;
    one.is_told = true;
  }
  return std::all_of(all_.begin(), all_.end(), [](const One& one) { return one.is_told; });
}

Resources::Loads Resources::told() const {
  Loads all;
  for (const auto& one : all_) all.insert(all.end(), {one.told.first, one.told.second});
  return all;
}

bool Resources::is_adequate(std::size_t i, double eff_min) const {
  return is_balanced(mean(i), max(i), eff_min);
}

std::size_t Resources::least_even() const {
  std::size_t least = 0;
  for (std::size_t i = 1; i < size(); ++i) {
    if (mean(i) * max(least) < mean(least) * max(i)) least = i;
  }
  return least;
}

double Resources::worst(double eff_min) const {
  double most = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!is_adequate(i, eff_min)) most = std::max(most, max(i) / mean(i));
  }
  return most;
}

void Resources::calculate(Messages& out) {
  for (std::size_t i = 0; i < size(); ++i) {
    const auto first = out.size();
    all_[i].calculation->start(all_[i].load, all_[i].capacity, out);
    number(out, first, i, first_calculated);
  }
}

bool Resources::are_calculated() const {
  return std::all_of(all_.begin(), all_.end(),
                     [](const One& one) { return one.calculation->done(); });
}

std::map<Node, Resources::Loads> Resources::transfers() const {
  std::map<Node, Loads> all;
  for (std::size_t i = 0; i < size(); ++i) {
    for (const auto& [partner, load] : all_[i].calculation->transfers()) {
      if (load != 0) all.emplace(partner, Loads(size(), 0)).first->second[i] = load;
    }
  }
  return all;
}

double Resources::load_of(std::size_t i, const TaskCard& card) const {
  return kind(i) == Resource::time ? per_work_ * static_cast<double>(card.work)
                                   : memory_share(card);
}

Resources::Loads Resources::loads_of(const TaskCard& card) const {
  Loads loads;
  for (std::size_t i = 0; i < size(); ++i) loads.push_back(load_of(i, card));
  return loads;
}

Resources::Loads Resources::comparable(Loads loads) const {
  for (std::size_t i = 0; i < size(); ++i) {
    loads[i] = mean(i) > 0 ? loads[i] / (mean(i) * all_[i].capacity) : 0;
  }
  return loads;
}

double Resources::most_of(const TaskCard& card) const {
  const auto loads = comparable(loads_of(card));
  return *std::max_element(loads.begin(), loads.end());
}

double Resources::weight(const Loads& transfer) const {
  double sum = 0;
  for (const double load : comparable(transfer)) sum += std::abs(load);
  return sum;
}

}  // namespace isobar
