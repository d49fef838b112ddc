// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/register_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace isobar {

namespace reg = task_register;

namespace {

std::uint64_t number(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// A register's bytes lie as the host's words do, which is how TLM-2.0 orders them within a word.

std::uint64_t word_at(const unsigned char* data) {
  std::uint64_t value = 0;
  std::memcpy(&value, data, reg::bytes);
  return value;
}

void put_word(unsigned char* data, std::uint64_t value) { std::memcpy(data, &value, reg::bytes); }

bool is_queue_register(std::uint64_t offset) { return offset == reg::put || offset == reg::fetch; }

TaskData::Words words_of(const tlm::tlm_generic_payload& payload) {
  TaskData::Words words(payload.get_data_length() / reg::bytes);
  std::memcpy(words.data(), payload.get_data_ptr(), words.size() * reg::bytes);
  return words;
}

}  // namespace

RegisterFile::Counters& RegisterFile::Counters::operator-=(const Counters& other) {
  accepted -= other.accepted;
  fetched -= other.fetched;
  refused -= other.refused;
  put_stalls -= other.put_stalls;
  fetch_stalls -= other.fetch_stalls;
  return *this;
}

bool RegisterFile::exists(std::uint64_t offset) const {
  if (offset % reg::bytes != 0) return false;
  if (offset < reg::own_end) return true;
  if (offset < reg::port_first) return false;
  const auto port = (offset - reg::port_first) / reg::port_stride;
  return port < fabric_.experiment().fabric.degree() &&
         (offset - reg::port_first) % reg::port_stride < reg::port_end;
}

tlm::tlm_response_status RegisterFile::objection(const Payload& payload) const {
  const auto offset = payload.get_address();
  if (!exists(offset)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  const bool writable = offset == reg::put || offset == reg::control || offset == reg::patience;
  if (payload.is_write() ? !writable : offset == reg::put) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  // The words of a wide task go through one register, one after another: a streaming burst.
  const auto words = is_queue_register(offset) ? fabric_.data().words() : 1;
  const auto streams = words > 1 ? payload.get_streaming_width() == reg::bytes
                                 : payload.get_streaming_width() >= reg::bytes;
  if (payload.get_data_length() != words * reg::bytes || !streams) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (offset == reg::put && !fabric_.data().fits(words_of(payload))) {
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

RegisterFile::Kind RegisterFile::decode(Payload& payload) const {
  const auto answer = objection(payload);
  const bool is_done = answer != tlm::TLM_OK_RESPONSE;
  if (is_done) payload.set_response_status(answer);
  if (is_done || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return Kind::other;
  if (payload.get_address() == reg::put) return Kind::put;
  return payload.get_address() == reg::fetch ? Kind::fetch : Kind::other;
}

void RegisterFile::begin_cycle(const sc_core::sc_time& now) {
  if (std::exchange(cycle_, now) == now) return;
  auto& queue = fabric_.queue(pe_);
  began_ = {state_, fabric_.load(pe_), status(queue.empty(), queue.full())};
}

std::uint64_t RegisterFile::status(bool empty, bool full) const {
  return (empty ? reg::is_empty : 0) | (full ? reg::is_full : 0) |
         (fabric_.is_over() ? reg::is_over : 0);
}

bool RegisterFile::perform(Kind kind, Payload& payload, Cycle tries) {
  if (kind == Kind::other) {
    access(payload);
    return true;
  }
  const bool puts = kind == Kind::put;
  const auto& control = began_.state.control;
  const bool held = (control & (puts ? reg::hold_puts : reg::hold_fetches)) != 0;
  const bool rests = fabric_.is_over();
  if (!held && !rests && (puts ? put(payload) : fetch(payload))) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return true;
  }
  auto& counters = state_.counters;
  const auto patience = began_.state.patience;
  if (rests || (patience != 0 && static_cast<std::uint64_t>(tries) + 1 >= patience)) {
    ++counters.refused;
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return true;
  }
  ++(puts ? counters.put_stalls : counters.fetch_stalls);
  return false;
}

bool RegisterFile::put(Payload& payload) {
  if (!fabric_.queue(pe_).accept(fabric_.data().next())) return false;
  fabric_.data().keep(words_of(payload));
  ++state_.counters.accepted;
  return true;
}

bool RegisterFile::fetch(Payload& payload) {
  const auto task = fabric_.queue(pe_).fetch();
  if (!task) return false;
  const auto words = fabric_.data().take(*task);
  std::memcpy(payload.get_data_ptr(), words.data(), words.size() * reg::bytes);
  ++state_.counters.fetched;
  return true;
}

void RegisterFile::access(Payload& payload) {
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) return;
  if (payload.is_read()) put_word(payload.get_data_ptr(), read(payload.get_address(), began_));
  if (payload.is_write()) write(payload.get_address(), word_at(payload.get_data_ptr()));
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void RegisterFile::write(std::uint64_t offset, std::uint64_t value) {
  if (offset == reg::patience) {
    state_.patience = value;
    return;
  }
  state_.control = value & (reg::hold_puts | reg::hold_fetches);
  // What the others do in this cycle counts, in whatever order they come.
  if ((value & reg::clear_counters) != 0) state_.counters -= began_.state.counters;
}

std::uint64_t RegisterFile::read(std::uint64_t offset, const Sight& sight) const {
  const auto& counters = sight.state.counters;
  switch (offset) {
    case reg::load:
      return number(sight.load);
    case reg::status:
      return sight.status;
    case reg::control:
      return sight.state.control;
    case reg::patience:
      return sight.state.patience;
    case reg::accepted:
      return number(counters.accepted);
    case reg::fetched:
      return number(counters.fetched);
    case reg::refused:
      return number(counters.refused);
    case reg::put_stalls:
      return number(counters.put_stalls);
    case reg::fetch_stalls:
      return number(counters.fetch_stalls);
    case reg::cycle:
      return number(std::max<Cycle>(fabric_.clock().now(), 0));
    case reg::pe:
      return pe_;
    case reg::ports:
      return fabric_.experiment().fabric.degree();
    case reg::task_bits:
      return number(fabric_.experiment().task_bits);
    case reg::queue_depth:
      return number(fabric_.experiment().queue_depth);
    default:
      return read_port(offset - reg::port_first);
  }
}

std::uint64_t RegisterFile::read_port(std::uint64_t offset) const {
  const auto port = static_cast<unsigned>(offset / reg::port_stride);
  const auto counters = fabric_.counters(pe_, port);
  switch (offset % reg::port_stride) {
    case reg::words:
      return number(counters.words);
    case reg::word_cycles:
      return number(counters.word_cycles);
    case reg::transfers:
      return number(counters.transfers);
    case reg::tasks:
      return number(counters.tasks);
    case reg::transfer_cycles:
      return number(counters.transfer_cycles);
    default:
      return number(counters.setup_cycles);
  }
}

unsigned RegisterFile::peek(Payload& payload) const {
  const auto offset = payload.get_address();
  if (!payload.is_read() || is_queue_register(offset) ||
      objection(payload) != tlm::TLM_OK_RESPONSE) {
    return 0;
  }
  const Load load = fabric_.load(pe_);
  const bool full = load >= fabric_.experiment().queue_depth - 1;
  put_word(payload.get_data_ptr(), read(offset, {state_, load, status(load == 0, full)}));
  return reg::bytes;
}

void RegisterFile::reset() {
  state_ = {};
  began_.state = {};
}

}  // namespace isobar
