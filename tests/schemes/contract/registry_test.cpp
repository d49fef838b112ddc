// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/contract/registry.h"

#include "models/errors.h"
#include "tests/catch.h"

using namespace isobar;

TEST_CASE("every registered scheme says what it is, where it is from and what it needs") {
  REQUIRE(schemes().size() >= 6);
  for (const auto& [name, scheme] : schemes()) {
    INFO(name);
    CHECK(scheme.name == name);
    CHECK_FALSE(scheme.help.empty());
    CHECK_FALSE(scheme.source.empty());
    const auto runs_on = [objection = scheme.objection](const char* fabric) {
      return objection(Fabric::parse(fabric)).empty();
    };
    CHECK((runs_on("hypercube:3") || runs_on("hhc:2") || runs_on("torus:4x4")));
    for (const auto& p : scheme.parameters) {
      INFO(p.line());
      const auto can_be_written = [&] {
        return p.default_text == "auto" ? !p.automatic.empty()
                                        : p.parse(p.default_text).has_value();
      };
      CHECK(can_be_written());
      CHECK_FALSE(p.help.empty());
    }
  }
}

TEST_CASE("a scheme is chosen by name and parameters") {
  CHECK(SchemeChoice::parse("lm-c3").entry->name == "lm-c3");
  const auto default_value = SchemeChoice::parse("test-pairs");
  const auto least = parameter("least", "").whole(0);
  CHECK(default_value.parameters.get(least) == 2);
  CHECK(SchemeChoice::parse("test-pairs:least=3").parameters.get(least) == 3);
  CHECK_NOTHROW(SchemeChoice::parse("test-pairs:least=1"));
  CHECK_NOTHROW(SchemeChoice::parse("test-pairs:least=9"));
}

TEST_CASE("a wrong scheme or parameter is refused") {
  const auto* text =
      GENERATE("", "lm-c6", "LM-C5", "lm-c5:", "lm-c5:alpha=1", "test-pairs:", "test-pairs:least",
               "test-pairs:least=", "test-pairs:least=x", "test-pairs:least=1.5",
               "test-pairs:least=0", "test-pairs:least=99", "test-pairs:most=1",
               "test-pairs:least=nan", "test-pairs:share=nan", "test-pairs:share=inf");
  INFO(text);
  CHECK_THROWS_AS(SchemeChoice::parse(text), ValueError);
}
