// SPDX-License-Identifier: Apache-2.0
#include "sim/config/link_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "models/link/technologies.h"
#include "models/link/units.h"
#include "sim/config/parsers.h"

namespace isobar {
namespace {

auto figures_of(const LinkClass& link) {
  return std::tie(link.bandwidth, link.latency, link.setup, link.energy, link.static_power);
}

struct Before {
  bool operator()(const LinkClass& a, const LinkClass& b) const {
    return figures_of(a) < figures_of(b);
  }
};

void set_figure(LinkClass& link, const std::string& name, const std::string& text,
                const Rational& clock) {
  if (name == "bandwidth") link.bandwidth = parse_bandwidth(text);
  if (name == "latency") link.latency = parse_cycles(text, clock, "a link's latency", 1, max_delay);
  if (name == "setup") link.setup = parse_cycles(text, clock, "a link's set-up", 0, max_delay);
  if (name == "energy") link.energy = parse_bit_energy(text);
  if (name == "static_power") link.static_power = parse_power(text);
  if (name != "technology") return;
  const auto& known = link_technologies();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const LinkTechnology& one) { return one.name == text; });
  if (found == known.end()) {
    std::vector<std::string> names;
    for (const auto& one : known) names.push_back(one.name);
    refuse_word("link technology", text, names);
  }
  for (const auto& [figure, value] : found->values()) set_figure(link, figure, value, clock);
}

void put(const std::vector<LinkClass>& links, Experiment& e) {
  e.links.clear();
  e.link_energy.clear();
  e.link_static_power.clear();
  for (const auto& link : links) {
    e.links.emplace_back(link, e.clock);
    e.link_energy.push_back(link.energy);
    e.link_static_power.push_back(link.static_power);
  }
}

/// What the links of a fabric have, each one by itself: equal ones share a class.
class Classes {
 public:
  explicit Classes(const Draft& draft) : draft_(draft), fabric_(draft.experiment().fabric) {
    for (const auto& directions : draft.links) {
      numbers_.emplace(directions[0], static_cast<std::uint32_t>(list_.size()));
      list_.push_back(directions[0]);
    }
    std::vector<std::uint32_t> of_ports;
    for (const auto& [dimension, direction] : fabric_.ports()) {
      const auto& links = draft.links[dimension - 1];
      of_ports.push_back(number(links[static_cast<std::size_t>(direction)]));
    }
    of_slots_.reserve(fabric_.link_slots());
    for (Node node = 0; node < fabric_.nodes(); ++node) {
      of_slots_.insert(of_slots_.end(), of_ports.begin(), of_ports.end());
    }
  }

  void apply(const LinkTable& table) {
    for (const auto& row : table.rows) {
      try {
        apply(row);
      } catch (const ValueError& error) {
        const auto where = table.file.empty() ? row.place : table.file + ": " + row.place;
        draft_.reject(table.key, fmt::format("{}: {}", where, error.what()));
      }
    }
  }

  /// Hands the classes to the experiment; where all links of each dimension are alike, by
  /// dimension.
  void give(Experiment& e) {
    std::vector<LinkClass> of_dimensions(
        list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(draft_.links.size()));
    const bool differ = !find_uniform(of_dimensions);
    put(differ ? list_ : of_dimensions, e);
    if (differ) e.link_map = std::make_shared<const LinkMap>(fabric_, std::move(of_slots_));
  }

 private:
  std::uint32_t number(const LinkClass& link) {
    const auto [known, is_new] = numbers_.emplace(link, static_cast<std::uint32_t>(list_.size()));
    if (is_new) list_.push_back(link);
    return known->second;
  }

  void apply(const LinkRow& row) {
    std::map<std::uint32_t, std::uint32_t> becomes;
    for (const auto slot : row.links) {
      const auto before = of_slots_[slot];
      auto known = becomes.find(before);
      if (known == becomes.end()) {
        known = becomes.emplace(before, number(changed(list_[before], row))).first;
      }
      of_slots_[slot] = known->second;
    }
  }

  /// A technology comes first, before whose figures those of the other columns go.
  LinkClass changed(LinkClass link, const LinkRow& row) const {
    for (const auto& name : link_figures()) {
      for (const auto& [figure, text] : row.figures) {
        if (figure != name) continue;
        try {
          set_figure(link, figure, text, draft_.experiment().clock);
        } catch (const ValueError& error) {
          throw ValueError(fmt::format("{}: {}", figure, error.what()));
        }
      }
    }
    return link;
  }

  /// Whether the links of each dimension are alike, and what they are then.
  bool find_uniform(std::vector<LinkClass>& of_dimensions) const {
    std::vector<std::optional<std::uint32_t>> found(of_dimensions.size());
    const unsigned degree = fabric_.degree();
    for (std::uint64_t slot = 0; slot < of_slots_.size(); ++slot) {
      const auto port = static_cast<unsigned>(slot % degree);
      if (!fabric_.closed() && !fabric_.neighbour(static_cast<Node>(slot / degree), port)) continue;
      auto& one = found[fabric_.ports()[port].dimension - 1];
      if (!one) one = of_slots_[slot];
      if (*one != of_slots_[slot]) return false;
    }
    for (std::size_t d = 0; d < found.size(); ++d) {
      if (found[d]) of_dimensions[d] = list_[*found[d]];
    }
    return true;
  }

  const Draft& draft_;
  const Fabric& fabric_;
  std::vector<LinkClass> list_;  ///< first one a dimension, also where they are equal
  std::map<LinkClass, std::uint32_t, Before> numbers_;
  std::vector<std::uint32_t> of_slots_;
};

}  // namespace

void give_links(Draft& draft) {
  auto& e = draft.experiment();
  draft.links.resize(e.fabric.radices().size());
  const bool by_dimension = std::all_of(draft.links.begin(), draft.links.end(), [](auto& both) {
    return figures_of(both[0]) == figures_of(both[1]);
  });
  if (by_dimension && draft.link_tables.empty()) {
    // Without a list of all links, of which there may be very many.
    std::vector<LinkClass> links;
    for (const auto& both : draft.links) links.push_back(both[0]);
    put(links, e);
    return;
  }
  Classes classes(draft);
  for (const auto& table : draft.link_tables) classes.apply(table);
  classes.give(e);
}

}  // namespace isobar
