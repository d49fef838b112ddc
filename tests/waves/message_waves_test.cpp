// SPDX-License-Identifier: Apache-2.0
// Messages, buffers of routers and tasks in wave files, held against what the files themselves say
// of the links: routes, what is behind a link, queues.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

#include "models/fabric/fabric.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/program.h"
#include "tests/waves/wave_file.h"
#include "waves/phase_names.h"

using namespace isobar;
using test::value_at;
using test::Values;

namespace {

using Time = std::uint64_t;

std::uint64_t number(const std::string& text) { return std::stoull(text, nullptr, 2); }

/// A message on a link.
struct Seen {
  Time from;
  Time to;
  std::string kind;
  Node at;     ///< the node that it leaves
  Node there;  ///< the one that it comes to
  Node destination;
  std::string link;

  bool operator<(const Seen& other) const { return from < other.from; }
};

/// By sender and number, in order of time.
using Messages = std::map<std::pair<Node, std::uint64_t>, std::vector<Seen>>;

/// When messages begin on a link: where its number or sender change, or it is busy again.
std::set<Time> begins(const test::WaveFile& wave, const std::string& link) {
  std::set<Time> times;
  for (const auto& [time, state] : wave.signals.at(link + ".state")) {
    if (state != "\"idle\"") times.insert(time);
  }
  for (const char* of : {".number", ".from"}) {
    for (const auto& [time, value] : wave.signals.at(link + of)) {
      if (time > 0 || number(value) > 0) times.insert(time);
    }
  }
  return times;
}

Messages messages_of(const test::WaveFile& wave, const Fabric& fabric) {
  Messages all;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto link = fmt::format("isobar.pe_{}.{}", node, port_name(fabric, port));
      const auto& state = wave.signals.at(link + ".state");
      const auto times = begins(wave, link);
      for (auto at = times.begin(); at != times.end(); ++at) {
        auto end = std::next(at) == times.end() ? wave.times.back() : *std::next(at);
        for (const auto& [time, value] : state) {
          if (time > *at && time < end && value == "\"idle\"") end = time;
        }
        const auto value = [&](const char* of) {
          return value_at(wave.signals.at(link + of), *at);
        };
        const auto from = static_cast<Node>(number(value(".from")));
        all[{from, number(value(".number"))}].push_back(
            {*at, end, value(".kind"), node, *fabric.neighbour(node, port),
             static_cast<Node>(number(value(".to"))), link});
      }
    }
  }
  for (auto& [message, seen] : all) std::sort(seen.begin(), seen.end());
  return all;
}

test::WaveFile waves_of(const std::vector<std::string>& more) {
  const test::Scratch folder;
  std::vector<std::string> arguments = {"run", "--wave", "run.vcd"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto ran = test::run_program(arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return test::read_wave(folder.path() / "run.vcd");
}

}  // namespace

TEST_CASE("waves show every message on its route, and the buffers that it takes there", "[waves]") {
  const std::string switching = GENERATE("store-and-forward", "cut-through");
  const auto fabric = test::experiment("torus:3x4", "lm-c5", "spike:1").fabric;
  const auto wave = waves_of({"--fabric", "torus:3x4", "--scheme", "steal", "--app",
                              "uts:t=1,a=3,d=4,b=4,r=19", "--switching", switching});
  const auto messages = messages_of(wave, fabric);
  REQUIRE(messages.size() > 200);
  std::set<std::string> kinds;
  std::size_t whole = 0;
  // By link: when buffers at its far end are taken, and freed.
  std::map<std::string, std::vector<std::pair<Time, int>>> buffers;
  for (const auto& [message, seen] : messages) {
    INFO("message " << message.second << " of PE " << message.first);
    CHECK(seen.front().at == message.first);
    kinds.insert(seen.front().kind);
    for (std::size_t hop = 0; hop < seen.size(); ++hop) {
      CHECK(seen[hop].kind == seen[0].kind);
      CHECK(seen[hop].destination == seen[0].destination);
      if (hop > 0) CHECK(seen[hop].at == seen[hop - 1].there);
      if (seen[hop].there == seen[hop].destination) continue;
      auto& buffer = buffers[seen[hop].link];
      buffer.emplace_back(seen[hop].from, 1);
      if (hop + 1 < seen.size()) buffer.emplace_back(seen[hop + 1].to, -1);
    }
    if (seen.back().there == seen.back().destination) ++whole;
  }
  CHECK(kinds == std::set<std::string>{"\"request\"", "\"reply\"", "\"tasks\""});
  CHECK(messages.size() - whole < 12);
  std::size_t several = 0;
  for (auto& [link, changes] : buffers) {
    INFO(link);
    std::sort(changes.begin(), changes.end());
    const auto& shown = wave.signals.at(link + ".buffered");
    std::int64_t held = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      held += changes[i].second;
      if (i + 1 < changes.size() && changes[i + 1].first == changes[i].first) continue;
      if (changes[i].first >= wave.times.back()) break;
      REQUIRE(number(value_at(shown, changes[i].first)) == static_cast<std::uint64_t>(held));
      if (held > 0) ++several;
    }
  }
  CHECK(several > 20);
}

