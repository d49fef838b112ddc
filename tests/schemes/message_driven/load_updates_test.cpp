// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/load_updates.h"

#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;

namespace {

/// Load words of one PE that works its 64 tasks off beside one with none that does not balance.
std::int64_t words(const std::string& update) {
  BenchSetting setting{"ring:2", "sid:low=0," + update, {64, 0}};
  setting.work = 10;
  AgentBench bench(setting);
  CHECK(bench.run());
  return bench.sent(0, "load");
}

std::string refusal(const std::string& scheme, const std::string& fabric = "torus:4x4") {
  return test::refusal(
      [&] { (void)SchemeChoice::parse(scheme).make_agents(Fabric::parse(fabric), 16, 1); });
}

}  // namespace

TEST_CASE("a load is told by factor, by constant difference, or at fixed times (III.F)") {
  // 64, 32, 16, 8, 4, 2, 1, 0; the PE takes its first task before it tells the next load.
  CHECK(words("u=1/2") == 8);
  CHECK(words("u=1/4") == 5);  // 64, 16, 4, 1, 0
  CHECK(words("dl=16") == 5);  // 64, 48, 32, 16, 0
  CHECK(words("dl=1") == 65);
  // 64 tasks of 10 cycles: at the start, and at 100, 200, … 700.
  CHECK(words("period=100") == 8);
}

TEST_CASE("with tells=drops a PE that gets tasks tells nothing, one that loses some does") {
  const auto words = [](const std::string& scheme, Node node) {
    AgentBench bench({"ring:2", scheme, {0, 40}});
    REQUIRE(bench.run());
    REQUIRE(bench.loads()[0] > 10);
    return bench.sent(node, "load");
  };
  for (const std::string scheme : {"sid:dl=1", "rid:low=inf,dl=1", "sid:period=7"}) {
    INFO(scheme);
    CHECK(words(scheme, 0) > 1);
    CHECK(words(scheme + ",tells=drops", 0) == 1);  // the one at the start
    CHECK(words(scheme + ",tells=drops", 1) > 1);
  }
}

TEST_CASE("with tells=drops a load is told only below the one that was told last") {
  // Each told load is lower than the one before, so a PE of 64 tasks tells at most 65 of them.
  BenchSetting setting{"ring:2", "sid:dl=1,tells=drops,round=up,mean=exact,estimate=0", {64, 61}};
  setting.work = 10;
  setting.max_cycles = 100'000;
  AgentBench bench(setting);
  REQUIRE(bench.run());
  CHECK(bench.sent(0, "load") <= 65);
  CHECK(bench.sent(1, "load") <= 62);
  CHECK(bench.sent(0, "load") > 5);
}

TEST_CASE("schemes that tell loads refuse what cannot be an update strategy") {
  for (const std::string scheme : {"sid", "rid", "hbm", "nna-async", "diffusion-async"}) {
    INFO(scheme);
    CHECK(test::contains(refusal(scheme + ":u=0"), "u must be above 0 and below 1, not 0"));
    CHECK(test::contains(refusal(scheme + ":u=1"), "u must be above 0 and below 1, not 1"));
    CHECK_FALSE(refusal(scheme + ":u=1.5").empty());
    CHECK_FALSE(refusal(scheme + ":dl=0").empty());
    CHECK_FALSE(refusal(scheme + ":period=0").empty());
    CHECK(test::contains(refusal(scheme + ":u=1/2,dl=3"), "only one of u, dl and period"));
    CHECK(test::contains(refusal(scheme + ":period=5,dl=3"), "only one of u, dl and period"));
    for (const auto* good : {":u=0.1", ":dl=1", ":period=1"}) CHECK(refusal(scheme + good).empty());
  }
}

TEST_CASE("message-driven schemes refuse parameters that contradict each other") {
  for (const std::string scheme : {"sid", "rid"}) {
    CHECK(test::contains(refusal(scheme + ":mean=exact,weighted=yes"),
                         "mean=exact cannot be weighted"));
    CHECK(refusal(scheme + ":mean=exact,round=up,tells=drops").empty());
    CHECK(refusal(scheme + ":weighted=yes,round=up,tells=drops").empty());
    CHECK(test::contains(refusal(scheme + ":round=ceil"), "sums, down, up, nearest, raised"));
    CHECK(test::contains(refusal(scheme + ":tells=rises"), "changes, drops"));
  }
  CHECK(
      test::contains(refusal("sid:threshold=1,overhead=1"), "only one of threshold and overhead"));
  CHECK(
      test::contains(refusal("rid:threshold=1,overhead=1"), "only one of threshold and overhead"));
  CHECK(test::contains(refusal("hbm:threshold=1;2;3;4,overhead=1"),
                       "only one of threshold and overhead"));
  CHECK(test::contains(refusal("hbm:threshold=1;2;3"), "4 levels of torus:4x4, not 3 numbers"));
  CHECK(refusal("hbm:threshold=1;2;3;4").empty());
  CHECK(test::contains(refusal("gm:lwm=5,hwm=4"), "lwm must be at most hwm, 4, not 5"));
  CHECK(test::contains(refusal("gm:hwm=4"), "hwm can be a number only if lwm is one"));
  CHECK(refusal("gm:lwm=4,hwm=4,delta=10%").empty());
  CHECK(refusal("gm:lwm=4").empty());
  CHECK_FALSE(refusal("gm:delta=0").empty());
  CHECK_FALSE(refusal("gm:max_hops=0").empty());
  CHECK(test::contains(refusal("diffusion-async:alpha=0.3"), "at most 1/4 on torus:4x4, not 0.3"));
  CHECK_FALSE(refusal("diffusion-async:alpha=0").empty());
  CHECK_FALSE(refusal("alpha-splitting:alpha=0").empty());
  CHECK_FALSE(refusal("alpha-splitting:alpha=1").empty());
  CHECK_FALSE(refusal("alpha-splitting:retry=0").empty());
  CHECK(test::contains(refusal("alpha-splitting", "mesh:4x4"), "needs closed rings"));
  CHECK(
      test::contains(refusal("steal:retry=9,retry_max=8"), "retry_max must be at least retry, 9"));
  CHECK_FALSE(refusal("eager-sender:probes=0").empty());
  CHECK_FALSE(refusal("eager-receiver:threshold=0").empty());
  CHECK_FALSE(refusal("dem-request:blocking=2").empty());
}
