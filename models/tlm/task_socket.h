// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <list>
#include <optional>
#include <systemc>
#include <tlm>

#include "models/tlm/register_file.h"
#include "models/tlm/task_fabric.h"

namespace isobar {

/// The application's side of one PE as a TLM-2.0 target: a memory-mapped register file
/// (task_registers.h) through which tasks are put into the PE's queue and fetched from it. It
/// speaks the base protocol, loosely and approximately timed; both take the same cycles, for the
/// fabric behind it is cycle-true (docs/tlm.md).
///
/// An access that comes within a cycle is tried from the next cycle on, one that comes as a cycle
/// begins in that cycle, after the fabric's part of it. The answer comes as the cycle after the
/// last begins. Puts, fetches and the other accesses each go in their order of arrival, one of each
/// a cycle, and do not wait for each other.
class TaskSocket : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  /// For PE `pe`. Throws ValueError as TaskFabric::claim.
  TaskSocket(const sc_core::sc_module_name& name, TaskFabric& fabric, Node pe);

  /// The target, with the registers of task_registers.h.
  tlm::tlm_target_socket<64> socket{"socket"};

  /// Drops all accesses and returns registers to their initial values. A blocking access returns
  /// with a generic error; an initiator that is approximately timed hears no more of its
  /// transactions, and is to be reset as well. Tasks in the PE stay there.
  void reset();

 private:
  using Payload = tlm::tlm_generic_payload;
  using Kind = RegisterFile::Kind;

  struct Access {
    Payload* payload;
    bool blocking;
    sc_core::sc_time from;  ///< when it comes
    Kind kind = Kind::other;
    Cycle tries = 0;
    std::optional<sc_core::sc_time> taken{};  ///< when the first cycle began in which it is tried
    std::optional<sc_core::sc_time> done{};   ///< and the last
    bool request_ended = false;
    bool answered = false;
  };
  using Accesses = std::list<Access>;
  /// A blocking access, which goes with its caller, whatever ends that.
  class Caller;

  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override { return registers_.peek(payload); }

  void work();
  bool at_edge() const;
  /// What the cycle before has made known.
  void answer();
  void end_request(Access& access);
  void begin_response(Accesses::iterator access);
  void try_accesses();
  void schedule();
  Accesses::iterator begin_access(Payload& payload, bool blocking, const sc_core::sc_time& delay);
  void end_response(Payload& payload, const sc_core::sc_time& delay);
  void forget(Accesses::iterator access);
  [[noreturn]] void refuse(const char* what) const;

  TaskFabric& fabric_;
  Node pe_;
  RegisterFile registers_;
  Accesses accesses_;  ///< in order of arrival
  /// When the response channel is free again; while `responding_` is set, nobody knows.
  sc_core::sc_time response_free_;
  const Payload* responding_ = nullptr;
  // Cycles are told apart by the time at which they begin, for a fabric can begin again.
  std::optional<sc_core::sc_time> responded_;  ///< one response begins a cycle
  /// By kind: the latest try. It is the PE that serves one a cycle, so this outlives a reset.
  std::array<std::optional<sc_core::sc_time>, 3> tried_{};
  sc_core::sc_event turn_{"turn"};
  sc_core::sc_event answered_{"answered"};
};

}  // namespace isobar
