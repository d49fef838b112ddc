// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_bank.h"

#include <algorithm>

#include "models/link/reported.h"

namespace isobar {
namespace {

/// PEs between the one that acts and the one whose tasks, which are what is least likely in cache,
/// are asked for.
constexpr std::size_t ahead = 8;

/// Calls `act(pe)` for each, the newest first.
template <class Act>
void each(gsl::span<PeState* const> pes, const Act& act) {
  auto* const* const list = pes.data();
  for (auto i = pes.size(); i-- > 0;) {
    if (i >= ahead) list[i - ahead]->queue.prefetch();
    act(*list[i]);
  }
}

}  // namespace

PeBank::PeBank(const sc_core::sc_module_name& name, SlotInterface& counter,
               const Arrivals& arrivals, const PeSetting& setting, unsigned threads)
    : sc_module(name),
      counter_(counter),
      arrivals_(arrivals),
      setting_(setting),
      threads_(threads),
      hardware_(setting_, counter.wires()) {
  SC_HAS_PROCESS(PeBank);
  SC_METHOD(act);
  sensitive << counter.default_event();
  dont_initialize();
}

PeHardware& PeBank::add(PeState& pe) {
  pes_.push_back(&pe);
  return hardware_;
}

bool PeBank::has_outsiders() const {
  return setting_.reports.watched() || std::any_of(pes_.begin(), pes_.end(), [](const PeState* pe) {
           return pe->bindings != nullptr;
         });
}

void PeBank::start_of_simulation() {
  if (threads_ == 0) threads_ = helpful_threads(pes_.size());
  const auto threads = std::min<std::size_t>(threads_, pes_.size());
  if (threads < 2 || has_outsiders()) return;
  std::size_t end = pes_.size();
  for (auto left = threads; left > 0; --left) {
    const auto first = end - end / left;
    auto& part = parts_.emplace_back(
        Part{PeHardware(setting_, counter_.wires()), Pes(pes_.data() + first, end - first)});
    part.hardware.serve(part.pes[0]->node, part.pes[part.pes.size() - 1]->node);
    end = first;
  }
  team_ = std::make_unique<Team>(static_cast<unsigned>(threads));
}

void PeBank::act() {
  reported([this] {
    if (team_ && !arrivals_.followed()) {
      act_together();
      return;
    }
    hardware_.begin();
    act_one_by_one(hardware_, pes_);
    hardware_.report();
  });
}

void PeBank::act_together() {
  const auto all = [this](auto do_part) {
    team_->run([&](unsigned number) {
      auto& part = parts_[number];
      try {
        if (!part.error) do_part(part.hardware, part.pes);
      } catch (...) {
        part.error = std::current_exception();
      }
    });
  };
  for (auto& part : parts_) {
    part.error = nullptr;
    part.hardware.begin();
  }
  if (links_have_two_users()) {
    all(take_in);
    all(respond);
  } else {
    all(act_one_by_one);
  }
  // In the order of PEs, which decides whose error is the first.
  for (auto& part : parts_) {
    part.hardware.report();
    if (part.error) std::rethrow_exception(part.error);
  }
}

bool PeBank::links_have_two_users() const {
  const auto& wires = counter_.wires();
  const auto in_use = [&](const std::vector<unsigned>& reached) {
    return std::any_of(reached.begin(), reached.end(), [&](unsigned port) {
      const auto& listening = *wires.listening;
      return std::find(listening.begin(), listening.end(), port) != listening.end();
    });
  };
  switch (wires.action) {
    case SlotAction::announce:
      return in_use(wires.phase->hears);
    case SlotAction::grant:
      return in_use(wires.credits->ports(wires.phase_number));
    case SlotAction::decide:
      return in_use(wires.phase->receives);
    case SlotAction::settle:
      break;
  }
  return false;
}

// What these call is inlined, for every PE of a fabric acts twice in every phase.

[[gnu::flatten]] void PeBank::act_one_by_one(PeHardware& hardware, Pes pes) {
  each(pes, [&](PeState& pe) {
    hardware.take_in(pe);
    hardware.respond(pe);
  });
}

[[gnu::flatten]] void PeBank::take_in(PeHardware& hardware, Pes pes) {
  each(pes, [&](PeState& pe) { hardware.take_in(pe); });
}

[[gnu::flatten]] void PeBank::respond(PeHardware& hardware, Pes pes) {
  each(pes, [&](PeState& pe) { hardware.respond(pe); });
}

}  // namespace isobar
