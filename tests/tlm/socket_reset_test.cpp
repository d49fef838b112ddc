// SPDX-License-Identifier: Apache-2.0
// Task sockets at fabrics that begin again.
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/message_driven_fabric.h"
#include "models/schemes/contract/registry.h"
#include "models/tlm/lockstep_tasks.h"
#include "models/tlm/message_driven_tasks.h"
#include "models/tlm/task_socket.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/socket_bench.h"
#include "tests/support/tlm_drivers.h"

using namespace isobar;
namespace reg = task_register;
using test::cycle_of;
using test::cycles;
using test::Driver;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Puts, fetches and reads; returns answers with their cycles, counted from the cycle of the first.
Numbers play(Driver& driver) {
  Numbers seen;
  const auto begin = cycle_of(sc_core::sc_time_stamp());
  const auto note = [&](const test::Answer& answer) {
    seen.insert(seen.end(), {cycle_of(answer.at) - begin, answer.status,
                             static_cast<std::int64_t>(answer.value())});
  };
  for (std::uint64_t i = 0; i < 4; ++i) note(driver.write(reg::put, test::first_put + i));
  sc_core::wait(cycles(100));
  for (int i = 0; i < 5; ++i) note(driver.read(reg::fetch));
  for (const auto offset : {reg::load, reg::accepted, reg::fetched, reg::cycle}) {
    note(driver.read(offset));
  }
  return seen;
}

template <class Fabric, class Tasks>
void plays_the_same_again(const Experiment& e) {
  const bool loosely = GENERATE(true, false);
  const auto numbers = test::in_child([&] {
    Fabric fabric("fabric", e);
    Tasks tasks(fabric, e);
    test::SocketBench bench(tasks);
    auto& socket = bench.socket(0);
    Numbers runs[2];
    const auto script = [&](Driver& driver) {
      runs[0] = play(driver);
      runs[0].push_back(static_cast<std::int64_t>(tasks.data().next().id));
      sc_core::wait(cycles(3));
      fabric.reset();
      socket.reset();
      tasks.reset();
      sc_core::wait(cycles(1));
      runs[1] = play(driver);
      runs[1].push_back(static_cast<std::int64_t>(tasks.data().next().id));
    };
    if (loosely) {
      bench.drive<test::LtDriver>(socket, script);
    } else {
      bench.drive<test::AtDriver>(socket, script);
    }
    sc_core::sc_start();
    return Numbers{static_cast<std::int64_t>(runs[0].size()), runs[0] == runs[1] ? 1 : 0};
  });
  CHECK(numbers == Numbers{40, 1});
}

}  // namespace

TEST_CASE("sockets of a fabric that begins again begin again") {
  auto e = test::experiment("ring:4", "lm-c5", std::vector<Load>{2, 0, 0, 1});
  e.queue_depth = 16;
  e.goal = {Goal::Kind::steps, 10};
  e.max_steps = 10;
  plays_the_same_again<FabricModel, LockstepTasks>(e);
}

TEST_CASE("message-driven: sockets of a fabric that begins again begin again") {
  Experiment e(Fabric::parse("ring:4"));
  e.loads = {2, 0, 0, 1};
  e.queue_depth = 16;
  e.agents = SchemeChoice::parse("nna-async").make_agents(e.fabric, e.load_bits, 3);
  e.goal = {Goal::Kind::cycles, 1000};
  e.max_cycles = 3000;
  plays_the_same_again<MessageDrivenFabric, MessageDrivenTasks>(e);
}
