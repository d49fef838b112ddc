// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/multilevel_cuts.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace isobar {
namespace {

/// Who finds whom in a breadth-first search within a half, by PE.
class HalfSearch {
 public:
  struct Found {
    std::uint32_t distance = 0;
    std::uint16_t back = 0;  ///< the port to who found it
  };

  explicit HalfSearch(const Fabric& fabric) : fabric_(fabric), found_(fabric.pes()) {}

  /// Finds all of the half, `halves[pe] == half`, from its PEs `from`; returns them in the order in
  /// which they were found.
  const std::vector<Node>& run(const std::vector<Node>& halves, Node half, std::vector<Node> from) {
    order_ = std::move(from);
    if (seen_.empty()) seen_.resize(fabric_.pes(), 0);
    ++runs_;
    for (const Node pe : order_) {
      seen_[pe] = runs_;
      found_[pe] = {};
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Node pe = order_[i];
      for (unsigned port = 0; port < fabric_.degree(); ++port) {
        const auto there = fabric_.neighbour(pe, port);
        if (!there || halves[*there] != half || seen_[*there] == runs_) continue;
        seen_[*there] = runs_;
        found_[*there] = {found_[pe].distance + 1,
                          static_cast<std::uint16_t>(fabric_.far_port(pe, port))};
        order_.push_back(*there);
      }
    }
    return order_;
  }

  const Found& operator[](Node pe) const { return found_[pe]; }

 private:
  const Fabric& fabric_;
  std::vector<Found> found_;
  std::vector<std::uint64_t> seen_;  ///< by PE: the last run that found it
  std::uint64_t runs_ = 0;
  std::vector<Node> order_;
};

class Cutter {
 public:
  explicit Cutter(const Fabric& fabric)
      : fabric_(fabric), search_(fabric), halves_(fabric.pes()), farness_(fabric.pes()) {}

  CutLevel cut(std::vector<std::vector<Node>>& sets) {
    CutLevel level;
    level.places.resize(fabric_.pes());
    std::vector<std::vector<Node>> next;
    std::vector<Halves> cuts;
    for (const auto& set : sets) {
      cuts.push_back(bisect(fabric_, set));
      const auto number = static_cast<Node>(2 * (cuts.size() - 1));
      for (const Node pe : cuts.back().first) halves_[pe] = number;
      for (const Node pe : cuts.back().second) halves_[pe] = number + 1;
    }
    for (Node i = 0; i < cuts.size(); ++i) {
      auto& [first, second] = cuts[i];
      place(first, 2 * i, second, level);
      place(second, 2 * i + 1, first, level);
      const auto [pe, port] = crossing(first, 2 * i);
      root(pe, port, 2 * i, level);
      root(*fabric_.neighbour(pe, port), fabric_.far_port(pe, port), 2 * i + 1, level);
      for (auto* half : {&first, &second}) {
        // A single PE goes into no more cuts, so halves' numbers must not be mistaken for its own.
        if (half->size() == 1) halves_[half->front()] = alone;
        if (half->size() > 1) next.push_back(std::move(*half));
      }
    }
    sets = std::move(next);
    return level;
  }

 private:
  static constexpr Node alone = ~Node{0};

  /// The lowest port of a PE that leads to the other half of its set.
  std::optional<unsigned> port_across(Node pe, Node half) const {
    for (unsigned port = 0; port < fabric_.degree(); ++port) {
      const auto there = fabric_.neighbour(pe, port);
      if (there && halves_[*there] == (half ^ 1U)) return port;
    }
    return std::nullopt;
  }

  /// Sizes and routes for tasks of one half's PEs, and how far they are from its ends.
  void place(const std::vector<Node>& pes, Node half, const std::vector<Node>& others,
             CutLevel& level) {
    level.largest = std::max(level.largest, static_cast<Node>(pes.size()));
    level.even = level.even && pes.size() == others.size();
    std::vector<Node> border;
    for (const Node pe : pes) {
      auto& place = level.places[pe];
      place.half = static_cast<Node>(pes.size());
      place.other_half = static_cast<Node>(others.size());
      if (const auto port = port_across(pe, half)) {
        place.to_cross = static_cast<std::uint16_t>(*port);
        border.push_back(pe);
      }
    }
    for (const Node pe : search_.run(halves_, half, std::move(border))) {
      auto& place = level.places[pe];
      place.hops = search_[pe].distance;
      if (place.hops > 0) place.to_cross = search_[pe].back;
      level.hops = std::max(level.hops, place.hops);
    }
    const Node end = search_.run(halves_, half, {pes.front()}).back();
    const Node far_end = search_.run(halves_, half, {end}).back();
    for (const Node pe : pes) farness_[pe] = search_[pe].distance;
    search_.run(halves_, half, {far_end});
    for (const Node pe : pes) farness_[pe] = std::max(farness_[pe], search_[pe].distance);
  }

  /// The crossing link with the roots at its ends: the PE of the first half, and its port.
  std::pair<Node, unsigned> crossing(const std::vector<Node>& first, Node half) const {
    std::pair<Node, unsigned> best;
    std::optional<std::uint32_t> least;
    for (const Node pe : first) {
      for (unsigned port = 0; port < fabric_.degree(); ++port) {
        const auto there = fabric_.neighbour(pe, port);
        if (!there || halves_[*there] != half + 1) continue;
        const auto far = std::max(farness_[pe], farness_[*there]);
        if (least && far >= *least) continue;
        least = far;
        best = {pe, port};
      }
    }
    return best;
  }

  void root(Node pe, unsigned port, Node half, CutLevel& level) {
    for (const Node each : search_.run(halves_, half, {pe})) {
      auto& place = level.places[each];
      place.depth = search_[each].distance;
      place.up = place.depth > 0 ? search_[each].back : static_cast<std::uint16_t>(port);
      level.depth = std::max(level.depth, place.depth);
    }
  }

  const Fabric& fabric_;
  HalfSearch search_;
  std::vector<Node> halves_;  ///< by PE: the number of its half; 2i and 2i + 1 are halves of a set
  std::vector<std::uint32_t> farness_;  ///< by PE: from the farther of its half's two ends
};

}  // namespace

std::vector<CutLevel> multilevel_cuts(const Fabric& fabric) {
  std::vector<CutLevel> levels;
  std::vector<std::vector<Node>> sets;
  if (fabric.pes() > 1) {
    sets.emplace_back(fabric.pes());
    for (Node pe = 0; pe < fabric.pes(); ++pe) sets[0][pe] = pe;
  }
  Cutter cutter(fabric);
  while (!sets.empty()) levels.push_back(cutter.cut(sets));
  return levels;
}

}  // namespace isobar
