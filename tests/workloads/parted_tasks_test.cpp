// SPDX-License-Identifier: Apache-2.0
// Tasks divided and merged: nothing of them is lost, nor of what they tell each other.
#include "models/workloads/parted_tasks.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

std::int64_t said(const std::vector<TaskTie>& ties) {
  return std::accumulate(
      ties.begin(), ties.end(), std::int64_t{0},
      [](auto sum, const TaskTie& tie) { return sum + tie.bytes + 3 * tie.back; });
}

/// Ties to 100, 101, … of random bytes.
std::vector<TaskTie> any_ties() {
  std::vector<TaskTie> ties(*rc::gen::inRange<std::size_t>(0, 6));
  for (std::size_t i = 0; i < ties.size(); ++i) {
    ties[i].with = 100 + i;
    ties[i].bytes = *rc::gen::inRange<std::int64_t>(0, 1000);
    ties[i].back = *rc::gen::inRange<std::int64_t>(0, 1000);
  }
  return ties;
}

TaskCard any_card() {
  TaskCard card;
  card.number = 7;
  card.work = *rc::gen::inRange<Cycle>(8, 10'000);
  card.bytes = *rc::gen::inRange<std::int64_t>(0, 10'000);
  card.ties = any_ties();
  return card;
}

std::vector<TaskNumber> numbers(std::size_t parts) {
  std::vector<TaskNumber> all(parts, 7);
  std::iota(all.begin() + 1, all.end(), TaskNumber{20});
  return all;
}

}  // namespace

TEST_CASE(
    "parted tasks: the parts of a divided task are as equal as can be, and together all of it") {
  test::property([] {
    const auto card = any_card();
    const auto parts = divided(card, numbers(*rc::gen::inRange<std::size_t>(2, 9)), 3, 50);
    Cycle work = 0;
    std::int64_t bytes = 0;
    std::map<TaskNumber, std::int64_t> to;
    for (const auto& part : parts) {
      work += part.work;
      bytes += part.bytes;
      for (const auto& tie : part.ties) to[tie.with] += tie.bytes;
      RC_ASSERT(parts.front().work - part.work <= 1);
      RC_ASSERT(part.work >= 1);
    }
    RC_ASSERT(work == card.work);
    RC_ASSERT(bytes == card.bytes);
    for (const auto& tie : card.ties) RC_ASSERT(to.at(tie.with) == tie.bytes);
  });
}

TEST_CASE(
    "parted tasks: parts know each other in a row, and merged again they are what they were") {
  test::property([] {
    const auto card = any_card();
    const auto parts = divided(card, numbers(*rc::gen::inRange<std::size_t>(2, 9)), 3, 50);
    for (std::size_t n = 0; n + 1 < parts.size() && !card.ties.empty(); ++n) {
      const auto knows = [](const TaskCard& a, const TaskCard& b) {
        return std::any_of(a.ties.begin(), a.ties.end(),
                           [&](const TaskTie& tie) { return tie.with == b.number; });
      };
      RC_ASSERT(knows(parts[n], parts[n + 1]));
      RC_ASSERT(knows(parts[n + 1], parts[n]));
    }
    auto whole = parts.front();
    for (std::size_t n = 1; n < parts.size(); ++n) {
      rename_tie(whole.ties, parts[n].number, whole.number);
      auto part = parts[n];
      for (std::size_t gone = 1; gone < n; ++gone) {
        rename_tie(part.ties, parts[gone].number, whole.number);
      }
      whole = merged(whole, part);
    }
    RC_ASSERT(whole.work == card.work);
    RC_ASSERT(whole.bytes == card.bytes);
    RC_ASSERT(whole.ties.size() == card.ties.size());
    for (const auto& tie : card.ties) {
      const auto same = [&](const TaskTie& t) {
        return t.with == tie.with && t.bytes == tie.bytes && t.back == tie.back;
      };
      RC_ASSERT(std::any_of(whole.ties.begin(), whole.ties.end(), same));
    }
  });
}

TEST_CASE("parted tasks: who talks to a task that is parted goes on saying as much") {
  test::property([] {
    auto ties = any_ties();
    const auto before = said(ties);
    const auto count = ties.size();
    rename_tie(ties, 100, 500);  // a part of it
    RC_ASSERT(said(ties) == before);
    RC_ASSERT(ties.size() == count);
    rename_tie(ties, 101, 500);  // merged into that
    RC_ASSERT(said(ties) == before);
    RC_ASSERT(ties.size() == (count < 2 ? count : count - 1));
    for (const auto& tie : ties) RC_ASSERT(tie.with != 100 && tie.with != 101);
  });
}
