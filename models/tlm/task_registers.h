// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The register map of a TaskSocket (docs/tlm.md). Registers have 64 bits each and are accessed
/// whole; offsets are in bytes.
namespace isobar::task_register {

/// Bytes from the beginning of a PE's registers.
using Offset = std::uint64_t;

// | name | offset | | what it is |
inline constexpr Offset put = 0x00;           ///< W: a task's data; puts it into the PE's queue
inline constexpr Offset fetch = 0x08;         ///< R: a task's data; takes it from the queue
inline constexpr Offset load = 0x10;          ///< R: the PE's tasks
inline constexpr Offset status = 0x18;        ///< R: the bits below
inline constexpr Offset control = 0x20;       ///< RW: the bits below
inline constexpr Offset patience = 0x28;      ///< RW: most cycles of a PUT or FETCH; 0: no bound
inline constexpr Offset accepted = 0x30;      ///< R: tasks put
inline constexpr Offset fetched = 0x38;       ///< R: tasks fetched
inline constexpr Offset refused = 0x40;       ///< R: accesses to PUT and FETCH that gave up
inline constexpr Offset put_stalls = 0x48;    ///< R: cycles in which a PUT waited
inline constexpr Offset fetch_stalls = 0x50;  ///< R: cycles in which a FETCH waited
inline constexpr Offset cycle = 0x58;         ///< R: the fabric's cycle
inline constexpr Offset pe = 0x60;            ///< R: the PE's number
inline constexpr Offset ports = 0x68;         ///< R: its number of ports
inline constexpr Offset task_bits = 0x70;     ///< R: bits of a task
inline constexpr Offset queue_depth = 0x78;   ///< R: places of its queue
inline constexpr Offset own_end = 0x80;       ///< behind the last register of the PE itself

/// Counters of the link that leaves by port p, at `port_first` + p · `port_stride`; 0 at an open
/// end. All R.
inline constexpr Offset port_first = 0x100;
inline constexpr Offset port_stride = 0x40;  ///< bytes from one port's counters to the next one's
inline constexpr Offset words = 0x00;        ///< R: words sent
inline constexpr Offset word_cycles = 0x08;  ///< R: cycles of words
inline constexpr Offset transfers = 0x10;    ///< R: transfers sent
inline constexpr Offset tasks = 0x18;        ///< R: tasks in them
inline constexpr Offset transfer_cycles = 0x20;  ///< R: cycles of tasks
inline constexpr Offset setup_cycles = 0x28;     ///< R: cycles of set-up
inline constexpr Offset port_end = 0x30;         ///< behind the last counter of a port

inline constexpr unsigned bytes = 8;  ///< of a register

// Bits of STATUS.
inline constexpr std::uint64_t is_empty = 1;  ///< there is nothing to fetch
inline constexpr std::uint64_t is_full = 2;   ///< there is no place for a put
inline constexpr std::uint64_t is_over = 4;   ///< the run is over and the fabric rests

// Bits of CONTROL.
inline constexpr std::uint64_t hold_puts = 1;       ///< puts wait
inline constexpr std::uint64_t hold_fetches = 2;    ///< fetches wait
inline constexpr std::uint64_t clear_counters = 4;  ///< clears ACCEPTED to FETCH_STALLS; reads as 0

}  // namespace isobar::task_register
