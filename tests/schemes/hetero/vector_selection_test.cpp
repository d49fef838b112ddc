// SPDX-License-Identifier: Apache-2.0
// Tasks for a vector of transfers over one link: the larger rest falls, and one resource alone is
// selected for as without the other.
#include "models/schemes/hetero/vector_selection.h"

#include <algorithm>
#include <cmath>

#include "tests/support/property.h"

using namespace isobar;

namespace {

std::vector<VectorTask> some_tasks(std::size_t most, std::size_t resources) {
  std::vector<VectorTask> tasks(*rc::gen::inRange<std::size_t>(0, most + 1));
  for (auto& task : tasks) {
    for (std::size_t i = 0; i < resources; ++i) task.loads.push_back(*rc::gen::inRange(0, 100));
    task.bytes = *rc::gen::inRange<std::int64_t>(0, 100);
  }
  return tasks;
}

VectorLink some_link() {
  const auto resources = *rc::gen::inRange<std::size_t>(1, 4);
  VectorLink link{some_tasks(10, resources), some_tasks(10, resources), {}};
  for (std::size_t i = 0; i < resources; ++i) link.amount.push_back(*rc::gen::inRange(-300, 400));
  if (*rc::gen::arbitrary<bool>()) link.room = *rc::gen::inRange<std::int64_t>(0, 300);
  if (*rc::gen::arbitrary<bool>()) link.own_room = *rc::gen::inRange<std::int64_t>(0, 300);
  return link;
}

/// What `select` finds for one part of ΔL alone, as TaskSelection asks for it.
SelectOnePart one_part(const VectorLink& link, const SelectionMethod& method) {
  return [&](std::size_t resource) {
    const bool gives = link.amount[resource] > 0;
    std::vector<MovableTask> tasks;
    for (const auto& task : gives ? link.mine : link.theirs) {
      tasks.push_back({task.loads[resource], 0, 0});
    }
    const double amount = std::abs(link.amount[resource]);
    return with_one_more(tasks, amount, method.select(tasks, amount, {}));
  };
}

SelectionMethod some_method() { return *rc::gen::elementOf(selection_methods()); }

struct Left {
  std::vector<double> rest;
  std::int64_t net = 0;
};

Left left_of(const VectorLink& link, const VectorSelection& chosen) {
  Left left{link.amount};
  const auto go = [&](const VectorTask& task, int sign) {
    for (std::size_t i = 0; i < left.rest.size(); ++i) left.rest[i] -= sign * task.loads[i];
    left.net += sign * task.bytes;
  };
  for (const auto place : chosen.given) go(link.mine.at(place), 1);
  for (const auto place : chosen.taken) go(link.theirs.at(place), -1);
  return left;
}

bool is_ascending(const Selection& chosen) {
  return std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end();
}

}  // namespace

TEST_CASE("a vector of transfers: the largest rest never rises, within the room of both ends") {
  test::property([] {
    const auto link = some_link();
    const auto method = some_method();
    const auto chosen = select_vector(link, one_part(link, method));
    const auto left = left_of(link, chosen);
    RC_ASSERT(rest_of(left.rest).largest <= rest_of(link.amount).largest);
    RC_ASSERT(is_ascending(chosen.given));
    RC_ASSERT(is_ascending(chosen.taken));
    RC_ASSERT(left.net <= link.room);
    RC_ASSERT(-left.net <= link.own_room);
  });
}

TEST_CASE("a vector of transfers: no task or pair of tasks that changes sides leaves less") {
  const auto toggled = [](Selection chosen, std::size_t place) {
    const auto at = std::lower_bound(chosen.begin(), chosen.end(), place);
    if (at != chosen.end() && *at == place) {
      chosen.erase(at);
    } else {
      chosen.insert(at, place);
    }
    return chosen;
  };
  test::property([&] {
    auto link = some_link();
    if (link.theirs.empty()) link.theirs.push_back({std::vector<double>(link.amount.size(), 1)});
    const auto method = some_method();
    const auto chosen = select_vector(link, one_part(link, method));
    const auto least = rest_of(left_of(link, chosen).rest);
    const auto toggle = [&](VectorSelection from, std::size_t column) {
      if (column < link.mine.size()) {
        from.given = toggled(from.given, column);
      } else {
        from.taken = toggled(from.taken, column - link.mine.size());
      }
      return from;
    };
    const auto columns = link.mine.size() + link.theirs.size();
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = a; b < columns; ++b) {
        auto other = toggle(chosen, a);
        if (b != a) other = toggle(other, b);
        const auto left = left_of(link, other);
        const bool fits = left.net <= link.room && -left.net <= link.own_room;
        RC_ASSERT(!fits || !(rest_of(left.rest) < least));
      }
    }
  });
}

TEST_CASE("a vector of transfers: one resource alone is selected for as without the other") {
  test::property([] {
    auto link = some_link();
    link.theirs.clear();
    link.room = VectorLink::unbounded;
    link.amount = {1.0 * *rc::gen::inRange(0, 400)};
    for (auto& task : link.mine) task.loads.resize(1);
    const auto method = some_method();
    const auto alone = link.amount[0] > 0 ? one_part(link, method)(0) : Selection();
    // The other: none of it, as much of it, or half.
    const double other = *rc::gen::element(0.0, 1.0, 0.5);
    link.amount.push_back(other * link.amount[0]);
    for (auto& task : link.mine) task.loads.push_back(other * task.loads[0]);
    const auto chosen = select_vector(link, one_part(link, method));
    RC_ASSERT(chosen.given == alone);
    RC_ASSERT(chosen.taken.empty());
  });
}

TEST_CASE("a vector of transfers: tasks go for tasks where its parts are opposed") {
  VectorLink link;
  link.mine.resize(8, {{10, 1}, 1});
  link.theirs.resize(8, {{1, 10}, 10});
  link.amount = {36, -36};
  const auto& greedy = selection_methods().front();
  CHECK(select_vector(link, one_part(link, greedy)).given.size() == 4);
  CHECK(select_vector(link, one_part(link, greedy)).taken.size() == 4);
  // The other end of the link finds as much.
  std::swap(link.mine, link.theirs);
  link.amount = {-36, 36};
  CHECK(select_vector(link, one_part(link, greedy)).given.size() == 4);
  CHECK(select_vector(link, one_part(link, greedy)).taken.size() == 4);
  // Four for none would be 30 bytes too many.
  link.own_room = 0;
  link.room = 9;
  const auto chosen = select_vector(link, one_part(link, greedy));
  CHECK(chosen.given.size() == 1);
  CHECK(chosen.taken.size() >= 1);
}

TEST_CASE("a vector of transfers: the larger part does not grow for the sake of the sum") {
  // 1 of 6 would be left of the one, 9 for 5 of the other: 10 for 11.
  CHECK(select_nearest({{5, 4}}, {6, -5}) == Selection{0});
  VectorLink link;
  link.mine = {{{5, 4}}};
  link.amount = {6, -5};
  CHECK(select_vector(link, one_part(link, selection_methods().front())).given.empty());
}
