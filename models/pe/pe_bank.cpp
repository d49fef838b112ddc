// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_bank.h"

#include "models/pe/pe.h"

namespace isobar {

PeBank::PeBank(const sc_core::sc_module_name& name, SlotInterface& counter)
    : sc_module(name), counter_(counter) {
  SC_HAS_PROCESS(PeBank);
  SC_METHOD(act);
  sensitive << counter.default_event();
  dont_initialize();
}

void PeBank::act() {
  for (auto pe = pes_.rbegin(); pe != pes_.rend(); ++pe) (*pe)->act();
}

}  // namespace isobar
