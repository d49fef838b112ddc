// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/lueling_monien/lueling_monien_agent.h"
#include "models/schemes/lueling_monien/lueling_monien_pes.h"
#include "models/schemes/parts/agents.h"

namespace isobar {
namespace {

using First = LuelingMonienSetting::First;

const auto network_parameter =
    parameter("network", "messages are routed over links; or, ideal, balancing takes no time")
        .one_of<bool>({{"fabric", false}, {"ideal", true}}, false);
const auto creditor_parameter =
    parameter("creditor", "ideal: whom a PE asks that has borrowed C packets")
        .one_of<bool>({{"random", false}, {"richest", true}}, false);
const auto exchange_parameter =
    parameter("exchange", "ideal: it gives packets until it has to balance, or all at once")
        .one_of<bool>({{"trigger", false}, {"once", true}}, false);
const auto settle_parameter =
    parameter("settle",
              "ideal: debts that come home in a balancing are settled by all, or by who began it")
        .one_of<bool>({{"all", false}, {"began", true}}, false);
const auto order_parameter = parameter("order", "ideal: of the PEs' turns in a time step")
                                 .one_of<bool>({{"ascending", false}, {"random", true}}, false);
const auto first_parameter = parameter("first", "ideal: what a PE does first in its turn")
                                 .one_of<First>({{"generation", First::generation},
                                                 {"consumption", First::consumption},
                                                 {"random", First::random}},
                                                First::generation);
const auto f_parameter = parameter("f", "a PE balances when its own packets changed by this factor")
                             .range(1, 1e6)
                             .real(1.1);
const auto delta_parameter =
    parameter("delta", "that a PE balances with, drawn at random").range(1, 1e9, "PEs").whole(1);
const auto borrow_parameter = parameter("C", "that a PE may consume of others' classes, at most")
                                  .range(1, 1e9, "packets")
                                  .whole(4);
const auto radius_parameter = parameter("radius", "within which the partners are")
                                  .range(1, 1e9, "links")
                                  .whole_or_auto("no bound");
const auto reset_parameter =
    parameter("reset",
              "1: partners forget how many own packets they had, too; 0: only who began does")
        .zero_or_one(false);
const auto exclude_parameter =
    parameter("exclude", "1: a partner keeps what it has of its own class").zero_or_one(false);
const auto blocking_parameter =
    parameter("blocking", "1: a PE does not work until it has its orders").zero_or_one(false);

LuelingMonienSetting read(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  LuelingMonienSetting out;
  out.f = values.get(f_parameter);
  out.delta = static_cast<Node>(values.get(delta_parameter));
  out.borrow = values.get(borrow_parameter);
  out.radius = static_cast<std::uint32_t>(values.get(radius_parameter).value_or(0));
  out.reset = values.get(reset_parameter);
  out.exclude = values.get(exclude_parameter);
  out.blocking = values.get(blocking_parameter);
  out.retry = exponential_backoff(values);
  out.load_bits = setting.load_bits;
  out.richest = values.get(creditor_parameter);
  out.at_once = values.get(exchange_parameter);
  out.began = values.get(settle_parameter);
  out.shuffled = values.get(order_parameter);
  out.first = values.get(first_parameter);
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
  if (read_setting.richest || read_setting.at_once || read_setting.began || read_setting.shuffled ||
      read_setting.first != First::generation) {
    throw ValueError("creditor, exchange, settle, order and first are of network=ideal");
  }
  const auto seed = setting.seed;
  return std::make_unique<Agents>(
      LuelingMonienAgent::kinds(setting.fabric.pes(), read_setting), [=](Node node) {
        return std::make_unique<LuelingMonienAgent>(
            read_setting, node, SmallRandom(seed, fmt::format("lueling-monien {}", node)));
      });
}

/// In the authors' model, where the network is ideal.
class IdealLuelingMonien final : public IdealScheme {
 public:
  IdealLuelingMonien(const LuelingMonienSetting& setting, Fabric fabric, std::uint64_t seed)
      : setting_(setting), fabric_(std::move(fabric)), seed_(seed) {}

  std::unique_ptr<IdealPes> pes(const std::vector<Load>& loads) const override {
    return std::make_unique<LuelingMonienPes>(setting_, fabric_, loads,
                                              SmallRandom(seed_, "lueling-monien"));
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
     "Lueling and Monien 1993, appendix",
     together({{network_parameter, creditor_parameter, exchange_parameter, settle_parameter,
                order_parameter, first_parameter, f_parameter, delta_parameter, borrow_parameter,
                radius_parameter, reset_parameter, exclude_parameter, blocking_parameter},
               backoff_parameters(1)}),
     [](const Fabric& fabric) {
       return fabric.pes() > 1 ? std::string() : std::string("it has one PE, and no partners");
     },
     make_ideal,
     make,
     [](const ParameterValues& values) { return values.get(network_parameter); },
     false,
     true,
     {},
     statistics()},
    {},
    "a PE balances only when its own packets have changed by the factor `f`, which loads without "
    "an "
    "application never do");

}  // namespace
}  // namespace isobar
