// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "models/tlm/task_fabric.h"
#include "models/tlm/task_socket.h"
#include "models/workloads/random.h"
#include "tests/support/tlm_drivers.h"

namespace isobar::test {

/// The time of so many cycles of the default clock.
inline sc_core::sc_time cycles(Cycle count) {
  return {static_cast<double>(4 * count), sc_core::SC_NS};
}

inline std::int64_t cycle_of(const sc_core::sc_time& time) {
  return static_cast<std::int64_t>(time / cycles(1));
}

/// Sockets at some PEs of a fabric, with an initiator at each.
class SocketBench {
 public:
  explicit SocketBench(TaskFabric& fabric) : fabric_(fabric) {}

  TaskSocket& socket(Node pe) {
    const auto name = fmt::format("socket_{}", sockets_.size());
    return *sockets_.emplace_back(std::make_unique<TaskSocket>(name.c_str(), fabric_, pe));
  }
  /// A driver at a new socket of PE `pe`.
  template <class Kind = LtDriver>
  Kind& drive(Node pe, Driver::Script script) {
    return drive<Kind>(socket(pe), std::move(script));
  }
  template <class Kind = LtDriver>
  Kind& drive(TaskSocket& target, Driver::Script script) {
    const auto name = fmt::format("driver_{}", drivers.size());
    auto driver = std::make_unique<Kind>(name.c_str(), std::move(script));
    driver->socket.bind(target.socket);
    auto& made = *driver;
    drivers.push_back(std::move(driver));
    return made;
  }
  Driver& drive(bool loosely, Node pe, Driver::Script script) {
    if (loosely) return drive<LtDriver>(pe, std::move(script));
    return drive<AtDriver>(pe, std::move(script));
  }

  std::vector<std::unique_ptr<Driver>> drivers;

 private:
  TaskFabric& fabric_;
  std::vector<std::unique_ptr<TaskSocket>> sockets_;
};

/// Random accesses, as a loosely or an approximately timed initiator makes them.
struct RandomAccess {
  Cycle pause;
  Request request;
};

inline std::vector<RandomAccess> random_accesses(Random& random, std::uint64_t first_data,
                                                 int count) {
  std::vector<RandomAccess> list;
  for (int i = 0; i < count; ++i) {
    const auto pause = static_cast<Cycle>(random() % 30);
    switch (random() % 8) {
      case 0:
      case 1:
      case 2:
        list.push_back({pause, {tlm::TLM_WRITE_COMMAND, task_register::put, {first_data++}}});
        break;
      case 3:
      case 4:
      case 5:
        list.push_back({pause, {tlm::TLM_READ_COMMAND, task_register::fetch}});
        break;
      case 6:
        list.push_back({pause, {tlm::TLM_WRITE_COMMAND, task_register::patience, {random() % 40}}});
        break;
      default: {
        const std::uint64_t offsets[] = {task_register::load,      task_register::status,
                                         task_register::accepted,  task_register::fetched,
                                         task_register::refused,   task_register::put_stalls,
                                         task_register::port_first};
        list.push_back({pause, {tlm::TLM_READ_COMMAND, offsets[random() % 7]}});
      }
    }
  }
  return list;
}

/// Data of tasks that are put begin here; those of initial tasks are below.
inline constexpr std::uint64_t first_put = 1'000'000;

}  // namespace isobar::test
