// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/task_socket.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

using sc_core::sc_time_stamp;
using sc_core::SC_ZERO_TIME;

class TaskSocket::Caller {
 public:
  Caller(TaskSocket& socket, Accesses::iterator access) : socket_(socket), access_(access) {}
  ~Caller() { socket_.accesses_.erase(access_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

 private:
  TaskSocket& socket_;
  Accesses::iterator access_;
};

TaskSocket::TaskSocket(const sc_core::sc_module_name& name, TaskFabric& fabric, Node pe)
    : sc_module(name), fabric_(fabric), pe_(pe), registers_(fabric, pe) {
  fabric.claim(pe);
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  SC_HAS_PROCESS(TaskSocket);
  SC_METHOD(work);
  sensitive << turn_;
  dont_initialize();
}

void TaskSocket::reset() {
  for (auto access = accesses_.begin(); access != accesses_.end();) {
    const auto next = std::next(access);
    if (!access->blocking) {
      forget(access);
    } else if (!access->answered) {
      access->answered = true;
      access->payload->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    access = next;
  }
  responding_ = nullptr;
  response_free_ = SC_ZERO_TIME;
  responded_.reset();
  registers_.reset();
  turn_.cancel();
  answered_.notify(SC_ZERO_TIME);
}

void TaskSocket::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (delay > SC_ZERO_TIME) wait(delay);
  delay = SC_ZERO_TIME;
  const auto access = begin_access(payload, true, delay);
  const Caller caller(*this, access);
  while (!access->answered) wait(answered_);
}

tlm::tlm_sync_enum TaskSocket::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    const bool early = std::any_of(accesses_.begin(), accesses_.end(), [](const Access& access) {
      return !access.blocking && !access.request_ended;
    });
    if (early) refuse("a request begins before END_REQ of the one before");
    if (payload.has_mm()) payload.acquire();
    begin_access(payload, false, delay);
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP) {
    end_response(payload, delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::UNINITIALIZED_PHASE) {
    refuse("only BEGIN_REQ and END_RESP come from an initiator");
  }
  return tlm::TLM_ACCEPTED;  // phases beyond the base protocol's are ignored
}

bool TaskSocket::get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& dmi) {
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(std::numeric_limits<sc_dt::uint64>::max());
  return false;
}

TaskSocket::Accesses::iterator TaskSocket::begin_access(Payload& payload, bool blocking,
                                                        const sc_core::sc_time& delay) {
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  payload.set_dmi_allowed(false);
  const auto kind = registers_.decode(payload);
  const auto from = sc_time_stamp() + delay;
  // Those that come later stand behind.
  const auto behind = std::find_if(accesses_.begin(), accesses_.end(),
                                   [&](const Access& other) { return other.from > from; });
  const auto access = accesses_.insert(behind, Access{&payload, blocking, from, kind});
  turn_.notify(delay);
  return access;
}

void TaskSocket::end_response(Payload& payload, const sc_core::sc_time& delay) {
  if (responding_ != &payload) refuse("END_RESP of a transaction without a response under way");
  responding_ = nullptr;
  response_free_ = sc_time_stamp() + delay;
  forget(std::find_if(accesses_.begin(), accesses_.end(), [&](const Access& access) {
    return access.payload == &payload && access.answered;
  }));
  turn_.notify(delay);
}

void TaskSocket::forget(Accesses::iterator access) {
  auto& payload = *access->payload;
  accesses_.erase(access);
  if (payload.has_mm()) payload.release();
}

bool TaskSocket::at_edge() const {
  const auto& clock = fabric_.clock();
  return clock.has_begun() && clock.until(clock.now() + 1) == clock.time(1);
}

void TaskSocket::work() {
  reported([this] {
    if (accesses_.empty()) return;
    if (at_edge()) {
      answer();
      if (!fabric_.is_settled()) {
        turn_.notify(SC_ZERO_TIME);
        return;
      }
      try_accesses();
    }
    schedule();
  });
}

void TaskSocket::answer() {
  const auto& now = sc_time_stamp();
  bool returns = false;
  for (auto access = accesses_.begin(); access != accesses_.end();) {
    const auto next = std::next(access);
    const bool is_known = access->done && *access->done < now;
    if (access->blocking) {
      if (is_known) access->answered = returns = true;
    } else if (!access->answered) {
      if (access->taken && *access->taken < now && !access->request_ended) end_request(*access);
      const bool is_free = responding_ == nullptr && response_free_ <= now && responded_ != now;
      if (is_known && is_free) {
        responded_ = now;
        begin_response(access);
      }
    }
    access = next;
  }
  if (returns) answered_.notify(SC_ZERO_TIME);
}

void TaskSocket::end_request(Access& access) {
  access.request_ended = true;
  tlm::tlm_phase phase = tlm::END_REQ;
  auto delay = SC_ZERO_TIME;
  if (socket->nb_transport_bw(*access.payload, phase, delay) != tlm::TLM_ACCEPTED) {
    refuse("the answer to END_REQ is TLM_ACCEPTED");
  }
}

void TaskSocket::begin_response(Accesses::iterator access) {
  access->answered = true;
  responding_ = access->payload;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  auto delay = SC_ZERO_TIME;
  auto& payload = *access->payload;
  const auto answer = socket->nb_transport_bw(payload, phase, delay);
  if (answer == tlm::TLM_ACCEPTED) return;
  if (answer == tlm::TLM_UPDATED && phase != tlm::END_RESP) {
    refuse("after BEGIN_RESP comes END_RESP");
  }
  end_response(payload, delay);
}

void TaskSocket::try_accesses() {
  const auto& now = sc_time_stamp();
  registers_.begin_cycle(now);
  std::array<bool, 3> met{};
  for (auto& access : accesses_) {
    const auto kind = static_cast<std::size_t>(access.kind);
    if (access.answered || access.from > now) continue;
    // The first that is not answered yet is the one that may be tried.
    if (std::exchange(met[kind], true)) continue;
    if (access.done || tried_[kind] == now) continue;
    tried_[kind] = now;
    if (!access.taken) access.taken = now;
    if (registers_.perform(access.kind, *access.payload, access.tries++)) access.done = now;
  }
}

void TaskSocket::schedule() {
  const auto& clock = fabric_.clock();
  std::array<bool, 3> met{};
  for (const auto& access : accesses_) {
    if (access.answered) continue;
    if (access.from > sc_time_stamp()) {
      turn_.notify(access.from - sc_time_stamp());
      continue;
    }
    const auto kind = static_cast<std::size_t>(access.kind);
    if (std::exchange(met[kind], true)) continue;
    // While another response is under way, its initiator has the next word.
    const bool rests = access.done && access.request_ended && responding_ != nullptr;
    if (!rests) turn_.notify(clock.until(clock.now() + 1));
  }
}

void TaskSocket::refuse(const char* what) const {
  throw ValueError(fmt::format("TLM-2.0 at the task socket of PE {}: {}", pe_, what));
}

}  // namespace isobar
