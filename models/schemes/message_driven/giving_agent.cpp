// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/giving_agent.h"

#include <algorithm>
#include <numeric>

namespace isobar {

void GivingAgent::start(AgentPe& pe) {
  begin(pe.load());
  domain_.start(pe);
}

void GivingAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  domain_.hear(from, word.value);
  if (acts_on(word.value)) give(pe);
  domain_.tell(pe);
}

void GivingAgent::tasks(AgentPe& pe, Node /*from*/, Load /*tasks*/, std::int64_t /*note*/) {
  // Before it gives them on, or the giver would go on to estimate that it still has them.
  domain_.tell(pe);
  load_changed(pe);
}

void GivingAgent::load_changed(AgentPe& pe) {
  if (acts_on_own()) give(pe);
  domain_.tell(pe);
}

void GivingAgent::timer(AgentPe& pe) { domain_.tick(pe); }

void GivingAgent::give(AgentPe& pe) {
  if (!domain_.complete()) return;
  const auto all = shares(pe.load());
  if (std::all_of(all.begin(), all.end(), [](Load share) { return share == 0; })) return;
  domain_.decides(pe);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] == 0) continue;
    const Load given = pe.send_tasks(domain_.node(k), all[k]);
    if (estimates_) domain_.estimate(k, domain_.loads()[k] + given);
  }
}

void keep_order(Load own, const std::vector<Load>& loads, std::vector<Load>& shares) {
  const Load left = own - std::accumulate(shares.begin(), shares.end(), Load{0});
  bool any = false;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    shares[k] = std::clamp<Load>(left - loads[k], 0, shares[k]);
    any = any || shares[k] > 0;
  }
  if (any || loads.empty()) return;
  const auto lightest = std::min_element(loads.begin(), loads.end());
  if (own - *lightest >= 2) shares[static_cast<std::size_t>(lightest - loads.begin())] = 1;
}

}  // namespace isobar
