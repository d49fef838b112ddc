// SPDX-License-Identifier: Apache-2.0
// Initiators at the application's side of PEs, by TLM-2.0.
#include "models/tlm/task_socket.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <regex>
#include <string>
#include <systemc>
#include <vector>

#include "models/errors.h"
#include "models/pe/fabric_model.h"
#include "models/tlm/lockstep_tasks.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/socket_bench.h"
#include "tests/support/tlm_drivers.h"

using namespace isobar;
namespace reg = task_register;
using test::Answer;
using test::AtDriver;
using test::cycle_of;
using test::cycles;
using test::Driver;
using test::first_put;
using test::LtDriver;
using test::random_accesses;
using test::Request;

namespace {

using Numbers = std::vector<std::int64_t>;

/// A fabric with sockets at some PEs.
struct Bench : test::SocketBench {
  explicit Bench(const Experiment& e, const FabricParts& parts = {})
      : SocketBench(tasks), fabric("fabric", e, {}, nullptr, parts), tasks(fabric, e) {}

  FabricModel fabric;
  LockstepTasks tasks;
};

Experiment steps(const std::string& fabric, const std::string& scheme, std::vector<Load> loads,
                 Load depth, std::int64_t count) {
  auto e = test::experiment(fabric, scheme, std::move(loads));
  e.queue_depth = depth;
  e.goal = {Goal::Kind::steps, count};
  e.max_steps = count;
  return e;
}

/// Runs a script at PE 0 of an idle ring of two PEs, with `load` tasks at PE 0.
Numbers at_idle_pe(Load load, Load depth, const std::function<void(Driver&, Numbers&)>& script) {
  const auto e = steps("ring:2", "none", {load, 0}, depth, 40);
  return test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    bench.drive(0, [&](Driver& driver) { script(driver, seen); });
    sc_core::sc_start();
    return seen;
  });
}

}  // namespace

TEST_CASE("every task that is put is fetched once, with its data, or is still in a queue") {
  test::property([] {
    const auto name = *rc::gen::element<std::string>("ring:2", "ring:5", "torus:3x4");
    const auto scheme = *rc::gen::element<std::string>("lm-c5", "lm-c1", "diffusion", "de", "none");
    const Load depth = *rc::gen::inRange<Load>(3, 40);
    const auto pes = Fabric::parse(name).pes();
    const auto loads = *rc::gen::container<std::vector<Load>>(
        pes, rc::gen::inRange<Load>(0, scheme == "lm-c5" ? depth : 2));
    auto e = steps(name, scheme, loads, scheme == "lm-c5" ? depth : 1024, 30);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const bool timed_loosely = *rc::gen::arbitrary<bool>();
    const auto numbers = test::in_child([&] {
      Bench bench(e);
      auto random = random_stream(seed, "traffic");
      std::vector<std::uint64_t> fetched;
      std::vector<std::uint64_t> put;
      Node sockets = 0;
      for (Node pe = 0; pe < pes; ++pe) {
        if (random() % 2 == 0 && pe > 0) continue;
        const auto list = random_accesses(random, first_put * (pe + 1), 60);
        ++sockets;
        const auto script = [&fetched, &put, list](Driver& driver) {
          for (const auto& [pause, request] : list) {
            if (pause > 0) sc_core::wait(cycles(pause));
            const auto answer = driver.access(request);
            if (!answer.ok()) continue;
            if (request.offset == reg::put) put.push_back(request.words[0]);
            if (request.offset == reg::fetch) fetched.push_back(answer.value());
          }
        };
        bench.drive(timed_loosely, pe, script);
      }
      sc_core::sc_start();
      auto expected = put;
      auto all = fetched;
      for (Load i = 0; i < std::accumulate(loads.begin(), loads.end(), Load{0}); ++i) {
        expected.push_back(static_cast<std::uint64_t>(i));
      }
      Load held = 0;
      for (Node pe = 0; pe < pes; ++pe) {
        for (const auto task : bench.fabric.tasks(pe)) {
          all.push_back(bench.tasks.data().take(task).at(0));
        }
      }
      std::sort(all.begin(), all.end());
      std::sort(expected.begin(), expected.end());
      std::int64_t unfinished = 0;
      for (const auto& driver : bench.drivers) unfinished += driver->finished ? 0 : 1;
      const auto result = bench.fabric.finish();  // throws if the meter knows another load
      for (const auto load : result.loads) held += load;
      return Numbers{all == expected ? 1 : 0,
                     held - static_cast<Load>(expected.size() - fetched.size()),
                     unfinished,
                     result.run.steps,
                     static_cast<std::int64_t>(put.size()),
                     static_cast<std::int64_t>(fetched.size()),
                     sockets};
    });
    RC_ASSERT(numbers.at(0) == 1);
    RC_ASSERT(numbers[1] == 0);
    RC_ASSERT(numbers[2] == 0);
    RC_ASSERT(numbers[3] == 30);
    RC_CLASSIFY(numbers[4] > 20 && numbers[5] > 20, "much came and went");
    RC_CLASSIFY(numbers[6] > 2, "three sockets or more");
  });
}

