// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "models/workloads/applications/work_time.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_entities.h"
#include "sim/input/lbdatafile_memory.h"

namespace isobar {
namespace {

Cycle cycles(double seconds, const Rational& clock) {
  constexpr double nanoseconds = 1e9;  // in a second
  return WorkTime(seconds * nanoseconds, clock).cycles(1);
}

/// By pair of tasks: the bytes that the first sends to the second, and those that come back, in all
/// phases.
using Talk = std::map<std::pair<TaskNumber, TaskNumber>, std::pair<std::int64_t, std::int64_t>>;

/// What tasks send each other.
struct Heard {
  Talk talk{};
  std::size_t foreign = 0;  ///< communications with an object of vt's own that is no task
  std::size_t others = 0;   ///< broadcasts, and communications with a node
};

/// The task at one end of a communication; none if vt's own object is there.
std::optional<TaskNumber> task_at(const LbDatafile::End& end, const LbEntities& entities,
                                  const LbRank& rank, const std::string& name,
                                  std::uint64_t phase) {
  if (const auto found = entities.find(end.entity)) return *found;
  if (!end.migratable) return std::nullopt;
  fail_at(rank.file, fmt::format("{} is {}, which no task of phase {} is", name,
                                 LbEntities::said(end.entity), phase));
}

void listen(const LbRank& rank, std::size_t turn, const LbEntities& entities, Heard& heard) {
  const auto& phase = rank.phase(turn);
  heard.others += phase.other_communications;
  for (const auto& one : phase.communications) {
    const auto name = fmt::format("phases[{}].communications[{}]", phase.place, one.place);
    const auto from = task_at(one.from, entities, rank, name + ".from", phase.id);
    const auto to = task_at(one.to, entities, rank, name + ".to", phase.id);
    if (!from || !to) ++heard.foreign;
    if (!from || !to || *from == *to) continue;
    auto& [there, back] = heard.talk[std::minmax(*from, *to)];
    (*from < *to ? there : back) += one.bytes;
  }
}

Heard hear(const LbSet& set, const LbEntities& entities) {
  Heard heard;
  for (const auto& rank : set.ranks) {
    for (std::size_t turn = 0; turn < set.turns.size(); ++turn) {
      listen(rank, turn, entities, heard);
    }
  }
  return heard;
}

std::int64_t mean(std::int64_t sum, std::size_t turns) {
  const auto count = static_cast<std::int64_t>(turns);
  return (sum + count - 1) / count;
}

void tie(std::vector<TaskCard>& cards, const LbEntities& entities, const Talk& talk,
         std::size_t turns) {
  for (const auto& [pair, sent] : talk) {
    const auto& [a, b] = pair;
    const auto there = mean(sent.first, turns);
    const auto back = mean(sent.second, turns);
    cards[a].ties.push_back({b, entities.all()[b].pe, there, back});
    cards[b].ties.push_back({a, entities.all()[a].pe, back, there});
  }
}

std::vector<std::string> notes_on(const LbSet& set, const LbEntities& entities,
                                  const Heard& heard) {
  std::vector<std::string> notes;
  if (heard.foreign > 0) {
    notes.push_back(fmt::format(
        "{} communications of the LBDatafiles with objects of vt's own, which are no tasks, are "
        "not counted",
        heard.foreign));
  }
  if (heard.others > 0) {
    notes.push_back(fmt::format(
        "{} broadcasts and communications with nodes of the LBDatafiles are not counted",
        heard.others));
  }
  if (set.turns.size() > 1 && !heard.talk.empty()) {
    notes.push_back(fmt::format(
        "tasks send each other in every iteration the mean of what they sent in the {} phases of "
        "the LBDatafiles",
        set.turns.size()));
  }
  if (entities.moved() > 0) {
    notes.push_back(fmt::format(
        "where the LBDatafiles have tasks on another rank in a later phase ({} times) is not "
        "followed: here the scheme moves them",
        entities.moved()));
  }
  return notes;
}

}  // namespace

LbTasks lbdatafile_tasks(const LbSet& set, Node pes, const Rational& clock, std::int64_t bytes) {
  const LbEntities entities(set, pes);
  const auto turns = set.turns.size();
  LbTasks read;
  std::vector<TaskCard> cards;
  for (const auto& entity : entities.all()) {
    std::vector<Cycle> work;
    for (const auto& time : entity.times) work.push_back(cycles(time.value_or(0), clock));
    auto& card = cards.emplace_back();
    card.work = work.front();
    card.bytes = entity.task->bytes.value_or(bytes);
    card.stays = !entity.task->migratable;
    if (turns > 1) read.work.push_back(std::move(work));
  }
  const auto heard = hear(set, entities);
  tie(cards, entities, heard.talk, turns);
  read.notes = notes_on(set, entities, heard);
  place_memory(set, pes, entities, cards, read);
  read.tasks.resize(pes);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    read.tasks[entities.all()[i].pe].push_back(std::move(cards[i]));
  }
  return read;
}

std::vector<std::vector<std::vector<Cycle>>> lbdatafile_chains(const LbSet& set, Node pes,
                                                               const Rational& clock) {
  std::vector<std::vector<std::vector<Cycle>>> chains(pes);
  const LbEntities entities(set, pes);
  for (const auto& entity : entities.all()) {
    auto& chain = chains[entity.pe].emplace_back();
    for (const auto& time : entity.times) {
      if (time) chain.push_back(cycles(*time, clock));
    }
  }
  return chains;
}

}  // namespace isobar
