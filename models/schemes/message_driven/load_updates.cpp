// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/load_updates.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "models/errors.h"
#include "models/fraction.h"
#include "models/wide.h"

namespace isobar {
namespace {

constexpr double most = 9e15;  ///< whole numbers up to here are exact in a double

std::string automatic(bool default_value, const std::string& value) {
  return default_value ? value + " if none of u, dl, period is given" : "none";
}

ParameterOf<std::optional<double>> u_parameter(const UpdateRule& default_value) {
  const double u = boost::rational_cast<double>(default_value.u);
  return parameter("u",
                   "update factor: a load is told when it is u times or 1/u times what was told")
      .range(0, 1)
      .real_or_auto(automatic(default_value.u > 0, fmt::format("{}", u)));
}

ParameterOf<std::optional<Load>> dl_parameter(const UpdateRule& default_value) {
  return parameter("dl", "or: when it is so much off what was told")
      .range(1, most, "tasks")
      .whole_or_auto(automatic(default_value.dl > 0, fmt::format("{}", default_value.dl)));
}

ParameterOf<std::optional<Cycle>> period_parameter() {
  return parameter("period", "or: at fixed times, if it is another than was told")
      .range(1, most, "cycles")
      .whole_or_auto("none");
}

}  // namespace

std::vector<Parameter> update_parameters(const UpdateRule& default_value) {
  return {u_parameter(default_value), dl_parameter(default_value), period_parameter()};
}

UpdateRule update_rule(const ParameterValues& values, const UpdateRule& default_value) {
  const auto& u = values.get(u_parameter(default_value));
  const auto& dl = values.get(dl_parameter(default_value));
  const auto& period = values.get(period_parameter());
  const int given = (u ? 1 : 0) + (dl ? 1 : 0) + (period ? 1 : 0);
  if (given == 0) return default_value;
  if (given > 1) throw ValueError("only one of u, dl and period can say when loads are told");
  UpdateRule rule;
  if (u) {
    if (*u <= 0 || *u >= 1) {
      throw ValueError(fmt::format("u must be above 0 and below 1, not {}", *u));
    }
    rule.u = nearest_fraction(*u);
  }
  if (dl) rule.dl = *dl;
  if (period) rule.period = *period;
  return rule;
}

ParameterOf<bool> tells_parameter() {
  return parameter("tells",
                   "which loads are told of those that are due: all; or only drops, below what was "
                   "told last")
      .one_of<bool>({{"changes", false}, {"drops", true}}, false);
}

bool LoadNews::is_news(Load load) const {
  return rule_.drops_only ? load < *told_ : load != *told_;
}

bool LoadNews::is_due(Load load) const {
  if (!is_news(load)) return false;
  if (rule_.dl > 0) return std::abs(load - *told_) >= rule_.dl;
  const Wide over = rule_.u.numerator();
  const Wide under = rule_.u.denominator();
  return under * load <= over * *told_ || over * load >= under * *told_;
}

bool LoadNews::due(AgentPe& pe, Load load) {
  if (told_ && rule_.period > 0) {
    if (is_news(load) && !armed_) pe.set_timer(rule_.period - pe.now() % rule_.period);
    armed_ = armed_ || is_news(load);
    return false;
  }
  if (told_ && !is_due(load)) return false;
  told_ = load;
  return true;
}

bool LoadNews::tick(Load load) {
  if (!armed_) return false;
  armed_ = false;
  if (!is_news(load)) return false;
  told_ = load;
  return true;
}

}  // namespace isobar