TEST_CASE("LOAD and the counters are the fabric's, in the cycle of their access") {
  const auto [fabric, scheme] = GENERATE(table<std::string, std::string>(
      {{"torus:3x3", "lm-c5"}, {"mesh:3x3", "diffusion"}, {"torus:3x3", "de"}}));
  const auto e = steps(fabric, scheme, {20, 0, 3, 1, 9, 0, 0, 7, 2}, 64, 12);
  const auto numbers = test::in_child([&] {
    struct Row {
      Load load;
      std::vector<LinkCounters> ports;
    };
    constexpr Node pe = 4;
    Bench bench(e);
    std::vector<Row> rows;  // by cycle
    std::int64_t wrong = 0;
    std::int64_t read = 0;
    bench.drive(0, [&](Driver&) {  // its socket rests; the thread keeps what the fabric has
      while (!bench.fabric.done()) {
        for (int delta = 0; delta < 8; ++delta) sc_core::wait(sc_core::SC_ZERO_TIME);
        rows.push_back({bench.fabric.pe(pe).load(), {}});
        for (unsigned port = 0; port < e.fabric.degree(); ++port) {
          rows.back().ports.push_back(bench.fabric.channel(pe, port)->counters());
        }
        sc_core::wait(cycles(1));
      }
    });
    bench.drive(pe, [&](Driver& driver) {
      auto random = random_stream(7, "reads");
      const auto expect = [&](std::uint64_t offset, auto value) {
        const auto answer = driver.read(offset);
        const auto& row = rows.at(static_cast<std::size_t>(cycle_of(answer.at)) - 1);
        wrong += answer.ok() && answer.value() == static_cast<std::uint64_t>(value(row)) ? 0 : 1;
        ++read;
      };
      while (!bench.fabric.done()) {
        expect(reg::load, [](const Row& row) { return row.load; });
        const auto port = static_cast<unsigned>(random() % e.fabric.degree());
        const auto base = reg::port_first + port * reg::port_stride;
        const auto counter = [&](auto member) {
          return [=](const Row& row) { return row.ports[port].*member; };
        };
        switch (random() % 6) {
          case 0:
            expect(base + reg::words, counter(&LinkCounters::words));
            break;
          case 1:
            expect(base + reg::word_cycles, counter(&LinkCounters::word_cycles));
            break;
          case 2:
            expect(base + reg::transfers, counter(&LinkCounters::transfers));
            break;
          case 3:
            expect(base + reg::tasks, counter(&LinkCounters::tasks));
            break;
          case 4:
            expect(base + reg::transfer_cycles, counter(&LinkCounters::transfer_cycles));
            break;
          default:
            expect(base + reg::setup_cycles, counter(&LinkCounters::setup_cycles));
        }
      }
      // After the run registers can still be read, and the result has the same numbers.
      const auto result = bench.fabric.finish();
      for (unsigned port = 0; port < e.fabric.degree(); ++port) {
        const auto base = reg::port_first + port * reg::port_stride;
        const auto& link = result.links[pe * e.fabric.degree() + port];
        const Numbers own = {link.words, link.word_cycles,     link.transfers,
                             link.tasks, link.transfer_cycles, link.setup_cycles};
        for (std::size_t i = 0; i < own.size(); ++i) {
          const auto value = driver.read(base + 8 * i).value();
          wrong += value == static_cast<std::uint64_t>(own[i]) ? 0 : 1;
          read += own[i] > 0 ? 1 : 0;
        }
      }
      wrong += driver.read(reg::status).value() == reg::is_over ? 0 : 1;
      wrong += driver.read(reg::fetch).status == tlm::TLM_GENERIC_ERROR_RESPONSE ? 0 : 1;
    });
    sc_core::sc_start();
    return Numbers{wrong, read > 200 ? 1 : 0};
  });
  CHECK(numbers == Numbers{0, 1});
}

