// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "models/workloads/applications/work_time.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_memory.h"

namespace isobar {
namespace {

constexpr double nanoseconds = 1e9;  // in a second

std::string said(const LbDatafile::Entity& entity) {
  return entity.home ? fmt::format("seq_id {} with home {}", entity.number, *entity.home)
                     : fmt::format("id {}", entity.number);
}

/// A task and the PE that it starts on.
struct Placed {
  TaskCard* card;
  Node home;
};

using Numbers = std::map<LbDatafile::Entity, TaskNumber>;

Numbers numbers_of(const std::vector<LbRank>& set) {
  Numbers all;
  for (const auto& [file, phase] : set) {
    for (std::size_t i = 0; i < phase.persistent_tasks.size(); ++i) {
      const auto& entity = phase.persistent_tasks[i].entity;
      if (all.emplace(entity, all.size()).second) continue;
      fail_at(file, fmt::format("phases[{}].tasks[{}].entity is {}, as another task's is",
                                phase.place, i, said(entity)));
    }
  }
  return all;
}

/// By pair of tasks: the bytes that the first sends to the second, and those that come back.
using Talk = std::map<std::pair<TaskNumber, TaskNumber>, std::pair<std::int64_t, std::int64_t>>;

void listen(const LbRank& rank, const Numbers& numbers, Talk& talk) {
  const auto number = [&](const LbDatafile::Communication& one, const LbDatafile::Entity& entity,
                          const char* end) {
    const auto found = numbers.find(entity);
    if (found != numbers.end()) return found->second;
    fail_at(rank.file,
            fmt::format("phases[{}].communications[{}].{} is {}, which no task of phase {} is",
                        rank.phase.place, one.place, end, said(entity), rank.phase.id));
  };
  for (const auto& one : rank.phase.communications) {
    const auto from = number(one, one.from, "from");
    const auto to = number(one, one.to, "to");
    if (from == to) continue;
    auto& [there, back] = talk[std::minmax(from, to)];
    (from < to ? there : back) += one.bytes;
  }
}

}  // namespace

LbTasks lbdatafile_tasks(const std::vector<LbRank>& set, const Rational& clock,
                         std::int64_t bytes) {
  const auto numbers = numbers_of(set);
  LbTasks read;
  auto& tasks = read.tasks;
  for (const auto& [file, phase] : set) {
    auto& of_rank = tasks.emplace_back();
    for (std::size_t i = 0; i < phase.persistent_tasks.size(); ++i) {
      auto& card = of_rank.emplace_back();
      card.work = WorkTime(phase.times[i].time * nanoseconds, clock).cycles(1);
      card.bytes = phase.persistent_tasks[i].bytes.value_or(bytes);
      card.stays = !phase.persistent_tasks[i].migratable;
    }
  }
  std::vector<Placed> placed;
  for (std::size_t rank = 0; rank < tasks.size(); ++rank) {
    for (auto& card : tasks[rank]) placed.push_back({&card, static_cast<Node>(rank)});
  }
  Talk talk;
  for (const auto& rank : set) listen(rank, numbers, talk);
  for (const auto& [pair, sent] : talk) {
    const auto& [a, b] = pair;
    placed[a].card->ties.push_back({b, placed[b].home, sent.first, sent.second});
    placed[b].card->ties.push_back({a, placed[a].home, sent.second, sent.first});
  }
  place_memory(set, read);
  return read;
}

}  // namespace isobar
