// SPDX-License-Identifier: Apache-2.0
#include "models/link/units.h"

#include <boost/algorithm/string/replace.hpp>
#include <string>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "models/link/timing.h"
#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;

TEST_CASE("bandwidths and clocks are exact") {
  CHECK(parse_bandwidth("250Mb/s") == Rational(250'000'000));
  CHECK(parse_bandwidth("1.25 Gb/s") == Rational(1'250'000'000));
  CHECK(parse_bandwidth("22.4Mb/s") == Rational(22'400'000));
  CHECK(parse_bandwidth("250000000b/s") == Rational(250'000'000));
  CHECK(parse_bandwidth("1.0625Gb/s") == Rational(1'062'500'000));
  CHECK(parse_bandwidth("1.5b/s") == Rational(3, 2));
}

TEST_CASE("every unit is what it says") {
  CHECK(parse_bandwidth("5b/s") == Rational(5));
  CHECK(parse_bandwidth("5kb/s") == Rational(5'000));
  CHECK(parse_bandwidth("5Mb/s") == Rational(5'000'000));
  CHECK(parse_bandwidth("5Gb/s") == Rational(5'000'000'000));
  CHECK(parse_bandwidth("5Tb/s") == Rational(5'000'000'000'000));
  CHECK(parse_clock("5000Hz") == Rational(5'000));
  CHECK(parse_clock("5kHz") == Rational(5'000));
  CHECK(parse_clock("5GHz") == Rational(5'000'000'000));
  const Rational clock(1'000'000'000);
  CHECK(parse_cycles("5000ps", clock, "it", 0, 100) == 5);
  CHECK(parse_cycles("5ns", clock, "it", 0, 100) == 5);
  CHECK(parse_cycles("5us", clock, "it", 0, 100'000) == 5'000);
  CHECK(parse_cycles("5ms", clock, "it", 0, 10'000'000) == 5'000'000);
  CHECK(parse_cycles("5s", Rational(1'000), "it", 0, 10'000) == 5'000);
  CHECK(parse_cycles("5", clock, "it", 5, 5) == 5);
}

TEST_CASE("a rate has one value, however its unit is written") {
  const std::vector<std::vector<std::string>> spellings = {{"b/s", "bit/s", "bps"},
                                                           {"kb/s", "kbit/s", "kbps"},
                                                           {"Mb/s", "Mbit/s", "Mbps"},
                                                           {"Gb/s", "Gbit/s", "Gbps"},
                                                           {"Tb/s", "Tbit/s", "Tbps"}};
  Rational value = 1;
  for (const auto& units : spellings) {
    for (const auto& unit : units) {
      INFO(unit);
      CHECK(parse_bandwidth("1" + unit) == value);
    }
    const auto prefix = units.front().substr(0, units.front().size() - 3);
    CHECK(parse_bandwidth("1" + prefix + "B/s") == 8 * value);
    CHECK(parse_bandwidth("1" + prefix + "Bps") == 8 * value);
    value *= 1000;
  }
}

TEST_CASE("bandwidths are understood as people write them") {
  CHECK(parse_bandwidth("5Gbit/s") == Rational(5'000'000'000));
  CHECK(parse_bandwidth("1Gbps") == Rational(1'000'000'000));
  CHECK(parse_bandwidth("5kbps") == Rational(5'000));
  CHECK(parse_bandwidth("32GB/s") == Rational(256'000'000'000));
  CHECK(parse_bandwidth("1.5 MBps") == Rational(12'000'000));
  CHECK(parse_bandwidth("100B/s") == Rational(800));
  CHECK(parse_bandwidth("100TB/s") == Rational(800'000'000'000'000));
  CHECK(parse_bandwidth("2.5GT/s 8b/10b") == Rational(2'000'000'000));
  CHECK(parse_bandwidth("2.5 GT/s:8b/10b") == Rational(2'000'000'000));
  CHECK(parse_bandwidth("8GT/s 128b/130b") == Rational(1'024'000'000'000, 130));
  CHECK(parse_bandwidth("800MT/s 1b/1b") == Rational(800'000'000));
  CHECK(parse_bandwidth("9999MT/s 1000b/9999b") == Rational(1'000'000'000));
  const auto* text = GENERATE("2.5GT/s", "2.5GT/s 8/10", "2.5GT/s 10b/8b", "2.5GT/s 0b/8b",
                              "2.5GT/s b/b", "2.5GT/s 8b/10b/12b", "GT/s 8b/10b", "5TT/s 1b/1b",
                              "5gbps", "5Gbits", "5GB", "200TB/s", "5Gb/s 8b/10b");
  INFO(text);
  CHECK_THROWS_AS(parse_bandwidth(text), ValueError);
}

TEST_CASE("what is no code of bits is no bandwidth, however wrong it is") {
  const auto refusal = [](const std::string& text) {
    return test::refusal([&] { (void)parse_bandwidth("1GT/s " + text); });
  };
  const auto said = refusal("8b10b");
  REQUIRE(test::contains(said, "8b10b"));
  for (const std::string code : {"b/b", "/", "00008b/10b", "8b/12345b", "8b/10", "8/10b"}) {
    INFO(code);
    CHECK(refusal(code) == boost::replace_all_copy(said, "8b10b", code));
  }
}

TEST_CASE("energies of a bit are exact, in picojoules") {
  CHECK(parse_bit_energy("5pJ/b") == Rational(5));
  CHECK(parse_bit_energy("0.54 pJ/b") == Rational(54, 100));
  CHECK(parse_bit_energy("800fJ/b") == Rational(8, 10));
  CHECK(parse_bit_energy("0.1nJ/b") == Rational(100));
  CHECK(parse_bit_energy("1000nJ/b") == Rational(1'000'000));
  CHECK(parse_bit_energy("0pJ/b") == Rational(0));
  const auto* text = GENERATE("", "5", "5pJ", "5 pj/b", "5mJ/b", "-5pJ/b", "1000.1nJ/b", "pJ/b",
                              "5pJ/bit", "1e3pJ/b");
  INFO(text);
  CHECK_THROWS_AS(parse_bit_energy(text), ValueError);
}

TEST_CASE("powers are exact, in milliwatts") {
  CHECK(parse_power("1.5mW") == Rational(3, 2));
  CHECK(parse_power("300 uW") == Rational(3, 10));
  CHECK(parse_power("5nW") == Rational(5, 1'000'000));
  CHECK(parse_power("1000W") == Rational(1'000'000));
  CHECK(parse_power("0W") == Rational(0));
  const auto* text = GENERATE("", "5", "5mw", "5pJ/b", "-1mW", "1000.1W", "mW", "1kW");
  INFO(text);
  CHECK_THROWS_AS(parse_power(text), ValueError);
}

TEST_CASE("a clock is a frequency or the time of a cycle") {
  CHECK(parse_clock("250MHz") == Rational(250'000'000));
  CHECK(parse_clock("4ns") == Rational(250'000'000));
  CHECK(parse_clock("3 ns") == Rational(1'000'000'000, 3));
  CHECK(parse_clock("3.3333ns") == Rational(10'000'000'000'000, 33'333));
  CHECK(parse_clock("1THz") == Rational(1'000'000'000'000));
}

TEST_CASE("times become whole cycles, rounded up") {
  const Rational clock(250'000'000);
  CHECK(parse_cycles("7", clock, "it", 0, 100) == 7);
  CHECK(parse_cycles("4ns", clock, "it", 0, 100) == 1);
  CHECK(parse_cycles("4.001ns", clock, "it", 0, 100) == 2);
  CHECK(parse_cycles("350us", clock, "it", 0, 100'000) == 87'500);
  CHECK(parse_cycles("10ns", parse_clock("3ns"), "it", 0, 100) == 4);
}

TEST_CASE("what is no quantity is refused") {
  const auto* text = GENERATE("", "250", "Mb/s", "250Mib/s", "250 mb/s", "-1Mb/s", "1e3Mb/s",
                              ".5Mb/s", "1.Mb/s", "1..5Mb/s", "0b/s", "0.5b/s", "2000Tb/s",
                              "1Mb/s2", "nan", "250MHz", "9999999999Mb/s", "1.2345678Gb/s");
  INFO(text);
  CHECK_THROWS_AS(parse_bandwidth(text), ValueError);
  if (std::string(text) != "250MHz") CHECK_THROWS_AS(parse_clock(text), ValueError);
}

TEST_CASE("the largest and the least bandwidth are as the message says") {
  CHECK(parse_bandwidth("1000Tb/s") == Rational(1'000'000'000'000'000));
  CHECK(parse_bandwidth("1b/s") == Rational(1));
  CHECK_THROWS_AS(parse_bandwidth("1000.000001Tb/s"), ValueError);
}

TEST_CASE("what is no number of cycles is refused with what it may be") {
  const auto* text = GENERATE("", "many", "5x");
  INFO(text);
  CHECK_THROWS_WITH(parse_cycles(text, 1000, "it", 1, 5), Catch::Contains("or a time"));
}

TEST_CASE("a code without bits is refused with what a code is") {
  CHECK_THROWS_WITH(parse_bandwidth("2.5GT/s 0b/8b"),
                    Catch::Contains("needs the code of the line"));
}

TEST_CASE("clocks and cycles out of range are refused") {
  CHECK_THROWS_AS(parse_clock("999Hz"), ValueError);
  CHECK_THROWS_AS(parse_clock("2THz"), ValueError);
  CHECK_THROWS_AS(parse_clock("0ns"), ValueError);
  CHECK_THROWS_AS(parse_cycles("0", 1000, "it", 1, 5), ValueError);
  CHECK_THROWS_AS(parse_cycles("6", 1000, "it", 1, 5), ValueError);
  CHECK_THROWS_AS(parse_cycles("1.5", 1000, "it", 1, 5), ValueError);
  CHECK_THROWS_AS(parse_cycles("99999999999999999999", 1000, "it", 1, 5), ValueError);
  CHECK_THROWS_AS(parse_cycles("999999s", parse_clock("1THz"), "it", 1, 5), ValueError);
}

TEST_CASE("a message takes the fewest cycles in which its bits pass, at any ratio") {
  test::property([](bool fast_link) {
    // From 1000 cycles a bit to 1000 bits a cycle.
    const Rational clock(*rc::gen::inRange<std::int64_t>(1'000, 2'000'000),
                         *rc::gen::inRange<std::int64_t>(1, 1'000));
    const auto ratio = *rc::gen::inRange<std::int64_t>(1, 1'000);
    const Rational bandwidth = fast_link ? clock * ratio : clock / ratio;
    const auto bits = *rc::gen::inRange<std::int64_t>(1, 100'000);
    const LinkTiming link({bandwidth, 3, 7}, clock);
    const auto n = link.serial(bits);
    RC_ASSERT(n >= 1);
    RC_ASSERT(bandwidth * n >= clock * bits);
    RC_ASSERT(bandwidth * (n - 1) < clock * bits);
    RC_ASSERT(link.busy(bits) == 7 + n);
    RC_ASSERT(link.passage(bits) == 7 + n + 3);
  });
}

TEST_CASE("the largest quantities do not overflow") {
  const LinkTiming slow({Rational(1), 1, 0}, parse_clock("1THz"));
  CHECK(slow.serial(1 << 20) == (Cycle{1} << 20) * 1'000'000'000'000);
  const LinkTiming fast({parse_bandwidth("1000Tb/s"), 1, 0}, parse_clock("999.999us"));
  CHECK(fast.serial(1 << 20) == 1);
}

TEST_CASE("cycles of a message are exact where the terms of the ratio are large, too") {
  __extension__ typedef __int128 Wide;
  const Rational third(1'000'000'000'061, 3);
  const std::int64_t prime = 2'147'483'647;
  const std::vector<std::pair<Rational, Rational>> ratios = {
      {Rational(1'000'000'000'039), third},
      {Rational(1'000'000'000'039), Rational(7)},
      {Rational(1'000'000'000'039), Rational(1'000'000'000'061, 1'000'003)},
      // The clock's terms are small, the product of denominator and bandwidth has no 64 bits.
      {Rational(prime - 18, prime), Rational(8'589'934'609)}};
  for (const auto& [clock, bandwidth] : ratios) {
    const LinkTiming link({bandwidth, 1, 0}, clock);
    for (const std::int64_t bits : {1, 1 << 10, 1 << 20}) {
      const Wide over = Wide{bits} * clock.numerator() * bandwidth.denominator();
      const Wide under = Wide{clock.denominator()} * bandwidth.numerator();
      CHECK(link.serial(bits) == static_cast<Cycle>((over + under - 1) / under));
    }
  }
  // The clock's terms alone are too large for 32 bits.
  const LinkTiming slow({Rational(50, 1'000'003), 1, 0}, Rational(1'000'000'000'039));
  const Wide over = Wide{1'000'000'000'039} * 1'000'003 * 20;
  CHECK(slow.serial(20) == static_cast<Cycle>((over + 49) / 50));
  // Small terms, and bits that have no 64 bits times the clock.
  const Wide bits = (Wide{1} << 33) + 1;
  const LinkTiming link({Rational(35), 1, 0}, Rational(prime));
  CHECK(link.serial(static_cast<std::int64_t>(bits)) ==
        static_cast<Cycle>((bits * prime + 34) / 35));
}