TEST_CASE("loosely and approximately timed initiators have the same cycles") {
  test::property([] {
    const auto scheme = *rc::gen::element<std::string>("lm-c5", "diffusion", "none");
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const auto ends = *rc::gen::element(AtDriver::Ends::completed, AtDriver::Ends::updated);
    const bool ahead = *rc::gen::arbitrary<bool>();
    const auto loads = *rc::gen::container<std::vector<Load>>(4, rc::gen::inRange<Load>(0, 4));
    const auto e = steps("ring:4", scheme, loads, scheme == "diffusion" ? 1024 : 5, 20);
    const auto run = [&](bool loosely) {
      return test::in_child([&] {
        Bench bench(e);
        Numbers seen;
        Numbers by_pe[2];
        std::vector<AtDriver*> timed;
        for (const Node pe : {0U, 2U}) {
          auto random = random_stream(seed + pe, "accesses");
          const auto list = random_accesses(random, first_put * (pe + 1), 40);
          auto& mine = by_pe[pe / 2];
          const auto script = [&mine, list](Driver& driver) {
            for (const auto& [pause, request] : list) {
              sc_core::wait(cycles(pause));
              const auto answer = driver.access(request);
              mine.insert(mine.end(),
                          {cycle_of(answer.at), answer.at == cycles(cycle_of(answer.at)) ? 1 : 0,
                           answer.status, static_cast<std::int64_t>(answer.value())});
            }
          };
          const auto lead = ahead ? sc_core::sc_time(7, sc_core::SC_NS) : sc_core::SC_ZERO_TIME;
          if (loosely) {
            bench.drive<LtDriver>(pe, script).ahead = lead;
          } else {
            auto& driver = bench.drive<AtDriver>(pe, script);
            driver.ahead = lead;
            driver.ends = ends;
            timed.push_back(&driver);
          }
        }
        sc_core::sc_start();
        for (const auto* driver : timed) {
          if (driver->wrong != 0) seen.push_back(-driver->wrong);
        }
        for (const auto& mine : by_pe) seen.insert(seen.end(), mine.begin(), mine.end());
        return seen;
      });
    };
    const auto loosely = run(true);
    RC_ASSERT(loosely == run(false));
    RC_ASSERT(loosely.size() == 2U * 40U * 4U);
    std::int64_t late = 0;
    for (std::size_t i = 4; i + 3 < loosely.size(); i += 4) {
      RC_ASSERT(loosely[i + 1] == 1);  // all answers come as a cycle begins
      late += loosely[i] - loosely[i - 4] > 35 ? 1 : 0;
    }
    RC_CLASSIFY(late > 0, "an access waited");
  });
}

TEST_CASE("an access that nothing delays is answered when the next cycle begins") {
  const auto seen = at_idle_pe(2, 8, [](Driver& driver, Numbers& numbers) {
    const auto note = [&](const Answer& answer) {
      numbers.push_back(static_cast<std::int64_t>(answer.at.to_double()));
    };
    note(driver.read(reg::load));     // in cycle 0
    note(driver.write(reg::put, 5));  // one access a cycle
    note(driver.read(reg::fetch));
    sc_core::wait(1, sc_core::SC_NS);  // within cycle 3, so in cycle 4
    note(driver.read(reg::fetch));
    note(driver.read(reg::cycle));
    numbers.push_back(static_cast<std::int64_t>(driver.read(reg::cycle).value()));
  });
  CHECK(seen == Numbers{4000, 8000, 12000, 20000, 24000, 6});
}

TEST_CASE("the phases come in the protocol's order, each in its cycle") {
  const auto ends =
      GENERATE(AtDriver::Ends::completed, AtDriver::Ends::updated, AtDriver::Ends::later);
  const Cycle takes = GENERATE(0, 1, 5);
  const auto e = steps("ring:2", "none", {0, 0}, 8, 60);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers times;
    auto& driver = bench.drive<AtDriver>(0, [&](Driver& self) {
      auto& at = dynamic_cast<AtDriver&>(self);
      const auto& fetch = at.begin({tlm::TLM_READ_COMMAND, reg::fetch});
      const auto& early = at.begin({tlm::TLM_READ_COMMAND, reg::load});
      sc_core::wait(cycles(10) - sc_core::sc_time_stamp());
      const auto& put = at.begin({tlm::TLM_WRITE_COMMAND, reg::put, {77}});
      const auto& late = at.begin({tlm::TLM_READ_COMMAND, reg::load});
      for (const auto* flight : {&fetch, &early, &put, &late}) {
        at.finish(*flight);
        for (const auto& time : flight->times) times.push_back(cycle_of(time));
      }
      times.push_back(static_cast<std::int64_t>(fetch.answer.value()));
    });
    driver.ends = ends;
    driver.response_takes = cycles(takes);
    sc_core::sc_start();
    std::int64_t kept = 0;
    for (const auto& flight : driver.flights) kept += flight.released ? 0 : 1;
    times.insert(times.end(), {driver.wrong, kept});
    return times;
  });
  // BEGIN_REQ, END_REQ, BEGIN_RESP, END_RESP; of an END_RESP with a delay, when it was said.
  const Cycle end = ends == AtDriver::Ends::later ? takes : 0;
  // The fetch finds the task in cycle 11, and its response is the second: one begins a cycle, once
  // the one before has ended.
  const Cycle next = std::max<Cycle>(takes, 1);
  Numbers expected = {0,  1,  0,  0,         // fetch
                      1,  2,  2,  2 + end,   // an access behind it, which does not wait
                      10, 11, 11, 11 + end,  // put
                      11, 12, 0,  0,         // a read in the cycle of the fetch
                      77, 0,  0};
  expected[2] = 11 + next;
  expected[3] = expected[2] + end;
  expected[14] = expected[2] + next;
  expected[15] = expected[14] + end;
  CHECK(numbers == expected);
}

