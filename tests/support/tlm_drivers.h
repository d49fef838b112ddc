// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/tlm/task_registers.h"

namespace isobar::test {

/// What came of an access.
struct Answer {
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<std::uint64_t> words{};
  sc_core::sc_time at{};

  bool ok() const { return status == tlm::TLM_OK_RESPONSE; }
  std::uint64_t value() const { return words.at(0); }
};

/// A register access as test scripts write it.
struct Request {
  tlm::tlm_command command;
  std::uint64_t offset;
  std::vector<std::uint64_t> words{0};
  unsigned streaming_width = task_register::bytes;

  void fill(tlm::tlm_generic_payload& payload, std::vector<std::uint64_t>& data) const {
    data = words;
    payload.set_command(command);
    payload.set_address(offset);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    payload.set_data_length(static_cast<unsigned>(data.size() * task_register::bytes));
    payload.set_streaming_width(streaming_width);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
};

/// An initiator that runs a script in a thread of its own, and maybe another beside it.
class Driver : public sc_core::sc_module {
 public:
  using Script = std::function<void(Driver&)>;

  virtual Answer access(const Request& request) = 0;
  Answer read(std::uint64_t offset, std::size_t words = 1) {
    return access({tlm::TLM_READ_COMMAND, offset, std::vector<std::uint64_t>(words)});
  }
  Answer write(std::uint64_t offset, std::uint64_t value) {
    return access({tlm::TLM_WRITE_COMMAND, offset, {value}});
  }

  /// Whether the script has run to its end.
  bool finished = false;
  Script beside{};

 protected:
  Driver(const sc_core::sc_module_name& name, Script script)
      : sc_module(name), script_(std::move(script)) {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(run);
    SC_THREAD(run_beside);
  }

 private:
  void run() {
    script_(*this);
    finished = true;
  }

  void run_beside() {
    if (beside) beside(*this);
  }

  Script script_;
};

/// Loosely timed.
class LtDriver final : public Driver {
 public:
  LtDriver(const sc_core::sc_module_name& name, Script script) : Driver(name, std::move(script)) {}

  tlm_utils::simple_initiator_socket<LtDriver, 64> socket{"socket"};
  sc_core::sc_time ahead;  ///< the annotated delay of each access

  Answer access(const Request& request) override {
    tlm::tlm_generic_payload payload;
    std::vector<std::uint64_t> data;
    request.fill(payload, data);
    auto delay = ahead;
    socket->b_transport(payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) throw std::logic_error("time is left over");
    return {payload.get_response_status(), data, sc_core::sc_time_stamp()};
  }
};

/// Approximately timed: begins requests, any number at once, and checks the order of phases.
class AtDriver final : public Driver, public tlm::tlm_mm_interface {
 public:
  AtDriver(const sc_core::sc_module_name& name, Script script) : Driver(name, std::move(script)) {
    socket.register_nb_transport_bw(this, &AtDriver::nb_transport_bw);
    SC_HAS_PROCESS(AtDriver);
    SC_THREAD(end_responses);
  }

  /// How an initiator ends a response.
  enum class Ends { completed, updated, later };

  struct Flight {
    std::vector<std::uint64_t> data{};
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    std::vector<sc_core::sc_time> times{};  ///< of the phases
    Answer answer{};
    bool released = false;
  };

  tlm_utils::simple_initiator_socket<AtDriver, 64> socket{"socket"};
  sc_core::sc_time ahead;
  Ends ends = Ends::completed;
  sc_core::sc_time response_takes;
  std::int64_t wrong = 0;  ///< phases that the protocol does not allow
  std::deque<Flight> flights;

  /// Returns after END_REQ.
  const Flight& begin(const Request& request) {
    auto* const payload = new tlm::tlm_generic_payload(this);
    payload->acquire();
    auto& flight = flights.emplace_back();
    by_payload_[payload] = &flight;
    request.fill(*payload, flight.data);
    flight.times.push_back(sc_core::sc_time_stamp());
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    auto delay = ahead;
    if (socket->nb_transport_fw(*payload, phase, delay) != tlm::TLM_ACCEPTED) ++wrong;
    while (flight.phase == tlm::BEGIN_REQ) wait(changed_);
    return flight;
  }
  void finish(const Flight& flight) {
    while (flight.phase != tlm::END_RESP) wait(changed_);
  }
  Answer access(const Request& request) override {
    const auto& flight = begin(request);
    while (flight.phase == tlm::BEGIN_REQ || flight.phase == tlm::END_REQ) wait(changed_);
    auto answer = flight.answer;
    finish(flight);
    return answer;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    by_payload_.at(payload)->released = true;
    payload->reset();
    delete payload;
  }

 private:
  void advance(Flight& flight, const tlm::tlm_phase& from, const tlm::tlm_phase& to) {
    if (flight.phase != from) ++wrong;
    flight.phase = to;
    flight.times.push_back(sc_core::sc_time_stamp());
    changed_.notify(sc_core::SC_ZERO_TIME);
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    auto& flight = *by_payload_.at(&payload);
    if (phase == tlm::END_REQ) {
      advance(flight, tlm::BEGIN_REQ, tlm::END_REQ);
      return tlm::TLM_ACCEPTED;
    }
    if (phase != tlm::BEGIN_RESP || responding_ != nullptr) ++wrong;
    advance(flight, tlm::END_REQ, tlm::BEGIN_RESP);
    flight.answer = {payload.get_response_status(), flight.data, sc_core::sc_time_stamp()};
    if (ends == Ends::later) {
      responding_ = &payload;
      response_begins_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_ACCEPTED;
    }
    advance(flight, tlm::BEGIN_RESP, tlm::END_RESP);
    delay = response_takes;
    payload.release();
    if (ends == Ends::completed) return tlm::TLM_COMPLETED;
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
  }

  void end_responses() {
    for (;;) {
      wait(response_begins_);
      wait(response_takes);
      auto& payload = *std::exchange(responding_, nullptr);
      advance(*by_payload_.at(&payload), tlm::BEGIN_RESP, tlm::END_RESP);
      tlm::tlm_phase last = tlm::END_RESP;
      auto none = sc_core::SC_ZERO_TIME;
      socket->nb_transport_fw(payload, last, none);
      payload.release();
    }
  }

  std::map<const tlm::tlm_generic_payload*, Flight*> by_payload_;
  tlm::tlm_generic_payload* responding_ = nullptr;
  sc_core::sc_event response_begins_{"response_begins"};
  sc_core::sc_event changed_{"changed"};
};

}  // namespace isobar::test
