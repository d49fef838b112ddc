// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/rid.h"

#include <algorithm>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"

namespace isobar {

void RidAgent::start(AgentPe& pe) {
  low_ = low_mark(setting_.low, pe.load());
  domain_.start(pe);
  pending_.assign(domain_.size(), {});
}

void RidAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  switch (word.kind) {
    case load_word:
      domain_.hear(from, word.value);
      break;
    case request_word:
      grant(pe, from, word.value);
      break;
    default:
      answered(domain_.index(from), word.value);
  }
  load_changed(pe);
}

void RidAgent::tasks(AgentPe& pe, Node from, Load tasks, std::int64_t /*note*/) {
  pending_[domain_.index(from)].missing -= tasks;
  load_changed(pe);
}

void RidAgent::load_changed(AgentPe& pe) {
  domain_.tell(pe);
  request(pe);
}

void RidAgent::timer(AgentPe& pe) { domain_.tick(pe); }

bool RidAgent::is_waiting() const {
  return std::any_of(pending_.begin(), pending_.end(),
                     [](const Pending& p) { return p.asked > 0 || p.missing != 0; });
}

void RidAgent::request(AgentPe& pe) {
  const Load own = pe.load();
  if (static_cast<double>(own) >= low_ || is_waiting() || !domain_.complete()) return;
  const bool exactly = setting_.sharing.exact_mean;
  const Load parts = domain_.parts(exactly);
  const Load lack = -domain_.above_mean(own, exactly);
  const double apart = static_cast<double>(lack) / static_cast<double>(parts);
  const auto phi = static_cast<double>(domain_.phi(own));
  if (lack < 1 || !setting_.profitability.pays(apart, phi)) return;
  std::vector<Load> surplus;
  for (std::size_t k = 0; k < domain_.size(); ++k) {
    surplus.push_back(std::max<Load>(0, domain_.above_mean_of(k, own, exactly)));
  }
  auto shares = setting_.sharing.shares(lack, parts, surplus);
  // Nobody is to end below where the PE is now, as never happens by running sums at equal
  // capacities.
  for (std::size_t k = 0; k < shares.size() && !domain_.alike(); ++k) {
    shares[k] = std::min(shares[k], domain_.spare(k, own));
  }
  bool any = false;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (shares[k] == 0 || shares[k] < setting_.sharing.delta_min) continue;
    pending_[k].asked = shares[k];
    pe.send_word(domain_.node(k), {request_word, shares[k]});
    any = true;
  }
  if (any) domain_.decides(pe);
}

void RidAgent::grant(AgentPe& pe, Node to, Load asked) {
  const Load granted = std::min(asked, domain_.part_of(domain_.index(to), pe.load()));
  pe.decides_by(to, request_word);
  pe.send_word(to, {reply_word, granted});
  if (granted > 0) pe.send_tasks(to, granted);
}

void RidAgent::answered(std::size_t k, Load granted) {
  auto& pending = pending_[k];
  // Who grants less than was asked has granted half: it is left with as much, or one more.
  domain_.estimate(k, granted < pending.asked ? domain_.rest_of(k, granted)
                                              : std::max<Load>(0, domain_.loads()[k] - granted));
  pending.asked = 0;
  pending.missing += granted;
}

namespace {

const UpdateRule standard_update{Rational(9, 10), 0, 0};

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  auto update = update_rule(values, standard_update);
  update.drops_only = values.get(tells_parameter());
  const RidSetting rid{values.get(low_parameter()), profitability(values, 1), sharing(setting),
                       update};
  const auto bits = setting.load_bits;
  return std::make_unique<Agents>(
      std::vector<WordKind>{{"load", bits}, {"request", bits}, {"reply", bits}},
      [rid, of = domain_capacities(setting)](Node node) {
        return std::make_unique<RidAgent>(rid, of(node));
      });
}

std::vector<Parameter> parameters() {
  return together({{low_parameter(), threshold_parameter(1), overhead_parameter("threshold"),
                    delta_min_parameter(), weighted_parameter()},
                   update_parameters(standard_update),
                   {tells_parameter()},
                   sharing_parameters()});
}

const RegisterScheme registered({"rid",
                                 "receiver initiated diffusion: an underloaded PE requests tasks "
                                 "from the neighbours above the mean",
                                 "Willebeek-LeMair and Reeves 1993, Section III.C, eq. 16-21",
                                 parameters(),
                                 needs_nothing,
                                 {},
                                 make},
                                "RID",
                                "a PE requests only with fewer tasks than `low`, and when it is "
                                "`threshold` below its domain's mean; `low=inf` lets every PE "
                                "request");

}  // namespace
}  // namespace isobar