TEST_CASE("a full queue delays a put until there is room, and loses nothing") {
  const auto e = steps("ring:2", "none", {3, 0}, 4, 100);
  const auto loosely = GENERATE(true, false);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    const auto note = [&](const Answer& answer) {
      seen.insert(seen.end(), {cycle_of(answer.at), answer.ok() ? 1 : 0});
    };
    const auto put = [&](Driver& driver) {
      sc_core::wait(cycles(5));
      note(driver.write(reg::put, 42));
      seen.push_back(static_cast<std::int64_t>(driver.read(reg::put_stalls).value()));
    };
    auto& driver = bench.drive(loosely, 0, put);
    driver.beside = [&](Driver& self) {
      sc_core::wait(cycles(40));
      note(self.read(reg::fetch));
    };
    sc_core::sc_start();
    for (const auto task : bench.fabric.tasks(0)) {
      seen.push_back(static_cast<std::int64_t>(bench.tasks.data().take(task)[0]));
    }
    return seen;
  });
  // Cycle 40 began with a full queue; in 41 there is room. The put waited in cycles 5 to 40.
  CHECK(numbers == Numbers{41, 1, 42, 1, 36, 1, 2, 42});
}

TEST_CASE("accesses of both kinds are served in the order in which they come") {
  const auto e = steps("ring:2", "none", {3, 0}, 4, 100);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    auto& driver = bench.drive<AtDriver>(0, [](Driver& self) {
      self.write(reg::put, 1);  // comes in cycle 10, by its delay
    });
    driver.ahead = cycles(10);
    driver.beside = [&](Driver& self) {
      sc_core::wait(cycles(5));
      auto& socket = dynamic_cast<AtDriver&>(self).socket;
      tlm::tlm_generic_payload payload;
      std::vector<std::uint64_t> data;
      Request{tlm::TLM_WRITE_COMMAND, reg::put, {2}}.fill(payload, data);
      auto delay = sc_core::SC_ZERO_TIME;
      socket->b_transport(payload, delay);
    };
    struct Taker : sc_core::sc_module {
      Taker(const sc_core::sc_module_name& name, FabricModel& model)
          : sc_module(name), fabric(model) {
        SC_HAS_PROCESS(Taker);
        SC_THREAD(run);
      }
      void run() {
        for (int i = 0; i < 2; ++i) {
          wait(cycles(20));
          for (int delta = 0; delta < 5; ++delta) wait(sc_core::SC_ZERO_TIME);
          fabric.pe(0).fetch();
        }
      }
      FabricModel& fabric;
    } taker("taker", bench.fabric);
    sc_core::sc_start();
    Numbers seen = {driver.wrong};
    for (const auto task : bench.fabric.tasks(0)) {
      seen.push_back(static_cast<std::int64_t>(bench.tasks.data().take(task)[0]));
    }
    return seen;
  });
  CHECK(numbers == Numbers{0, 2, 2, 1});  // the last initial task, and the two in their order
}

