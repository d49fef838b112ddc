// SPDX-License-Identifier: Apache-2.0
#include "models/pe/executor_module.h"

#include "models/link/reported.h"

namespace isobar {

ExecutorModule::ExecutorModule(const sc_core::sc_module_name& name, Node node,
                               const ExecutorSetting& setting, QueueSide& queue,
                               ExecutorCalendar& calendar)
    : sc_module(name), executors(setting, node), node_(node), queue_(queue), calendar_(calendar) {
  SC_HAS_PROCESS(ExecutorModule);
  SC_METHOD(take_turn);
  sensitive << turn;
  dont_initialize();
}

void ExecutorModule::take_turn() {
  reported([this] { act(); });
}

void ExecutorModule::act() {
  const Executors::Surroundings here{calendar_.now(), queue_};
  if (const auto next = executors.run(here)) calendar_.put(*next, node_);
}

}  // namespace isobar
