// SPDX-License-Identifier: Apache-2.0
// Messages between PEs that are no neighbours: how long they take, and that they all come.
#include "models/pe/run_cycles.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/messages.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::Script;

namespace {

/// Cycle in which PE `to` hears what PE 0 said in cycle 0.
Cycle time_of_word(const std::string& fabric, Node to, Switching switching, Cycle setup,
                   Cycle latency) {
  auto e = test::chat(Fabric::parse(fabric), {}, switching, {});
  LinkClass link;
  link.setup = setup;
  link.latency = latency;
  test::set_links(e, link);
  return test::in_child(
      [&] { return std::vector<std::int64_t>{test::time_of_message(e, to, 0)}; })[0];
}

}  // namespace

TEST_CASE("a message alone takes what the links' formula says", "[network]") {
  // hypercube:4 has 16 PEs: 4 bits for each address, 1 for the kind, 16 of the word.
  constexpr std::int64_t bits = 4 + 4 + 1 + 16;
  const Cycle setup = GENERATE(0, 7);
  const Cycle latency = GENERATE(1, 3);
  for (const Node to : {1U, 3U, 7U, 15U}) {
    const Cycle hops = __builtin_popcount(to);
    CAPTURE(to, setup, latency);
    CHECK(time_of_word("hypercube:4", to, Switching::store_and_forward, setup, latency) ==
          hops * (setup + bits + latency));
    // The header goes there, word comes back, the message follows.
    CHECK(time_of_word("hypercube:4", to, Switching::circuit, setup, latency) ==
          setup + bits + 3 * hops * latency);
  }
}

TEST_CASE("circuits go round a ring's end to a neighbour only", "[network]") {
  constexpr std::int64_t bits = 3 + 3 + 1 + 16;
  const auto time = [](Node to) { return time_of_word("ring:8", to, Switching::circuit, 0, 1); };
  CHECK(time(7) == bits + 3);
  CHECK(time(6) == bits + Cycle{3} * 6);
  CHECK(time_of_word("ring:8", 6, Switching::store_and_forward, 0, 1) == 2 * (bits + 1));
}

TEST_CASE("a message waits until there is a buffer", "[network]") {
  // PE 0 sends two words to PE 3, over 1 and 2, and PE 2 a long transfer to PE 3 before: the first
  // word waits at 2. With one buffer for words that have gone over two links the second one waits
  // at 1 until the first has left and 1 has heard so.
  const auto heard = [](std::int64_t buffers) {
    auto when = std::make_shared<std::vector<Cycle>>();
    Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 2) pe.send_tasks(3, 4);
      if (pe.node() == 0) {
        pe.send_word(3, {});
        pe.send_word(3, {});
      }
    };
    script.word = [when](AgentPe& pe, Node, const AgentWord&) { when->push_back(pe.now()); };
    auto e = test::chat(Fabric::parse("ring:8"), {0, 0, 4}, Switching::store_and_forward, script);
    e.buffers = buffers;
    return test::in_child([&]() -> std::vector<std::int64_t> {
      run_cycles(e);
      return {when->begin(), when->end()};
    });
  };
  // Words of 3 + 3 + 1 + 16 bits; a transfer of 7 + 8 + 4 * 64.
  constexpr Cycle word = 23;
  constexpr Cycle transfer = 271;
  CHECK(heard(2) == std::vector<Cycle>{transfer + word + 1, transfer + 2 * word + 1});
  // PE 1 sends the second when it knows that the first has left, and it takes two links then.
  CHECK(heard(1) == std::vector<Cycle>{transfer + word + 1, transfer + word + 1 + 2 * (word + 1)});
}

TEST_CASE("whatever is sent comes, with one buffer of a class and every link full", "[network]") {
  const auto fabric = GENERATE("ring:9", "torus:5x4", "torus:3x3x3", "hypercube:5", "hhc:3",
                               "mesh:4x5", "torus:2x7");
  for (const auto switching :
       {Switching::store_and_forward, Switching::cut_through, Switching::circuit}) {
    for (const auto& target : test::targets()) {
      CAPTURE(fabric, switching, &target - test::targets().data());
      CHECK(test::storm(Fabric::parse(fabric), switching, 60, 1, target).all_came());
    }
  }
}

TEST_CASE("on graphs, too, whatever is sent comes with one buffer of a class", "[network][graph]") {
  std::vector<Fabric> fabrics;
  for (const char* name : {"ring:9", "torus:5x4", "hhc:2"}) {  // with routes round in circles
    const auto product = Fabric::parse(name);
    fabrics.push_back(Fabric::graph("graph:g", product.nodes(), test::edges_of(product)));
  }
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    fabrics.push_back(test::random_graph(4 + 3 * seed, 5 * (seed % 3), seed));
  }
  for (const auto switching : {Switching::store_and_forward, Switching::cut_through}) {
    for (const auto& fabric : fabrics) {
      for (const auto& target : test::targets()) {
        CAPTURE(&fabric - fabrics.data(), switching, &target - test::targets().data());
        CHECK(test::storm(fabric, switching, 60, 1, target).all_came());
      }
    }
  }
}

TEST_CASE("circuits are refused on a graph", "[network][graph]") {
  const auto said = test::in_child([] {
    auto e = test::chat(test::random_graph(5, 2, 1), {}, Switching::circuit, {});
    const auto why = test::refusal([&] { run_cycles(e); });
    return std::vector<std::int64_t>{test::contains(why, "dimension order") ? 1 : 0};
  });
  CHECK(said[0] == 1);
}
