// SPDX-License-Identifier: Apache-2.0
#include "models/measure/link_use.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace isobar {

LinkUse& LinkUse::operator+=(const LinkUse& other) {
  if (ports.size() < other.ports.size()) ports.resize(other.ports.size(), 0);
  for (std::size_t port = 0; port < other.ports.size(); ++port) ports[port] += other.ports[port];
  if (other.links.empty()) return *this;
  std::vector<More> both(links.size() + other.links.size());
  std::merge(links.begin(), links.end(), other.links.begin(), other.links.end(), both.begin(),
             [](const More& a, const More& b) { return a.link < b.link; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < both.size(); ++i) {
    if (both[i].link == both[kept].link) {
      both[kept].cycles += both[i].cycles;
    } else {
      both[++kept] = both[i];
    }
  }
  both.resize(kept + 1);
  links = std::move(both);
  return *this;
}

void LinkUseSum::count_links() {
  count_.assign(fabric_.degree(), 0);
  cycles_.assign(fabric_.link_slots(), 0);
  for (std::uint64_t slot = 0; slot < fabric_.link_slots(); ++slot) {
    if (fabric_.link(slot)) ++count_[slot % fabric_.degree()];
  }
}

void LinkUseSum::add(std::uint64_t link, Cycle cycles) {
  if (cycles == 0) return;
  if (count_.empty()) count_links();
  if (cycles_[link] == 0) touched_.push_back(link);
  cycles_[link] += cycles;
}

LinkUse LinkUseSum::take() {
  LinkUse use;
  if (touched_.empty()) return use;
  const auto degree = count_.size();
  // PEs mostly speak in order.
  if (!std::is_sorted(touched_.begin(), touched_.end()))
    std::sort(touched_.begin(), touched_.end());
  // What all links of a port have in common: nothing, if one of them was idle.
  std::vector<std::uint64_t> busy(degree, 0);
  std::vector<Cycle> least(degree, std::numeric_limits<Cycle>::max());
  for (const auto link : touched_) {
    ++busy[link % degree];
    least[link % degree] = std::min(least[link % degree], cycles_[link]);
  }
  bool common = false;
  for (std::size_t port = 0; port < degree; ++port) {
    if (busy[port] < count_[port] || busy[port] == 0) least[port] = 0;
    common = common || least[port] > 0;
  }
  for (const auto link : touched_) {
    const auto more = std::exchange(cycles_[link], 0) - least[link % degree];
    if (more > 0) use.links.push_back({link, more});
  }
  touched_.clear();
  if (common) use.ports = std::move(least);
  return use;
}

}  // namespace isobar
