// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <tlm>

#include "models/tlm/task_fabric.h"
#include "models/tlm/task_registers.h"

namespace isobar {

/// The registers of a task socket and what accesses to them do, without time: TaskSocket says in
/// which cycle each is done. All accesses of a cycle see registers as they were at its beginning.
class RegisterFile {
 public:
  using Payload = tlm::tlm_generic_payload;

  /// What an access does. A PE serves one put and one fetch a cycle; the others touch no queue.
  enum class Kind : std::uint8_t { put, fetch, other };

  /// `fabric` must outlive it.
  RegisterFile(TaskFabric& fabric, Node pe) : fabric_(fabric), pe_(pe) {}

  /// What the access is; writes into it the response of one that can never be done.
  Kind decode(Payload& payload) const;
  /// Call before the accesses of the cycle that began at time `now`, once the fabric has settled in
  /// it; again as often as one likes.
  void begin_cycle(const sc_core::sc_time& now);
  /// One cycle of an access, at most one of each of PUT and FETCH in a cycle. Returns whether it is
  /// done, and then the payload has data and response; else it waits for the next cycle. `tries` is
  /// the number of cycles that it has had before.
  bool perform(Kind kind, Payload& payload, Cycle tries);
  /// Reads or refuses without effect and without time. Returns the number of bytes read.
  unsigned peek(Payload& payload) const;
  /// Registers return to their initial values. What was put is in the PE, and stays there.
  void reset();

 private:
  struct Counters {
    std::int64_t accepted = 0;
    std::int64_t fetched = 0;
    std::int64_t refused = 0;
    std::int64_t put_stalls = 0;
    std::int64_t fetch_stalls = 0;

    Counters& operator-=(const Counters& other);
  };
  struct State {
    std::uint64_t control = 0;
    std::uint64_t patience = 0;
    Counters counters;
  };
  /// What registers show.
  struct Sight {
    State state;
    Load load = 0;
    std::uint64_t status = 0;
  };

  std::uint64_t status(bool empty, bool full) const;
  tlm::tlm_response_status objection(const Payload& payload) const;
  bool exists(std::uint64_t offset) const;
  std::uint64_t read(std::uint64_t offset, const Sight& sight) const;
  std::uint64_t read_port(std::uint64_t offset) const;
  void write(std::uint64_t offset, std::uint64_t value);
  void access(Payload& payload);
  bool put(Payload& payload);
  bool fetch(Payload& payload);

  TaskFabric& fabric_;
  Node pe_;
  State state_;
  std::optional<sc_core::sc_time> cycle_;  ///< when that of `began_` began
  Sight began_;
};

}  // namespace isobar