TEST_CASE("a fetch from an empty PE waits until balancing brings a task over the links") {
  const auto scheme = GENERATE(std::string("lm-c5"), std::string("diffusion"));
  std::vector<Load> loads(8, 0);
  loads[0] = 200;
  const auto e = steps("ring:8", scheme, loads, 256, 40);
  const auto run = [&](Node pe) {
    return test::in_child([&] {
      Bench bench(e);
      Numbers seen;
      bench.drive(pe, [&](Driver& driver) {
        const auto answer = driver.read(reg::fetch);
        seen = {answer.ok() ? 1 : 0, cycle_of(answer.at) - 1,
                static_cast<std::int64_t>(answer.value()),
                static_cast<std::int64_t>(driver.read(reg::fetch_stalls).value())};
      });
      Load moved = 0;
      sc_core::sc_start();
      const auto result = bench.fabric.finish();
      for (const auto& link : result.links) moved += link.tasks;
      seen.push_back(moved > 0 ? 1 : 0);
      return seen;
    });
  };
  const Cycle hop = e.links[0].passage(e.task_bits);  // no hop takes less
  Cycle nearer = 0;
  for (const Node pe : {1U, 2U, 3U}) {
    const auto numbers = run(pe);
    REQUIRE(numbers.size() == 5);
    CHECK(numbers[0] == 1);
    CHECK(numbers[1] >= hop * pe);
    CHECK(numbers[1] >= nearer + hop);  // and later the farther away it is
    nearer = numbers[1];
    CHECK(numbers[2] < 200);
    CHECK(numbers[3] == numbers[1]);  // it waited from cycle 0 on
    CHECK(numbers[4] == 1);
  }
}

TEST_CASE("sockets that do nothing, or only look, change nothing at all") {
  const auto scheme = GENERATE(std::string("lm-c5"), std::string("diffusion"), std::string("dem"));
  const bool looks = GENERATE(false, true);
  auto e = test::experiment("hypercube:3", scheme, "uniform:0..40");
  const auto plain = test::run_forked(e).result;
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    for (Node pe = 0; pe < 8; pe += 3) {
      bench.drive(pe, [&, pe](Driver& driver) {
        while (looks && !bench.fabric.done()) {
          driver.read(pe == 0 ? reg::load : reg::status);
          if (pe == 3) sc_core::wait(cycles(17));
        }
      });
    }
    sc_core::sc_start();
    return Numbers{test::same(e, plain, bench.fabric.finish()) ? 1 : 0};
  });
  CHECK(numbers == Numbers{1});
}

TEST_CASE("what the base protocol calls an error is answered as such") {
  const auto e = steps("ring:2", "none", {2, 0}, 8, 60);
  const bool loosely = GENERATE(true, false);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    const auto script = [&](Driver& driver) {
      const auto note = [&](const Request& request) {
        const auto before = sc_core::sc_time_stamp().value();
        const auto answer = driver.access(request);
        seen.push_back(answer.status);
        if (answer.at.value() != before + cycles(1).value()) seen.push_back(-1000);
      };
      const auto read = tlm::TLM_READ_COMMAND;
      const auto write = tlm::TLM_WRITE_COMMAND;
      note({read, reg::load + 4});
      note({read, reg::own_end});
      note({read, reg::port_first + reg::port_end});
      note({read, reg::port_first + 2 * reg::port_stride});
      note({read, reg::put});
      note({write, reg::fetch});
      note({write, reg::load});
      note({write, reg::port_first});
      note({read, reg::load, {0, 0}});
      note({write, reg::put, {1, 2}});
      note({tlm::TLM_IGNORE_COMMAND, reg::put});
      seen.push_back(static_cast<std::int64_t>(driver.read(reg::load).value()));
      seen.push_back(static_cast<std::int64_t>(driver.read(reg::accepted).value()));
    };
    bench.drive(loosely, 0, script);
    sc_core::sc_start();
    return seen;
  });
  const std::int64_t address = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const std::int64_t command = tlm::TLM_COMMAND_ERROR_RESPONSE;
  const std::int64_t burst = tlm::TLM_BURST_ERROR_RESPONSE;
  CHECK(numbers == Numbers{address, address, address, address, command, command, command, command,
                           burst, burst, tlm::TLM_OK_RESPONSE, 2, 0});
}

