// SPDX-License-Identifier: Apache-2.0
#include "tests/support/transfer_pump.h"

#include <algorithm>
#include <numeric>

namespace isobar::test {

TransferPump::TransferPump(const Fabric& fabric, const TransferSetting& setting, std::uint64_t seed)
    : wired_(fabric, setting), random_(random_stream(seed, "pump")) {
  for (Node pe = 0; pe < wired_.pes(); ++pe) parts_.push_back(wired_.of(pe));
}

bool TransferPump::run(const std::vector<double>& loads, const std::vector<double>& capacities,
                       std::uint64_t most) {
  messages_ = 0;
  by_kind_.assign(parts_[0]->kinds().size(), 0);
  std::vector<Node> to_start(parts_.size());
  std::iota(to_start.begin(), to_start.end(), Node{0});
  std::shuffle(to_start.begin(), to_start.end(), random_);
  TransferCalculation::Messages out;
  while (!to_start.empty() || !busy_.empty()) {
    out.clear();
    if (!to_start.empty() && (busy_.empty() || random_() % 4 == 0)) {
      const Node pe = to_start.back();
      to_start.pop_back();
      parts_[pe]->start(loads[pe], capacities[pe], out);
      send(pe, out);
      continue;
    }
    if (++messages_ > most) return false;
    auto& chosen = busy_[random_() % busy_.size()];
    const auto [from, to] = chosen;
    auto& way = ways_[chosen];
    const auto message = way.front();
    way.pop_front();
    if (way.empty()) {
      chosen = busy_.back();
      busy_.pop_back();
    }
    ++by_kind_.at(message.kind);
    parts_[to]->hear(from, message.kind, message.first, message.second, out);
    send(to, out);
  }
  return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->done(); });
}

void TransferPump::send(Node from, const TransferCalculation::Messages& out) {
  for (const auto& message : out) {
    auto& way = ways_[{from, message.to}];
    if (way.empty()) busy_.emplace_back(from, message.to);
    way.push_back(message);
  }
}

std::vector<double> TransferPump::after(std::vector<double> loads) const {
  for (Node pe = 0; pe < parts_.size(); ++pe) {
    for (const auto& [to, amount] : parts_[pe]->transfers()) loads[pe] -= amount;
  }
  return loads;
}

double efficiency(const std::vector<double>& loads, const std::vector<double>& capacities) {
  double sum = 0;
  double max = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    sum += loads[i] / capacities[i];
    max = std::max(max, loads[i] / capacities[i]);
  }
  return max > 0 ? sum / static_cast<double>(loads.size()) / max : 1;
}

}  // namespace isobar::test
