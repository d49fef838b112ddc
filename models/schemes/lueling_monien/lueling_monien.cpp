// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/lueling_monien/lueling_monien_agent.h"
#include "models/schemes/lueling_monien/lueling_monien_pes.h"
#include "models/schemes/parts/agents.h"
#include "models/word_parameter.h"

namespace isobar {
namespace {

LuelingMonienSetting read(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  LuelingMonienSetting out;
  out.f = values.at("f");
  out.delta = static_cast<Node>(values.at("delta"));
  out.borrow = static_cast<Load>(values.at("C"));
  const auto& radius = values.at("radius");
  out.radius = radius.is_automatic() ? 0 : static_cast<std::uint32_t>(radius);
  out.reset = values.at("reset") != 0;
  out.exclude = values.at("exclude") != 0;
  out.blocking = values.at("blocking") != 0;
  out.retry = exponential_backoff(values);
  out.load_bits = setting.load_bits;
  out.richest = values.at("creditor") != 0;
  out.at_once = values.at("exchange") != 0;
  out.began = values.at("settle") != 0;
  if (!(out.f > 1)) throw ValueError(fmt::format("f must be above 1, not {}", out.f));
  for (Node node = 0; node < setting.fabric.pes(); ++node) {
    const auto others = Partners(setting.fabric, node, out.radius).count();
    if (out.delta <= others) continue;
    throw ValueError(
        fmt::format("delta must be at most {}, the PEs that PE {} can balance with, not {}", others,
                    setting.fabric.address(node), out.delta));
  }
  return out;
}

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto read_setting = read(setting);
  if (read_setting.richest || read_setting.at_once || read_setting.began) {
    throw ValueError("creditor, exchange and settle are of network=ideal");
  }
  const auto seed = setting.seed;
  return std::make_unique<Agents>(
      LuelingMonienAgent::kinds(setting.fabric.pes(), read_setting), [=](Node node) {
        return std::make_unique<LuelingMonienAgent>(
            read_setting, node, random_stream(seed, fmt::format("lueling-monien {}", node)));
      });
}

/// In the authors' model, where the network is ideal.
class IdealLuelingMonien final : public IdealScheme {
 public:
  IdealLuelingMonien(const LuelingMonienSetting& setting, Fabric fabric, std::uint64_t seed)
      : setting_(setting), fabric_(std::move(fabric)), seed_(seed) {}

  std::unique_ptr<IdealPes> pes(const std::vector<Load>& loads) const override {
    return std::make_unique<LuelingMonienPes>(setting_, fabric_, loads,
                                              random_stream(seed_, "lueling-monien"));
  }

 private:
  LuelingMonienSetting setting_;
  Fabric fabric_;
  std::uint64_t seed_;
};

std::unique_ptr<SynchronousScheme> make_ideal(const SchemeSetting& setting) {
  const LuelingMonienSetting usual;
  const auto given = read(setting);
  const bool paid = given.blocking || given.retry.retry != usual.retry.retry ||
                    given.retry.longest != usual.retry.longest;
  if (paid) {
    throw ValueError(
        "blocking, retry and retry_max are of network=fabric: an ideal one makes no "
        "PE wait");
  }
  return std::make_unique<IdealLuelingMonien>(given, setting.fabric, setting.seed);
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      word_parameter("network", {"fabric", "ideal"},
                     "messages are routed over links; or, ideal, balancing takes no time"),
      word_parameter("creditor", {"random", "richest"},
                     "ideal: whom a PE asks that has borrowed C packets"),
      word_parameter("exchange", {"trigger", "once"},
                     "ideal: it gives packets until it has to balance, or all at once"),
      word_parameter(
          "settle", {"all", "began"},
          "ideal: debts that come home in a balancing are settled by all, or by who began it"),
      {"f", "", 1.1, 1, 1e6, false, "a PE balances when its own packets changed by this factor"},
      {"delta", "PEs", 1, 1, 1e9, true, "that a PE balances with, drawn at random"},
      {"C", "packets", 4, 1, 1e9, true, "that a PE may consume of others' classes, at most"},
      {"radius", "links", std::numeric_limits<double>::quiet_NaN(), 1, 1e9, true,
       "within which the partners are", "no bound"},
      {"reset", "", 0, 0, 1, true,
       "1: partners forget how many own packets they had, too; 0: only who began does"},
      {"exclude", "", 0, 0, 1, true, "1: a partner keeps what it has of its own class"},
      {"blocking", "", 0, 0, 1, true, "1: a PE does not work until it has its orders"}};
  for (auto& p : backoff_parameters(1)) all.push_back(p);
  return all;
}

std::vector<OwnStatistic> statistics() {
  return {{"total_borrow", "packets", "packets of other classes that were consumed", Better::less},
          {"remote_borrow", "packets", "packets that came from their class's PE for borrowed ones",
           Better::less},
          {"borrow_fail", "", "times that such a PE had none of its own", Better::less},
          {"decrease_sim", "", "simulated load decreases", Better::less},
          {"balancings", "", "balancing operations", Better::less},
          {"packets_moved", "packets", "packets that came to another PE in balancing operations",
           Better::less},
          {"joins", "", "partners that were asked to join in a balancing operation", Better::less},
          {"joins_refused", "", "partners that were engaged in another one", Better::less}};
}

const RegisterScheme registered(
    {"lueling-monien",
     "a PE whose own packets changed by a factor balances all classes with random partners",
     "Lueling and Monien 1993, appendix", parameters(),
     [](const Fabric& fabric) {
       return fabric.pes() > 1 ? std::string() : std::string("it has one PE, and no partners");
     },
     make_ideal, make, false, statistics()});

}  // namespace
}  // namespace isobar
