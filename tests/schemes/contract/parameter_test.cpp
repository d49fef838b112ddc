// SPDX-License-Identifier: Apache-2.0
#include "models/parameter.h"

#include <limits>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

/// What a parameter reads from a text, or, without one, its default.
template <class T>
T read(const ParameterOf<T>& parameter, const std::string& text = {}) {
  const auto given = parameter.name + "=" + text;
  return parse_parameters(text.empty() ? std::nullopt : std::optional<std::string_view>(given),
                          {parameter}, "it")
      .get(parameter);
}

template <class T>
std::string refusal_of(const ParameterOf<T>& parameter, const std::string& text) {
  return test::refusal([&] { read(parameter, text); });
}

enum class Colour { red, green, blue };

}  // namespace

TEST_CASE("a whole number") {
  const auto p = parameter("n", "how many").range(1, 1e9, "tasks").whole(4);
  CHECK(p.line() == "n = 4 (1 to 1000000000 tasks): how many");
  CHECK(read(p) == 4);
  CHECK(read(p, "1") == 1);
  CHECK(read(p, "1e9") == 1'000'000'000);
  CHECK(read(p, "6/2") == 3);
  const auto* text = GENERATE("x", "0", "-1", "1.5", "1/2", "1e10", "nan", "inf", "auto", "5%",
                              "1;2", " 1", "1 ", "1/0", "+1");
  CHECK(refusal_of(p, text) ==
        std::string("n must be a whole number from 1 to 1000000000 tasks, not '") + text + "'");
}

TEST_CASE("a real number, also without a bound") {
  const auto p = parameter("x", "how much").range(0, 2).real(0.5);
  CHECK(p.line() == "x = 0.5 (0 to 2): how much");
  CHECK(read(p) == 0.5);
  CHECK(read(p, "1/4") == 0.25);
  CHECK(read(p, "2") == 2);
  const auto* text = GENERATE("2.1", "-0.1", "inf", "nan", "1/3/4", "-1/2", "1/-2", "0x1");
  CHECK(refusal_of(p, text) == std::string("x must be a number from 0 to 2, not '") + text + "'");
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(read(parameter("x", "").range(0, infinite).real(0), "inf") == infinite);
}

TEST_CASE("an exact fraction") {
  const auto p = parameter("a", "share").range(0, 0.999999).fraction(Rational(1, 4));
  CHECK(p.line() == "a = 0.25 (0 to 0.999999): share");
  CHECK(read(p) == Rational(1, 4));
  CHECK(read(p, "1/3") == Rational(1, 3));
  CHECK(read(p, "0.123457") == Rational(123'457, 1'000'000));
  CHECK(refusal_of(p, "0.12345678").find("a must be a fraction with a denominator of at most") ==
        0);
  CHECK(refusal_of(p, "1") == "a must be a number from 0 to 0.999999, not '1'");
}

TEST_CASE("a boolean, as 0 and 1 or as no and yes") {
  const auto number = parameter("b", "whether").zero_or_one(true);
  CHECK(number.line() == "b = 1 (0 to 1): whether");
  CHECK(read(number));
  CHECK_FALSE(read(number, "0"));
  CHECK(read(number, "1"));
  CHECK(refusal_of(number, "yes") == "b must be a whole number from 0 to 1, not 'yes'");
  CHECK_FALSE(read(parameter("b", "").zero_or_one(false)));

  const auto word = parameter("b", "whether").no_or_yes(false);
  CHECK(word.line() == "b = no (no, yes): whether");
  CHECK_FALSE(read(word));
  CHECK(read(word, "yes"));
  CHECK_FALSE(read(word, "no"));
  CHECK(refusal_of(word, "1") == "b must be one of no, yes, not '1'");
  CHECK(read(parameter("b", "").no_or_yes(true)));
}

TEST_CASE("one of some words") {
  const auto p =
      parameter("c", "which")
          .one_of<Colour>({{"red", Colour::red}, {"green", Colour::green}, {"blue", Colour::blue}},
                          Colour::green);
  CHECK(p.line() == "c = green (red, green, blue): which");
  CHECK(read(p) == Colour::green);
  CHECK(read(p, "red") == Colour::red);
  CHECK(read(p, "blue") == Colour::blue);
  const auto* text = GENERATE("Red", "1", "gre", "auto");
  CHECK(refusal_of(p, text) ==
        std::string("c must be one of red, green, blue, not '") + text + "'");
}

TEST_CASE("auto is no value") {
  const auto whole = parameter("n", "how many").range(1, 9, "tasks").whole_or_auto("as needed");
  CHECK(whole.line() == "n = auto (1 to 9 tasks; auto: as needed): how many");
  CHECK_FALSE(read(whole));
  CHECK_FALSE(read(whole, "auto"));
  CHECK(read(whole, "9") == 9);
  CHECK(refusal_of(whole, "1.5") ==
        "n must be a whole number from 1 to 9 tasks, or auto, not '1.5'");

  const auto real = parameter("x", "how much").range(0, 9).real_or_auto("as needed", 2.5);
  CHECK(real.line() == "x = 2.5 (0 to 9; auto: as needed): how much");
  CHECK(read(real) == 2.5);
  CHECK_FALSE(read(real, "auto"));
  CHECK(read(real, "0") == 0.0);
  CHECK(refusal_of(real, "nan") == "x must be a number from 0 to 9, or auto, not 'nan'");
}

TEST_CASE("a list of numbers") {
  const auto p = parameter("t", "by level").range(0, 9, "tasks").reals_or_auto("1");
  CHECK(p.line() == "t = auto (0 to 9 tasks; auto: 1): by level");
  CHECK_FALSE(read(p));
  CHECK_FALSE(read(p, "auto"));
  CHECK(read(p, "3") == std::vector<double>{3});
  CHECK(read(p, "3;1/2;0") == std::vector<double>{3, 0.5, 0});
  const auto* text = GENERATE(";", "1;", "1;auto", "1;10", "1,2x");
  CHECK_THROWS_AS(read(p, text), ValueError);
  CHECK(
      refusal_of(p, "1;10") ==
      "t must be a number from 0 to 9 tasks, or auto, or several with ; between them, not '1;10'");
}

TEST_CASE("a whole number or a percentage") {
  const auto p = parameter("d", "at once").range(1, 9, "tasks").whole_or_percentage(2);
  CHECK(p.line() == "d = 2 (1 to 9 tasks): at once");
  CHECK(read(p).count == 2);
  CHECK_FALSE(read(p).share);
  CHECK(read(p, "9").count == 9);
  CHECK(read(p, "5%").share == 0.05);
  CHECK(read(p, "1/2%").share == 0.005);
  CHECK(read(p, "100%").share == 1.0);
  const auto* text = GENERATE("0%", "101%", "%", "-1%", "nan%", "0", "2.5", "auto");
  CHECK(refusal_of(p, text) ==
        std::string("d must be a whole number from 1 to 9 tasks, or a percentage (5%), not '") +
            text + "'");
}

TEST_CASE("parameters are read by what declares them") {
  const auto n = parameter("n", "how many").range(0, 9).whole(4);
  const auto x = parameter("x", "how much").range(0, 9).real(0.5);
  const auto known = together({{n}, {x}});
  REQUIRE(known.size() == 2);
  CHECK(known.back().name == "x");
  const auto values = parse_parameters("x=2", known, "it");
  CHECK(values.get(n) == 4);
  CHECK(values.get(x) == 2);
  // One that is not declared, and one that is declared as another type.
  CHECK_THROWS_AS(values.get(parameter("y", "").whole(0)), ModelError);
  CHECK_THROWS_AS(values.get(parameter("n", "").real(0)), ModelError);
  CHECK(test::refusal([&] { parse_parameters("y=1", known, "it"); }) ==
        "'y=1' is no parameter of it; allowed as NAME=VALUE: n, x");
  CHECK(test::refusal([&] { parse_parameters("n", {}, "it"); }) ==
        "'n' is no parameter of it; allowed as NAME=VALUE: none");
}

TEST_CASE("a parameter is understood by its former name, with a note") {
  const auto named = parameter("estimate", "").formerly("reckon").zero_or_one(true);
  const auto by = [&](const char* text) { return parse_parameters(text, {named}, "it"); };
  const std::vector<std::string> note = {"reckon is called estimate now"};
  CHECK_FALSE(by("reckon=0").get(named));
  CHECK_FALSE(by("estimate=0").get(named));
  CHECK(by("reckon=0").notes() == note);
  CHECK(by("estimate=0").notes().empty());
  CHECK_THROWS_AS(by("reckoned=0"), ValueError);
  CHECK(SchemeChoice::parse("sid:reckon=0").parameters.notes() == note);
}

TEST_CASE("a value is understood by its former name, where the parameter is called so") {
  const auto named = parameter("victims", "")
                         .formerly("ring", {{"0", "random"}, {"1", "ring"}})
                         .one_of<int>({{"random", 7}, {"ring", 8}}, 7);
  const auto by = [&](const char* text) { return parse_parameters(text, {named}, "it"); };
  CHECK(by("ring=0").get(named) == 7);
  CHECK(by("ring=1").get(named) == 8);
  CHECK(by("ring=1").notes() == std::vector<std::string>{"ring=1 is called victims=ring now"});
  CHECK(by("ring=ring").notes() == std::vector<std::string>{"ring is called victims now"});
  CHECK(test::refusal([&] { by("victims=1"); }) == "victims must be one of random, ring, not '1'");
}
