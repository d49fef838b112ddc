// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_bank.h"

#include "models/link/reported.h"

namespace isobar {
namespace {

/// PEs between the one that acts and the one whose tasks, which are what is least likely in cache,
/// are asked for.
constexpr std::size_t ahead = 8;

}  // namespace

PeBank::PeBank(const sc_core::sc_module_name& name, SlotInterface& counter,
               const PeSetting& setting)
    : sc_module(name), counter_(counter), setting_(setting), hardware_(setting_, counter.wires()) {
  SC_HAS_PROCESS(PeBank);
  SC_METHOD(act);
  sensitive << counter.default_event();
  dont_initialize();
}

PeHardware& PeBank::add(PeState& pe) {
  pes_.push_back(&pe);
  return hardware_;
}

void PeBank::act() {
  reported([this] {
    for (auto i = pes_.size(); i-- > 0;) {
      if (i >= ahead) pes_[i - ahead]->queue.prefetch();
      hardware_.act(*pes_[i]);
    }
  });
}

}  // namespace isobar