TEST_CASE("byte enables, narrow accesses and direct memory are refused, and debug has no effect") {
  const auto e = steps("ring:2", "none", {2, 0}, 8, 60);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    bench.drive(0, [&](Driver& driver) {
      auto& socket = dynamic_cast<LtDriver&>(driver).socket;
      std::uint64_t word = 9;
      unsigned char enables[8] = {255, 255, 255, 255, 255, 255, 255, 255};
      const auto payload = [&](tlm::tlm_command command, std::uint64_t offset, unsigned length) {
        auto made = std::make_unique<tlm::tlm_generic_payload>();
        made->set_command(command);
        made->set_address(offset);
        made->set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        made->set_data_length(length);
        made->set_streaming_width(length);
        return made;
      };
      const auto response = [&](tlm::tlm_generic_payload& made) {
        auto delay = sc_core::SC_ZERO_TIME;
        socket->b_transport(made, delay);
        seen.push_back(made.get_response_status());
      };
      auto enabled = payload(tlm::TLM_WRITE_COMMAND, reg::put, 8);
      enabled->set_byte_enable_ptr(enables);
      enabled->set_byte_enable_length(8);
      response(*enabled);
      response(*payload(tlm::TLM_READ_COMMAND, reg::load, 4));
      tlm::tlm_dmi dmi;
      auto direct = payload(tlm::TLM_READ_COMMAND, reg::load, 8);
      seen.push_back(socket->get_direct_mem_ptr(*direct, dmi) || !dmi.is_none_allowed() ? 1 : 0);
      const auto before = sc_core::sc_time_stamp().value();
      const auto debug = [&](tlm::tlm_command command, std::uint64_t offset) {
        const auto bytes = socket->transport_dbg(*payload(command, offset, 8));
        seen.insert(seen.end(), {bytes, static_cast<std::int64_t>(word)});
        word = 9;
      };
      debug(tlm::TLM_READ_COMMAND, reg::load);
      debug(tlm::TLM_READ_COMMAND, reg::status);
      debug(tlm::TLM_READ_COMMAND, reg::queue_depth);
      debug(tlm::TLM_READ_COMMAND, reg::fetch);
      debug(tlm::TLM_WRITE_COMMAND, reg::put);
      debug(tlm::TLM_WRITE_COMMAND, reg::control);
      debug(tlm::TLM_READ_COMMAND, 0x1000);
      seen.push_back(sc_core::sc_time_stamp().value() == before ? 1 : 0);
      seen.push_back(static_cast<std::int64_t>(driver.read(reg::load).value()));
      seen.push_back(static_cast<std::int64_t>(driver.read(reg::control).value()));
    });
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
                           tlm::TLM_BURST_ERROR_RESPONSE,
                           0,
                           8,
                           2,
                           8,
                           0,
                           8,
                           8,
                           0,
                           9,
                           0,
                           9,
                           0,
                           9,
                           0,
                           9,
                           1,
                           2,
                           0});
}

TEST_CASE("patience bounds the cycles of an access, and holds keep it waiting") {
  const auto seen = at_idle_pe(0, 3, [](Driver& driver, Numbers& numbers) {
    const auto note = [&](const Answer& answer) {
      numbers.insert(numbers.end(), {cycle_of(answer.at), answer.status});
    };
    driver.write(reg::patience, 4);   // cycle 0
    note(driver.read(reg::fetch));    // 1 to 4
    driver.write(reg::patience, 1);   // 5
    note(driver.read(reg::fetch));    // 6
    note(driver.write(reg::put, 1));  // 7
    note(driver.write(reg::put, 2));  // 8
    note(driver.write(reg::put, 3));  // 9: the last place is not the application's
    driver.write(reg::control, reg::hold_fetches);
    note(driver.read(reg::fetch));  // 11: held
    driver.write(reg::control, 0);
    note(driver.read(reg::fetch));  // 13
    driver.write(reg::control, reg::hold_puts);
    note(driver.write(reg::put, 4));  // 15: held
    for (const auto offset : {reg::refused, reg::accepted, reg::fetched, reg::fetch_stalls,
                              reg::put_stalls, reg::load, reg::control}) {
      numbers.push_back(static_cast<std::int64_t>(driver.read(offset).value()));
    }
    driver.write(reg::control, reg::clear_counters);
    for (const auto offset : {reg::refused, reg::accepted, reg::fetched, reg::fetch_stalls,
                              reg::load, reg::control, reg::patience}) {
      numbers.push_back(static_cast<std::int64_t>(driver.read(offset).value()));
    }
  });
  const std::int64_t ok = tlm::TLM_OK_RESPONSE;
  const std::int64_t no = tlm::TLM_GENERIC_ERROR_RESPONSE;
  CHECK(seen == Numbers{5,  no, 7, no, 8, ok, 9, ok, 10, no, 12, no, 14, ok, 16,
                        no, 5,  2, 1,  3, 0,  1, 1,  0,  0,  0,  0,  1,  0,  1});
}

