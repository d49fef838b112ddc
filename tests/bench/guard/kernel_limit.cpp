// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/kernel_limit.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "tests/bench/guard/memory_at_hand.h"
#include "tests/bench/guard/processor_time.h"
#include "tests/support/forked_run.h"

namespace isobar::bench {
namespace {

const sc_core::sc_time cycle(1, sc_core::SC_NS);

struct Counts : sc_core::sc_module {
  Counts(const sc_core::sc_module_name& name, const sc_core::sc_event& event) : sc_module(name) {
    SC_HAS_PROCESS(Counts);
    SC_METHOD(act);
    sensitive << event;
    dont_initialize();
  }
  void act() { ++activations; }

  std::int64_t activations = 0;
};

struct Clock : sc_core::sc_module {
  Clock(const sc_core::sc_module_name& name, std::int64_t cycles) : sc_module(name), left(cycles) {
    SC_HAS_PROCESS(Clock);
    SC_METHOD(act);
  }
  void act() {
    if (left-- == 0) return;
    tick.notify();
    next_trigger(cycle);
  }

  sc_core::sc_event tick{"tick"};
  std::int64_t left;
};

struct Waits : sc_core::sc_module {
  Waits(const sc_core::sc_module_name& name, std::uint32_t seed, std::int64_t& left)
      : sc_module(name), random(seed), left(left) {
    SC_HAS_PROCESS(Waits);
    SC_METHOD(act);
    sensitive << event;
  }
  void act() {
    if (left-- <= 0) return;
    random = random * 1664525U + 1013904223U;
    event.notify((1 + (random >> 20)) * cycle);
  }

  sc_core::sc_event event{"event"};
  std::uint32_t random;
  std::int64_t& left;
};

/// Nanoseconds for each of `events`: the time of a simulation whose modules `make` makes.
double measured(std::int64_t events, const std::function<void()>& make) {
  const auto spent = test::in_child([&] {
    have_memory_at_hand();
    make();
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const auto start = processor_nanoseconds();
    sc_core::sc_start();
    return std::vector<std::int64_t>{processor_nanoseconds() - start};
  });
  return static_cast<double>(spent[0]) / static_cast<double>(events);
}

// The modules stay until the process ends, for the kernel takes long to forget many.
using Modules = std::vector<std::unique_ptr<sc_core::sc_module>>;

}  // namespace

double shared_activation(std::int64_t methods) {
  const std::int64_t cycles = 20'000'000 / methods;
  return measured(methods * cycles, [&] {
    auto& modules = *new Modules;
    auto clock = std::make_unique<Clock>("clock", cycles);
    for (std::int64_t i = 0; i < methods; ++i) {
      modules.push_back(std::make_unique<Counts>(sc_core::sc_gen_unique_name("pe"), clock->tick));
    }
    modules.push_back(std::move(clock));
  });
}

double timed_event(std::int64_t pending) {
  const std::int64_t events = std::max<std::int64_t>(2'000'000, 20 * pending);
  return measured(events, [&] {
    auto& modules = *new Modules;
    auto& left = *new std::int64_t(events + pending);  // the first of each begins it
    for (std::int64_t i = 0; i < pending; ++i) {
      modules.push_back(std::make_unique<Waits>(sc_core::sc_gen_unique_name("pe"),
                                                static_cast<std::uint32_t>(i + 1), left));
    }
  });
}

}  // namespace isobar::bench
