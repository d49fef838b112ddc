// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/link/timing.h"
#include "models/network/packet.h"
#include "models/network/sequencer.h"

namespace isobar {

/// Who sleeps until a link has something for it: the router at one of its ends.
class WakeInterface : public virtual sc_core::sc_interface {
 public:
  /// There is something to do in cycle `cycle`.
  virtual void wake_at(Cycle cycle) = 0;
  /// The alarm by which wake_at() may be passed by; null where every call has to come through it.
  virtual const Alarm* alarm() const { return nullptr; }
  /// The header of a circuit comes in cycle `cycle`.
  virtual void header_at(Cycle cycle) { wake_at(cycle); }
};

class SendingEnd;
class ReceivingEnd;
class RoutedSendInterface;

/// A message for which a header takes link after link.
struct Circuit {
  struct Taken {
    RoutedSendInterface* link;
    Cycle from;
  };

  PacketPtr packet;
  std::vector<Taken> route;
};

using CircuitPtr = std::unique_ptr<Circuit>;

/// The sending end of a link between two routers.
class RoutedSendInterface : public virtual sc_core::sc_interface {
 public:
  /// The fabric is reset, in the middle of a cycle: a link of the user's own forgets what it holds.
  virtual void reset() {}
  /// Calls `see` with each message that a link of the user's own holds itself.
  virtual void visit(const std::function<void(const Packet&)>& /*see*/) const {}
  /// The end itself where a router may use it past this interface, as LinkSendInterface says; null
  /// where every call has to come through it.
  virtual SendingEnd* direct_send() { return nullptr; }
  /// Sets the router that is to be woken when there is room again, or a circuit is over.
  virtual void wakes_sender(WakeInterface& sender) = 0;
  virtual const LinkTiming& timing() const = 0;
  /// The first cycle in which another message can begin.
  virtual Cycle free_from() const = 0;
  /// Whether there is room for a message that will have gone over `hops` links.
  virtual bool has_room(std::size_t hops, Cycle now) = 0;
  /// The next cycle after `now` in which there may be more room, if one is known.
  virtual std::optional<Cycle> next_room(Cycle now) const = 0;
  /// Sends a message whose set-up, or first bit if there is none, begins in cycle `now`. If it
  /// `stays` at the far end's router it takes a buffer there. Wakes the receiver when it can be
  /// used; with cut-through, when the header of one that stays can.
  virtual void send(PacketPtr packet, Cycle now, bool stays) = 0;

  /// Whether a circuit has the link whose end is not known yet.
  virtual bool is_taken() const = 0;
  /// The header of a circuit takes this link in cycle `now`, and is at its far end in cycle `at`.
  virtual void take(CircuitPtr circuit, Cycle now, Cycle at) = 0;
  /// The circuit that took this link in cycle `from` holds it up to `to` − 1, of which its message
  /// takes `serial` cycles. Wakes the sender then.
  virtual void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) = 0;
};

/// The receiving end of a link between two routers. Its default event is the arrival of a message.
class RoutedReceiveInterface : public virtual sc_core::sc_interface {
 public:
  /// The fabric is reset, as at the sending end.
  virtual void reset() {}
  /// The end itself where a router may use it past this interface.
  virtual ReceivingEnd* direct_receive() { return nullptr; }
  /// Sets the router that is to be woken when a message or a header can be used.
  virtual void wakes_receiver(WakeInterface& receiver) = 0;
  /// The oldest message that can be used in cycle `now`, with cut-through the oldest whose header
  /// can; null if there is none.
  virtual PacketPtr receive(Cycle now) = 0;
  virtual std::optional<Cycle> next_arrival() const = 0;
  /// A message of class `hops` has left its buffer at the end of cycle `left` − 1. The sender knows
  /// it `latency` cycles later, and is woken then.
  virtual void release(std::size_t hops, Cycle left, Cycle latency) = 0;

  /// The oldest header that is there in cycle `now`; null if there is none.
  virtual CircuitPtr receive_header(Cycle now) = 0;
  virtual std::optional<Cycle> next_header() const = 0;
};

}  // namespace isobar