TEST_CASE("wide tasks stream through one register, and bits beyond a task are refused") {
  auto e = steps("ring:2", "lm-c5", {0, 0}, 8, 30);
  e.task_bits = GENERATE(1, 12, 64, 65, 130);
  const auto words = static_cast<std::size_t>((e.task_bits + 63) / 64);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    std::vector<std::uint64_t> data(words, 0xfeedULL << 48);
    data.back() = 1;
    const auto rest = static_cast<unsigned>(e.task_bits % 64);
    bench.drive(0, [&](Driver& driver) {
      const auto put = [&](const std::vector<std::uint64_t>& list) {
        return driver.access({tlm::TLM_WRITE_COMMAND, reg::put, list}).status;
      };
      auto wide = data;
      wide.back() |= std::uint64_t{1} << rest;  // of 64 bits none is beyond: the same bit again
      seen.push_back(put(wide) ==
                     (rest == 0 ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE));
      wide.push_back(0);
      seen.push_back(put(wide) == tlm::TLM_BURST_ERROR_RESPONSE);
      // A stream of half words, and for several words to one register a burst to several.
      const auto all = static_cast<unsigned>(words * reg::bytes);
      for (const unsigned width : {reg::bytes / 2, words > 1 ? all : reg::bytes / 2}) {
        const Request burst{tlm::TLM_WRITE_COMMAND, reg::put, data, width};
        seen.push_back(driver.access(burst).status == tlm::TLM_BURST_ERROR_RESPONSE);
      }
      seen.push_back(put(data) == tlm::TLM_OK_RESPONSE);
      seen.push_back(driver.read(reg::task_bits).value() ==
                     static_cast<std::uint64_t>(e.task_bits));
    });
    // It goes over a link, and is fetched there.
    bench.drive(1, [&](Driver& driver) {
      const auto answer = driver.read(reg::fetch, words);
      seen.push_back(answer.ok() && answer.words == data ? 1 : 0);
    });
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("a reset drops accesses and clears registers, and the socket works on") {
  const auto e = steps("ring:2", "none", {0, 0}, 8, 80);
  const bool loosely = GENERATE(true, false);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    auto& socket = bench.socket(0);
    bool again = false;
    const auto script = [&](Driver& driver) {
      driver.write(reg::put, 11);
      driver.write(reg::control, reg::hold_fetches);
      driver.write(reg::patience, 1000);
      if (loosely) {
        const auto answer = driver.read(reg::fetch);  // held, until the reset in cycle 20
        seen.insert(seen.end(), {cycle_of(answer.at), answer.status});
      } else {
        dynamic_cast<AtDriver&>(driver).begin({tlm::TLM_READ_COMMAND, reg::fetch});
        sc_core::wait(cycles(20) - sc_core::sc_time_stamp());
        sc_core::wait(sc_core::SC_ZERO_TIME);
        seen.insert(seen.end(), {20, tlm::TLM_GENERIC_ERROR_RESPONSE});
      }
      again = true;
      for (const auto offset :
           {reg::control, reg::patience, reg::accepted, reg::fetch_stalls, reg::load, reg::fetch}) {
        const auto answer = driver.read(offset);
        seen.insert(seen.end(), {cycle_of(answer.at), static_cast<std::int64_t>(answer.value())});
      }
    };
    auto& driver = loosely ? static_cast<Driver&>(bench.drive<LtDriver>(socket, script))
                           : bench.drive<AtDriver>(socket, script);
    driver.beside = [&](Driver&) {
      sc_core::wait(cycles(20));
      socket.reset();
    };
    sc_core::sc_start();
    if (!loosely) {
      const auto& timed = dynamic_cast<const AtDriver&>(driver);
      std::int64_t kept = 0;  // the initiator's own reference to the transaction that was dropped
      for (const auto& flight : timed.flights) kept += flight.released ? 0 : 1;
      seen.push_back(kept == 1 && timed.wrong == 0 ? 1 : 0);
    } else {
      seen.push_back(1);
    }
    return seen;
  });
  CHECK(numbers ==
        Numbers{20, tlm::TLM_GENERIC_ERROR_RESPONSE, 21, 0, 22, 0, 23, 0, 24, 0, 25, 1, 26, 11, 1});
}

TEST_CASE("an initiator that is killed takes its access with it") {
  const auto e = steps("ring:2", "none", {0, 0}, 8, 80);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    auto& driver = bench.drive(0, [&](Driver& self) { self.read(reg::fetch); });
    driver.beside = [&](Driver& self) {
      sc_core::wait(cycles(20));
      for (auto* object : self.get_child_objects()) {
        sc_core::sc_process_handle handle(object);
        if (handle.valid() && handle != sc_core::sc_get_current_process_handle()) handle.kill();
      }
      self.write(reg::put, 3);
      seen = {self.finished ? 1 : 0, static_cast<std::int64_t>(self.read(reg::load).value()),
              static_cast<std::int64_t>(self.read(reg::fetched).value()),
              static_cast<std::int64_t>(self.read(reg::fetch).value())};
    };
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{0, 1, 0, 3});
}

