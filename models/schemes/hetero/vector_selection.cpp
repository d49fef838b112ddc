// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/vector_selection.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace isobar {
namespace {

std::size_t farthest(const std::vector<double>& rest) {
  const auto most = std::max_element(rest.begin(), rest.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  return static_cast<std::size_t>(most - rest.begin());
}

/// Whether no other resource has more left than this one, but for rounding.
bool is_farthest(const std::vector<double>& rest, std::size_t resource,
                 const std::vector<double>& amount) {
  const double more = rest_of(rest).largest - std::abs(rest[resource]);
  return more <= 1e-9 * rest_of(amount).largest;
}

/// A selection that changes by one task or by two. Columns are first the tasks of one's own, then
/// those of the partner, whose loads count below 0.
class Search {
 public:
  explicit Search(const VectorLink& link)
      : link_(link), rest_(link.amount), in_(link.mine.size() + link.theirs.size(), false) {}

  void toggle(std::size_t column) {
    const double sign = sign_of(column);
    for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] -= sign * task(column).loads[i];
    net_ += static_cast<std::int64_t>(sign) * task(column).bytes;
    in_[column] = !in_[column];
  }
  /// Leaves out tasks from the last on until what is left has room.
  void fit() {
    for (auto column = in_.size(); column-- > 0 && !has_room(net_);) {
      if (in_[column]) toggle(column);
    }
  }
  void improve() {
    const double enough = link_.enough * rest_of(link_.amount).largest;
    // Each change makes less left; this many are enough, whatever rounding does.
    for (std::size_t changes = 0; changes < 4 * in_.size(); ++changes) {
      auto change = best_of_one();
      if (!change && rest_of(rest_).largest > enough) change = best_of_two();
      if (!change) return;
      toggle(change->first);
      if (change->second != change->first) toggle(change->second);
    }
  }

  const std::vector<double>& rest() const { return rest_; }
  VectorSelection selection() const {
    VectorSelection out;
    for (std::size_t column = 0; column < in_.size(); ++column) {
      if (!in_[column]) continue;
      if (is_mine(column)) {
        out.given.push_back(column);
      } else {
        out.taken.push_back(column - link_.mine.size());
      }
    }
    return out;
  }

 private:
  using Change = std::pair<std::size_t, std::size_t>;  ///< alike: one column

  bool is_mine(std::size_t column) const { return column < link_.mine.size(); }
  const VectorTask& task(std::size_t column) const {
    return is_mine(column) ? link_.mine[column] : link_.theirs[column - link_.mine.size()];
  }
  /// Toggling a column takes its loads times this off what is left.
  double sign_of(std::size_t column) const { return is_mine(column) == in_[column] ? -1 : 1; }
  bool has_room(std::int64_t net) const { return net <= link_.room && -net <= link_.own_room; }

  VectorRest rest_without(std::size_t a, std::size_t b) const {
    VectorRest out;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      double left = rest_[i] - sign_of(a) * task(a).loads[i];
      if (b != a) left -= sign_of(b) * task(b).loads[i];
      out.largest = std::max(out.largest, std::abs(left));
      out.sum += std::abs(left);
    }
    return out;
  }
  std::int64_t net_with(std::size_t a, std::size_t b) const {
    auto net = net_ + static_cast<std::int64_t>(sign_of(a)) * task(a).bytes;
    if (b != a) net += static_cast<std::int64_t>(sign_of(b)) * task(b).bytes;
    return net;
  }
  void consider(std::size_t a, std::size_t b, VectorRest& least,
                std::optional<Change>& best) const {
    const auto left = rest_without(a, b);
    if (!(left < least) || !has_room(net_with(a, b))) return;
    least = left;
    best = Change(a, b);
  }
  std::optional<Change> best_of_one() const {
    std::optional<Change> best;
    auto least = rest_of(rest_);
    for (std::size_t column = 0; column < in_.size(); ++column) {
      consider(column, column, least, best);
    }
    return best;
  }
  std::optional<Change> best_of_two() const {
    std::optional<Change> best;
    auto least = rest_of(rest_);
    for (std::size_t a = 0; a < in_.size(); ++a) {
      for (std::size_t b = a + 1; b < in_.size(); ++b) consider(a, b, least, best);
    }
    return best;
  }

  const VectorLink& link_;
  std::vector<double> rest_;
  std::vector<bool> in_;
  std::int64_t net_ = 0;  ///< bytes that go more than come
};

}  // namespace

VectorRest rest_of(const std::vector<double>& amount) {
  VectorRest out;
  for (const double part : amount) {
    out.largest = std::max(out.largest, std::abs(part));
    out.sum += std::abs(part);
  }
  return out;
}

VectorSelection select_vector(const VectorLink& link, const SelectOnePart& select_one) {
  const auto resource = farthest(link.amount);
  Search search(link);
  const bool gives = link.amount[resource] > 0;
  if (gives || !link.theirs.empty()) {
    for (const auto place : select_one(resource)) {
      search.toggle(gives ? place : link.mine.size() + place);
    }
    search.fit();
  }
  if (gives && link.theirs.empty() && is_farthest(search.rest(), resource, link.amount)) {
    return search.selection();
  }
  Search from_none(link);
  search.improve();
  from_none.improve();
  return (rest_of(from_none.rest()) < rest_of(search.rest()) ? from_none : search).selection();
}

}  // namespace isobar
