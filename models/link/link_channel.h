// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>

#include "models/fabric/fabric.h"
#include "models/link/arrivals.h"
#include "models/link/link.h"
#include "models/link/link_interfaces.h"

namespace isobar {

/// A directed link as a channel: the two interfaces in front of the dense state of a Link.
class LinkAccess : public LinkSendInterface, public LinkReceiveInterface {
 public:
  /// Both must outlive it.
  LinkAccess(Link& link, Arrivals& arrivals) : link_(link), arrivals_(arrivals) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    return link_.send_word(start, value, bits);
  }
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override {
    return link_.send_tasks(start, queue, count);
  }
  Cycle send_credit(Cycle start, Load tasks, std::int64_t bits) override {
    return link_.send_credit(start, tasks, bits);
  }
  Cycle send_status(Cycle start) override { return link_.send_status(start); }
  Message receive(Cycle now, TaskQueue& queue) override { return link_.receive(now, queue); }
  Link* direct_send() override { return &link_; }
  Link* direct_receive() override { return &link_; }

  /// Notified in the first delta of the cycle in which a message can be used, whether or not it is
  /// taken in then. It exists from the first call on; as long as nobody asks for that of any link
  /// of a kind, these links spend nothing on it.
  const sc_core::sc_event& default_event() const override { return followed().event; }
  /// The message that arrived last, since the first call of this or of default_event().
  const Arrival& arrival() const { return followed().latest; }
  /// How bits become cycles on the link.
  const LinkTiming& timing() const { return link_.timing(); }
  /// What went over the link so far, by the messages whose sending has begun.
  LinkCounters counters() const { return link_.counters(); }

 private:
  Arrivals::OfLink& followed() const {
    link_.tell(arrivals_);
    return arrivals_.of(&link_);
  }

  Link& link_;
  Arrivals& arrivals_;
};

/// The name of the link that leaves a node by a port: `link_3_succ1` leads from PE 3 to its
/// successor in dimension 1, `link_3_pred2` to its predecessor in dimension 2; on a graph
/// `link_3_port0`.
std::string link_name(const Fabric& fabric, Node node, unsigned port);

/// A link with a name in the hierarchy: `fabric.link_3_succ1`.
class LinkChannel final : public sc_core::sc_prim_channel, public LinkAccess {
 public:
  /// Both must outlive the channel.
  LinkChannel(const char* name, Link& link, Arrivals& arrivals)
      : sc_prim_channel(name), LinkAccess(link, arrivals) {}

  /// The name of the channel's kind in SystemC.
  const char* kind() const override { return "isobar::LinkChannel"; }
};

}  // namespace isobar
