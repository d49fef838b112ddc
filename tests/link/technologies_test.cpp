// SPDX-License-Identifier: Apache-2.0
#include "models/link/technologies.h"

#include <filesystem>
#include <map>
#include <set>

#include "models/link/timing.h"
#include "models/link/units.h"
#include "tests/catch.h"

using namespace isobar;

TEST_CASE("what a technology says can stand in the keys of links, and has a source") {
  const Rational clock(250'000'000);
  std::set<std::string> names;
  for (const auto& t : link_technologies()) {
    INFO(t.name);
    CHECK(names.insert(t.name).second);
    CHECK_NOTHROW(parse_bandwidth(t.bandwidth));
    CHECK_NOTHROW(parse_cycles(t.latency, clock, "a latency", 1, 1000));
    CHECK_NOTHROW(parse_bit_energy(t.energy));
    CHECK_NOTHROW(parse_power(t.static_power));
    CHECK_FALSE(t.sources.empty());
    CHECK_FALSE(t.length.empty());
    CHECK(t.assumed.back() == '.');
    for (const auto& source : t.sources) {
      CHECK_FALSE(source.title.empty());
      const bool is_page = std::filesystem::exists(ISOBAR_SOURCE_DIR "/" + source.url);
      CHECK((is_page || source.url.rfind("http", 0) == 0));
    }
  }
}

TEST_CASE("energy and static power are the published energy of a bit at full rate") {
  const std::map<std::string, double> published = {{"on-chip", 0.0404},  {"interposer", 0.25},
                                                   {"package", 0.5},     {"board", 1.9},
                                                   {"backplane", 24.75}, {"optical", 5}};
  int found = 0;
  for (const auto& t : link_technologies()) {
    const auto known = published.find(t.name);
    if (known == published.end()) continue;
    INFO(t.name);
    CHECK(full_rate_energy_pj(t) == Approx(known->second).epsilon(1e-9));
    ++found;
  }
  CHECK(found == static_cast<int>(published.size()));
}

TEST_CASE("the papers' electrical link is the default, LVDS differs by its static power") {
  const LinkClass link;
  int found = 0;
  for (const auto& t : link_technologies()) {
    if (t.name != "electrical-250M" && t.name != "lvds-250M") continue;
    INFO(t.name);
    CHECK(parse_bandwidth(t.bandwidth) == link.bandwidth);
    CHECK(parse_bit_energy(t.energy) == link.energy);
    // At any clock: a latency that is a time would be several cycles of a fast one.
    CHECK(parse_cycles(t.latency, Rational(4'000'000'000), "a latency", 1, 9) == link.latency);
    CHECK((parse_power(t.static_power) == link.static_power) == (t.name == "electrical-250M"));
    ++found;
  }
  CHECK(found == 2);
}