TEST_CASE("a fabric that begins later is waited for, in its own cycles") {
  const auto e = steps("ring:2", "lm-c5", {3, 0}, 8, 10);
  const std::int64_t begin = GENERATE(1234, 4000, 6000, 8000);  // picoseconds
  const auto numbers = test::in_child([&] {
    FabricParts parts;
    parts.begin = {static_cast<double>(begin), sc_core::SC_PS};
    Bench bench(e, parts);
    Numbers seen;
    bench.drive(0, [&](Driver& driver) {
      for (int i = 0; i < 2; ++i) {
        const auto answer = driver.read(reg::load);
        seen.insert(seen.end(), {static_cast<std::int64_t>(answer.at.to_double()),
                                 static_cast<std::int64_t>(answer.value())});
      }
    });
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{begin + 4000, 3, begin + 8000, 3});
}

TEST_CASE("sockets that cannot be are refused, and so is what breaks the protocol") {
  auto e = steps("ring:2", "none", {0, 0}, 8, 10);
  const auto complaints = [&](const std::function<void()>& body) {
    return test::in_child([&] {
      try {
        body();
      } catch (const ValueError&) {
        return Numbers{1};
      } catch (const sc_core::sc_report& report) {
        return Numbers{std::string(report.what()).find("TLM-2.0 at the task socket of PE 0") !=
                               std::string::npos
                           ? 2
                           : 3};
      }
      return Numbers{0};
    })[0];
  };
  CHECK(complaints([&] { Bench(e).socket(1); }) == 0);
  CHECK(complaints([&] { Bench(e).socket(2); }) == 1);
  CHECK(complaints([&] {
          Bench bench(e);
          bench.socket(1);
          bench.socket(1);
        }) == 1);
  const auto breaks = [&](const std::function<void(AtDriver&)>& script) {
    return complaints([&] {
      Bench bench(e);
      bench.drive<AtDriver>(0, [&](Driver& driver) { script(dynamic_cast<AtDriver&>(driver)); });
      sc_core::sc_start();
    });
  };
  const auto send = [](AtDriver& driver, tlm::tlm_phase phase) {
    auto* const payload = new tlm::tlm_generic_payload(&driver);
    payload->acquire();
    std::vector<std::uint64_t> data;
    Request{tlm::TLM_READ_COMMAND, reg::load}.fill(*payload, data);
    auto delay = sc_core::SC_ZERO_TIME;
    driver.socket->nb_transport_fw(*payload, phase, delay);
  };
  CHECK(breaks([&](AtDriver& driver) { driver.read(reg::load); }) == 0);
  CHECK(breaks([&](AtDriver& driver) { send(driver, tlm::END_RESP); }) == 2);
  CHECK(breaks([&](AtDriver& driver) { send(driver, tlm::BEGIN_RESP); }) == 2);
  CHECK(breaks([&](AtDriver& driver) {
          send(driver, tlm::BEGIN_REQ);
          send(driver, tlm::BEGIN_REQ);
        }) == 2);
}

TEST_CASE("the page of the register map says what the header says") {
  const auto rows = [](const std::string& file, const std::regex& row, std::size_t offset,
                       std::size_t name, std::size_t kind) {
    std::ifstream in(std::string(ISOBAR_SOURCE_DIR) + "/" + file);
    std::vector<std::array<std::string, 3>> found;
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (!std::regex_search(line, match, row)) continue;
      found.push_back({match[offset], match[name], match[kind]});
      for (auto& c : found.back()[1]) c = static_cast<char>(std::tolower(c));
    }
    return found;
  };
  auto header =
      rows("models/tlm/task_registers.h",
           std::regex(R"(Offset ([a-z_]+) = (0x[0-9a-f]+);\s*(?:///< (RW|R|W):)?)"), 2, 1, 3);
  for (auto& row : header) {
    if (row[2].empty()) row[2] = "R";  // the counters of a port
  }
  const auto limits = {"own_end", "port_first", "port_stride", "port_end"};
  header.erase(std::remove_if(header.begin(), header.end(),
                              [&](const auto& row) {
                                return std::find(limits.begin(), limits.end(), row[1]) !=
                                       limits.end();
                              }),
               header.end());
  const auto page =
      rows("docs/tlm.md", std::regex(R"(^\| (0x[0-9a-f]+) \| ([A-Z_]+) \| (RW|R|W) \|)"), 1, 2, 3);
  CHECK(page.size() == 22);
  CHECK(page == header);
}
