// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tb/passage.h"

namespace isobar {

/// Recognises, at one port, the messages that a PE sends, by their bits.
class LineListener {
 public:
  explicit LineListener(const RtlLink& link) : link_(&link) {}

  /// From now on a message of this kind may come, whose sending begins in `start`.
  void await(Message::Kind kind, Cycle start, std::int64_t bits) {
    awaited_ = Passage::awaited(kind, start, *link_, bits);
    there_ = false;
  }
  /// From now on none may come.
  void await_none() { awaited_ = {}; }

  /// What is on the line in a cycle: `valid`, and lanes from bit `offset` of `lines` on. Returns
  /// what is wrong with that; empty if nothing is.
  std::string hear(Cycle cycle, bool valid, const std::uint64_t* lines, std::size_t offset);

  /// Whether the awaited message has come, or is coming.
  bool there() const { return there_; }
  bool begins(Cycle cycle) const { return there_ && cycle == awaited_.valid; }
  bool ends(Cycle cycle) const { return there_ && cycle + 1 == awaited_.end; }
  /// The awaited message, with its payload as far as it has come.
  const Passage& message() const { return awaited_; }

 private:
  const RtlLink* link_;
  Passage awaited_;
  bool there_ = false;
};

}  // namespace isobar
