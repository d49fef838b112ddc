// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/pe/message_driven_fabric.h"
#include "models/workloads/random.h"
#include "tests/support/chatter.h"

namespace isobar::test {

/// Agents that follow a script, from a handling of 0 cycles on, until nothing happens any more.
Experiment chat(const Fabric& fabric, std::vector<Load> loads, Switching switching, Script script);

/// Makes one timing of a link that of all.
void set_links(Experiment& experiment, const LinkClass& link);

/// The cycle in which PE `to` hears of the tasks that PE 0 sent it in cycle 0, in one message; of a
/// word, if there are none. `e` is made by chat(); its script is not used. To be called in a child.
Cycle time_of_message(Experiment e, Node to, Load tasks);

/// To whom a PE sends.
using Target = std::function<Node(const Fabric&, Node, Random&)>;
/// Anywhere; half round every ring; to PE 0.
const std::vector<Target>& targets();

/// What became of a storm of messages.
struct Storm {
  std::int64_t sent = 0;
  std::int64_t received = 0;
  bool tasks_are_whole = false;      ///< each is there once
  bool counters_fit = false;         ///< no link was busy for longer than the run
  bool observed_as_counted = false;  ///< a link's observed spans are apart and as long as counted
  bool rests = false;                ///< nothing was left under way

  bool all_came() const {
    return sent > 0 && received == sent && tasks_are_whole && counters_fit && observed_as_counted &&
           rests;
  }
};

/// Every PE sends `count` messages, words and transfers by turns, to wherever `target` says, as
/// fast as it can, in a child process. `parts` are what the fabric is made of; `links` those of
/// dimensions, if they are not the default ones.
Storm storm(const Fabric& shape, Switching switching, int count, std::int64_t buffers,
            const Target& target, const std::vector<LinkTiming>& links = {},
            const MessageDrivenParts& parts = {}, Routing routing = Routing::shortest);

}  // namespace isobar::test
