// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/load_updates.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "models/errors.h"
#include "models/schemes/parts/fraction.h"

namespace isobar {
namespace {

__extension__ using Wide = __int128;

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double most = 9e15;  ///< whole numbers up to here are exact in a double

std::string automatic(bool default_value, const std::string& value) {
  return default_value ? value + " if none of u, dl, period is given" : "none";
}

}  // namespace

std::vector<Parameter> update_parameters(const UpdateRule& default_value) {
  const double u = boost::rational_cast<double>(default_value.u);
  return {{"u", "", none, 0, 1, false,
           "update factor: a load is told when it is u times or 1/u times what was told",
           automatic(default_value.u > 0, fmt::format("{}", u))},
          {"dl", "tasks", none, 1, most, true, "or: when it is so much off what was told",
           automatic(default_value.dl > 0, fmt::format("{}", default_value.dl))},
          {"period", "cycles", none, 1, most, true,
           "or: at fixed times, if it is another than was told", "none"}};
}

UpdateRule update_rule(const ParameterValues& values, const UpdateRule& default_value) {
  const auto& u = values.at("u");
  const auto& dl = values.at("dl");
  const auto& period = values.at("period");
  const int given = !u.is_automatic() + !dl.is_automatic() + !period.is_automatic();
  if (given == 0) return default_value;
  if (given > 1) throw ValueError("only one of u, dl and period can say when loads are told");
  UpdateRule rule;
  if (!u.is_automatic()) {
    if (u <= 0 || u >= 1) {
      throw ValueError(fmt::format("u must be above 0 and below 1, not {}", double{u}));
    }
    rule.u = nearest_fraction(u);
  }
  if (!dl.is_automatic()) rule.dl = static_cast<Load>(dl);
  if (!period.is_automatic()) rule.period = static_cast<Cycle>(period);
  return rule;
}

bool LoadNews::is_due(Load load) const {
  if (load == *told_) return false;
  if (rule_.dl > 0) return std::abs(load - *told_) >= rule_.dl;
  const Wide over = rule_.u.numerator();
  const Wide under = rule_.u.denominator();
  return under * load <= over * *told_ || over * load >= under * *told_;
}

bool LoadNews::due(AgentPe& pe, Load load) {
  if (told_ && rule_.period > 0) {
    if (load != *told_ && !armed_) pe.set_timer(rule_.period - pe.now() % rule_.period);
    armed_ = armed_ || load != *told_;
    return false;
  }
  if (told_ && !is_due(load)) return false;
  told_ = load;
  return true;
}

bool LoadNews::tick(Load load) {
  if (!armed_) return false;
  armed_ = false;
  if (load == *told_) return false;
  told_ = load;
  return true;
}

}  // namespace isobar
