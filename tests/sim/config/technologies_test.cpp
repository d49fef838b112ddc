// SPDX-License-Identifier: Apache-2.0
// A link technology is four keys of links written out: the same experiment, and the same result.
#include "models/link/technologies.h"

#include <fstream>
#include <sstream>

#include "models/costs/costs.h"
#include "models/steps/run_steps.h"
#include "sim/config/config_toml.h"
#include "sim/config/resolve.h"
#include "sim/config/technology_reference.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

Config config_of(const Keys& keys) {
  ConfigText text;
  text.set("fabric", "torus:3x4", "test");
  text.set("scheme", "lm-c5", "test");
  text.set("load", "spike:3", "test");
  for (const auto& [key, value] : keys) text.set(key, value, "test");
  return resolve(text);
}

/// Whether the links of dimension `d` of both are alike in everything.
bool same_links(const Experiment& a, const Experiment& b, std::size_t d) {
  return a.links[d].bandwidth() == b.links[d].bandwidth() &&
         a.links[d].latency() == b.links[d].latency() && a.links[d].setup() == b.links[d].setup() &&
         a.link_energy[d] == b.link_energy[d] && a.link_static_power[d] == b.link_static_power[d];
}

}  // namespace

TEST_CASE("a technology is its keys written out, for all dimensions or for one") {
  const auto* clock = GENERATE("250MHz", "1GHz");
  const auto* prefix = GENERATE("link.", "link.2.");
  for (const auto& t : link_technologies()) {
    INFO(t.name);
    Keys written = {{"clock", clock}};
    for (const auto& [key, value] : t.values()) written.emplace_back(prefix + key, value);
    const auto by_name =
        config_of({{"clock", clock}, {prefix + std::string("technology"), t.name}});
    const auto by_keys = config_of(written);
    for (std::size_t d = 0; d < 2; ++d) {
      CHECK(same_links(by_name.experiment, by_keys.experiment, d));
    }
    const auto energy = run_energy(by_name.experiment, run_steps(by_name.experiment));
    const auto same = run_energy(by_keys.experiment, run_steps(by_keys.experiment));
    CHECK(energy.total() == same.total());
  }
}

TEST_CASE("the electrical link is the default, and in LVDS it takes static power besides") {
  const auto plain = config_of({}).experiment;
  const auto named = config_of({{"link.technology", "electrical-250M"}}).experiment;
  auto lvds = config_of({{"link.technology", "lvds-250M"}}).experiment;
  CHECK(lvds.link_static_power == std::vector<Rational>(2, Rational(53, 2)));
  lvds.link_static_power = plain.link_static_power;
  for (std::size_t d = 0; d < 2; ++d) {
    CHECK(same_links(plain, named, d));
    CHECK(same_links(plain, lvds, d));
  }
  const auto half =
      config_of({{"link.technology", "board"}, {"link.2.technology", "electrical-250M"}})
          .experiment;
  CHECK_FALSE(same_links(plain, half, 0));
  CHECK(same_links(plain, half, 1));
}

TEST_CASE("a key beside a technology goes before it, a dimension's before all's") {
  const auto board = config_of({{"link.technology", "board"}}).experiment;
  const auto chip = config_of({{"link.technology", "on-chip"}}).experiment;
  const auto both =
      config_of({{"link.technology", "board"}, {"link.2.technology", "on-chip"}}).experiment;
  CHECK(same_links(both, board, 0));
  CHECK(same_links(both, chip, 1));
  // link.bandwidth is given for all, the technology of dimension 2 for one.
  const auto narrow = config_of({{"link.technology", "board"},
                                 {"link.bandwidth", "1Gb/s"},
                                 {"link.2.technology", "on-chip"},
                                 {"link.2.energy", "7pJ/b"}})
                          .experiment;
  CHECK(narrow.links[0].bandwidth() == Rational(1'000'000'000));
  CHECK(narrow.link_static_power[0] == board.link_static_power[0]);
  CHECK(narrow.links[1].bandwidth() == chip.links[1].bandwidth());
  CHECK(narrow.link_energy == std::vector<Rational>{board.link_energy[0], 7});
}

TEST_CASE("what a technology says stands in the resolved configuration, with where it comes from") {
  const auto config = config_of({{"link.2.technology", "backplane"}});
  const auto text = to_toml(config);
  CHECK(test::contains(text, "link.technology = \"electrical-250M\""));
  CHECK(test::contains(text, "link.2.technology = \"backplane\""));
  CHECK(test::contains(text, "link.2.static_power = \"693mW\""));
  for (const auto& key : config.keys) {
    if (key.name == "link.2.bandwidth") CHECK(key.origin == "link.2.technology");
  }
}

TEST_CASE("an unknown technology is refused with those that there are") {
  const auto refusal = [](const std::string& key) {
    try {
      config_of({{key, "telegraph"}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const auto* key : {"link.technology", "link.1.technology"}) {
    const auto said = refusal(key);
    CHECK(test::contains(said, "telegraph"));
    for (const auto& t : link_technologies()) CHECK(test::contains(said, t.name));
  }
}

TEST_CASE("a bandwidth that the clock cannot use is mentioned") {
  CHECK(config_of({{"link.bandwidth", "16Gb/s"}}).notes.empty());
  const auto notes = config_of({{"link.technology", "backplane"}}).notes;
  REQUIRE(notes.size() == 1);
  CHECK(test::contains(notes[0], "112 bits a cycle"));
  CHECK(config_of({{"link.technology", "backplane"}, {"clock", "1GHz"}}).notes.empty());
}

TEST_CASE("the option --link, the list of technologies, and their table in docs") {
  const auto ran = test::run_program({"run", "--fabric", "ring:4", "--scheme", "lm-c5", "--load",
                                      "spike:1", "--link", "board", "--print-config"});
  CHECK(test::contains(ran.out, "link.technology = \"board\""));
  const auto list = test::run_program({"list", "links"}).out;
  for (const auto& t : link_technologies()) {
    CHECK(test::contains(list, "\n  " + t.name + " "));
    for (const auto& source : t.sources) CHECK(test::contains(list, source.url));
  }
  const auto table = test::run_program({"list", "links", "--as", "markdown"}).out;
  CHECK(table == technology_markdown());
  std::ifstream file(ISOBAR_SOURCE_DIR "/docs/costs.md");
  std::stringstream docs;
  docs << file.rdbuf();
  CHECK(test::contains(docs.str(), table));
}