TEST_CASE("waves show the tasks that a steal brings, where they are worked on afterwards",
          "[waves]") {
  const auto fabric = test::experiment("ring:4", "lm-c5", "spike:1").fabric;
  const auto wave =
      waves_of({"--fabric", "ring:4", "--scheme", "steal", "--app", "uts:t=1,a=3,d=4,b=4,r=19"});
  std::size_t stolen = 0;
  for (const auto& [message, seen] : messages_of(wave, fabric)) {
    if (seen.front().kind != "\"tasks\"" || seen.back().there != seen.back().destination) continue;
    // The same tasks on every link.
    std::set<std::vector<std::uint64_t>> lists;
    for (const auto& one : seen) {
      const auto& task = wave.signals.at(one.link + ".task");
      std::vector<std::uint64_t> list = {number(value_at(task, one.from))};
      for (const auto& [time, value] : task) {
        if (time > one.from && time < one.to) list.push_back(number(value));
      }
      CHECK(list.size() == number(value_at(wave.signals.at(one.link + ".tasks"), one.from)));
      lists.insert(list);
    }
    INFO("message " << message.second << " of PE " << message.first);
    CHECK(lists.size() == 1);
    for (const auto task : *lists.begin()) {
      std::size_t workers = 0;
      for (Node node = 0; node < fabric.pes(); ++node) {
        for (const auto& [time, value] : wave.signals.at(fmt::format("isobar.pe_{}.task", node))) {
          if (time > 0 && number(value) == task) ++workers;
        }
      }
      CHECK(workers == 1);
      ++stolen;
    }
  }
  CHECK(stolen > 10);
}

TEST_CASE("waves of a synchronous run show its tasks: each PE hands them on as they came",
          "[waves]") {
  const auto wave =
      waves_of({"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "spike:3", "--wave-tasks"});
  std::map<Node, std::deque<std::uint64_t>> queues;
  for (std::uint64_t task = 0; task < 12; ++task) queues[0].push_back(task);
  std::map<Time, std::vector<Node>> sends;
  for (Node node = 0; node < 4; ++node) {
    const auto link = fmt::format("isobar.pe_{}.link_1_succ", node);
    for (const auto& [time, state] : wave.signals.at(link + ".state")) {
      if (state == "\"transfer\"") sends[time].push_back(node);
    }
  }
  std::size_t tasks = 0;
  for (const auto& [time, nodes] : sends) {
    std::vector<std::pair<Node, std::uint64_t>> land;
    for (const Node node : nodes) {
      const auto link = fmt::format("isobar.pe_{}.link_1_succ", node);
      REQUIRE_FALSE(queues[node].empty());
      REQUIRE(number(value_at(wave.signals.at(link + ".task"), time)) == queues[node].front());
      land.emplace_back((node + 1) % 4, queues[node].front());
      queues[node].pop_front();
      ++tasks;
    }
    for (const auto& [node, task] : land) queues[node].push_back(task);
  }
  CHECK(tasks > 15);
}

TEST_CASE("both levels show the same tasks of an application on the links", "[waves]") {
  const std::vector<std::string> run = {"--fabric",    "torus:3x2", "--scheme",
                                        "nna",         "--app",     "uts:t=1,a=3,d=4,b=4,r=19",
                                        "--wave-tasks"};
  auto steps = run;
  steps.insert(steps.end(), {"--level", "steps"});
  const auto wave = waves_of(run);
  CHECK(wave.signals.at("isobar.pe_0.link_1_succ.task").size() > 3);
  CHECK(wave.signals == waves_of(steps).signals);
}
