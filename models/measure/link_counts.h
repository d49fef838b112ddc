// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <gsl/span>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "models/experiment/link_map.h"
#include "models/index_iterator.h"
#include "models/link/link_counters.h"
#include "models/narrow_array.h"
#include "models/types.h"

namespace isobar {

/// The links of a fabric in lockstep, where all links of a class that leave by the same port carry
/// the same words, and a transfer is one task. Their counters follow from how often each link
/// carried a task, so that only this is kept.
struct ShiftedLinks {
  std::uint64_t nodes = 0;                   ///< with as many slots each as `sent` has entries
  std::vector<std::uint32_t> class_of_port;  ///< where no map says more
  std::shared_ptr<const LinkMap> map;        ///< null: a link's class is that of its port
  /// How many classes of links there are.
  std::size_t classes = 0;
  std::vector<LinkCounters> words;  ///< without transfers, by port · classes + class
  std::vector<Cycle> serial;        ///< cycles of a task, by class
  std::vector<Cycle> setup;         ///< cycles of set-up of a task, by class
  std::vector<NarrowArray> sent;    ///< transfers, by port and node; empty: none leave by the port

  /// The place in `words` of the link that leaves a node by a port.
  std::size_t kind(std::uint64_t node, std::size_t port) const {
    return port * classes + (map ? map->at(node * sent.size() + port) : class_of_port[port]);
  }
  /// The counters of the link that leaves a node by a port.
  LinkCounters at(std::uint64_t node, std::size_t port) const;
  /// The counters of a link of a kind with so many transfers.
  LinkCounters with(std::size_t kind, std::int64_t transfers) const;
};

/// What all links of a run counted, by link slot: as it was counted, or put together when it is
/// asked for.
class LinkCounts {
 public:
  /// What a link counted.
  using value_type = LinkCounters;
  /// Gives counters by value.
  using const_iterator = IndexIterator<LinkCounts>;

  LinkCounts() = default;
  /// As they were counted, by slot.
  LinkCounts(std::vector<LinkCounters> counted) : links_(std::move(counted)) {}
  /// Those that are put together when they are asked for.
  LinkCounts(ShiftedLinks links) : links_(std::move(links)) {}

  /// The number of link slots.
  std::uint64_t size() const;
  /// Whether there is no slot.
  bool empty() const { return size() == 0; }
  /// The counters of a slot.
  LinkCounters operator[](std::uint64_t slot) const;
  /// At the first slot.
  const_iterator begin() const { return {*this, 0}; }
  /// Behind the last slot.
  const_iterator end() const { return {*this, size()}; }

  /// Calls `use(slot, counters)` for every slot in their order, in a fraction of the time that
  /// operator[] takes for all.
  template <class Use>
  void for_each(Use use) const {
    std::uint64_t slot = 0;
    if (const auto* counted = std::get_if<0>(&links_)) {
      for (const auto& counters : *counted) use(slot++, counters);
      return;
    }
    const auto& shifted = *std::get_if<1>(&links_);
    for (std::uint64_t node = 0; node < shifted.nodes; ++node) {
      for (std::size_t port = 0; port < shifted.sent.size(); ++port) {
        use(slot++, shifted.at(node, port));
      }
    }
  }

  /// Adds to sums[0], sums[1], … the words and transfers of the links that leave by `port` from
  /// node `first`, first + 1, … of `degree` ports each.
  void add_messages(std::uint64_t first, unsigned port, unsigned degree,
                    gsl::span<std::int64_t> sums) const;
  /// The sums over all links that leave by a port, by port; there must be `degree` slots a node.
  std::vector<LinkCounters> by_port(unsigned degree) const;
  /// The first slot of those that were busy for the most cycles; 0 if there is no slot.
  std::uint64_t busiest() const;

  /// Whether all counters are the same, however they are kept.
  bool operator==(const LinkCounts& other) const;
  /// Whether any counter is another.
  bool operator!=(const LinkCounts& other) const { return !(*this == other); }

 private:
  std::variant<std::vector<LinkCounters>, ShiftedLinks> links_;
};

}  // namespace isobar
