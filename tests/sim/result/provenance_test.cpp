// SPDX-License-Identifier: Apache-2.0
// Every result says what made it.
#include "sim/result/provenance.h"

#include <nlohmann/json.hpp>

#include "sim/explore/run_point.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

TEST_CASE("a result names the version, commit, compiler, build and kernels that made it") {
  const auto ran = run_program({"run", "--fabric", "ring:4", "--scheme", "lm-c5", "--load",
                                "spike:1", "--summary", "--json", "-"});
  REQUIRE(ran.status == 0);
  const auto program = nlohmann::json::parse(ran.out)["program"];
  CHECK(program == nlohmann::json(provenance_json()));
  CHECK(!program["version"].get<std::string>().empty());
  CHECK(contains(program["compiler"].get<std::string>(), std::to_string(__GNUC__)));
}

TEST_CASE("points and reproductions name the same program") {
  const auto text = program_text();
  CHECK(contains(text, "isobar " + provenance().version));
  CHECK(contains(text, provenance().compiler));
  CHECK(contains(text, provenance().kernels));
  if (provenance().commit) CHECK(contains(text, "commit " + *provenance().commit));
  CHECK(failed_point(1, "local", "").program == text);
  const Scratch folder;
  REQUIRE(run_program({"reproduce", "henrich-fig4a"}, folder.path()).status == 0);
  const auto json = nlohmann::json::parse(folder.read("reproduced/henrich-fig4a.json"));
  CHECK(json["program"] == nlohmann::json(provenance_json()));
}
