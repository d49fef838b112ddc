// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/bisection.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace isobar {
namespace {

Halves bisect_box(const Fabric& fabric, const std::vector<Node>& pes) {
  unsigned across = 1;
  std::uint32_t longest = 0;
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    // A box's lowest and highest PEs are its opposite corners.
    const auto range = fabric.coordinate(pes.back(), d) - fabric.coordinate(pes.front(), d) + 1;
    if (range < longest) continue;
    longest = range;
    across = d;
  }
  const auto middle = fabric.coordinate(pes.front(), across) + (longest + 1) / 2;
  Halves halves;
  for (const Node pe : pes) {
    (fabric.coordinate(pe, across) < middle ? halves.first : halves.second).push_back(pe);
  }
  return halves;
}

/// A connected set of a graph's PEs, by their places in it, of which one half grows at the other's
/// cost. Both stay connected.
class Growth {
 public:
  Growth(const Fabric& fabric, const std::vector<Node>& pes)
      : neighbours_(pes.size()), taken_(pes.size(), false), left_(pes.size()) {
    for (std::size_t i = 0; i < pes.size(); ++i) {
      for (unsigned port = 0; port < fabric.degree(); ++port) {
        const auto there = fabric.neighbour(pes[i], port);
        const auto place = there ? std::lower_bound(pes.begin(), pes.end(), *there) : pes.end();
        if (place != pes.end() && *place == there) {
          neighbours_[i].push_back(static_cast<std::size_t>(place - pes.begin()));
        }
      }
    }
    const auto start = reached_from(0).back();
    order_.resize(pes.size());
    const auto reached = reached_from(start);
    for (std::size_t i = 0; i < reached.size(); ++i) order_[reached[i]] = i;
    // What is found last is a leaf of the search's tree, so the others hold together without it.
    take(start);
  }

  /// Grows until the halves are as equal as they become. Returns by place who is in the first.
  const std::vector<bool>& grow() {
    while (const auto next = cheapest()) {
      const auto difference = [&](std::size_t left) {
        return std::abs(static_cast<std::int64_t>(taken_.size()) -
                        2 * static_cast<std::int64_t>(left));
      };
      if (difference(largest_[*next]) >= difference(left_)) break;
      take_with_all_it_cuts_off(*next);
    }
    return taken_;
  }

 private:
  static constexpr auto none = std::numeric_limits<std::size_t>::max();

  /// What is left, from one place on, breadth first.
  std::vector<std::size_t> reached_from(std::size_t start) const {
    std::vector<bool> found = taken_;
    std::vector<std::size_t> reached = {start};
    found[start] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const auto next : neighbours_[reached[i]]) {
        if (found[next]) continue;
        found[next] = true;
        reached.push_back(next);
      }
    }
    return reached;
  }

  void take(std::size_t place) {
    taken_[place] = true;
    --left_;
  }

  /// Takes a place and every part that it cuts off but the largest. If two are the largest, the one
  /// that is found first stays.
  void take_with_all_it_cuts_off(std::size_t place) {
    const auto kept = largest_[place];
    take(place);
    std::vector<bool> stays(taken_.size(), false);
    for (const auto next : neighbours_[place]) {
      if (taken_[next]) continue;
      const auto part = reached_from(next);
      if (part.size() < kept) continue;
      for (const auto each : part) stays[each] = true;
      break;
    }
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i] && !stays[i]) take(i);
    }
  }

  /// The taken half's neighbour without which most is left in one piece; none if one PE is left.
  std::optional<std::size_t> cheapest() {
    if (left_ < 2) return std::nullopt;
    find_largest();
    std::optional<std::size_t> best;
    const auto key = [&](std::size_t place) {
      return std::tuple(left_ - largest_[place], order_[place]);
    };
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const auto is_taken = [&](std::size_t next) { return taken_[next]; };
      const auto& ends = neighbours_[i];
      if (taken_[i] || std::none_of(ends.begin(), ends.end(), is_taken)) continue;
      if (!best || key(i) < key(*best)) best = i;
    }
    return best;
  }

  /// By place, the most of what is left that holds together without it. A depth-first search: a
  /// child's subtree falls off unless a link leads from it to above its parent (Hopcroft, Tarjan).
  void find_largest() {
    struct Visit {
      std::size_t place;
      std::size_t parent;
      std::size_t next = 0;  ///< of its neighbours
    };
    const auto size = taken_.size();
    std::vector<std::size_t> found(size, none);
    std::vector<std::size_t> low(size, none);
    std::vector<std::size_t> below(size, 1);
    std::vector<std::size_t> off(size, 0);
    largest_.assign(size, 0);
    std::size_t time = 0;
    const auto root =
        static_cast<std::size_t>(std::find(taken_.begin(), taken_.end(), false) - taken_.begin());
    std::vector<Visit> stack = {{root, none}};
    found[root] = low[root] = time++;
    while (!stack.empty()) {
      auto& [place, parent, next] = stack.back();
      if (next < neighbours_[place].size()) {
        const auto there = neighbours_[place][next++];
        if (taken_[there] || there == parent) continue;
        if (found[there] != none) {
          low[place] = std::min(low[place], found[there]);
          continue;
        }
        found[there] = low[there] = time++;
        stack.push_back({there, place});
        continue;
      }
      const auto [child, above] = std::pair(place, parent);
      stack.pop_back();
      largest_[child] = std::max(largest_[child], left_ - 1 - off[child]);
      if (above == none) continue;
      low[above] = std::min(low[above], low[child]);
      below[above] += below[child];
      if (low[child] < found[above]) continue;
      off[above] += below[child];
      largest_[above] = std::max(largest_[above], below[child]);
    }
  }

  std::vector<std::vector<std::size_t>> neighbours_;
  std::vector<bool> taken_;
  std::size_t left_;                  ///< how many are not taken
  std::vector<std::size_t> order_;    ///< from the start, breadth first
  std::vector<std::size_t> largest_;  ///< as find_largest() found them
};

Halves bisect_graph(const Fabric& fabric, const std::vector<Node>& pes) {
  Growth growth(fabric, pes);
  const auto& taken = growth.grow();
  Halves halves;
  for (std::size_t i = 0; i < pes.size(); ++i) {
    (taken[i] ? halves.first : halves.second).push_back(pes[i]);
  }
  return halves;
}

}  // namespace

Halves bisect(const Fabric& fabric, const std::vector<Node>& pes) {
  return fabric.is_product() ? bisect_box(fabric, pes) : bisect_graph(fabric, pes);
}

}  // namespace isobar
