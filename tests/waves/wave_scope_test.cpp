// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_scope.h"

#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;
using namespace isobar::test;

namespace {

std::vector<Node> pes(const std::string& text, const Fabric& fabric) {
  const auto scope = WaveScope::parse(text, fabric);
  std::vector<Node> list;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    if (scope.has_pe(node)) list.push_back(node);
  }
  return list;
}

}  // namespace

TEST_CASE("a scope selects PEs and dimensions", "[waves]") {
  const auto fabric = Fabric::parse("torus:4x4");
  CHECK(pes("", fabric).size() == 16);
  CHECK(pes(" ", fabric).size() == 16);
  CHECK(pes("dimensions=1", fabric).size() == 16);
  CHECK(pes("pes=0..3,8,12..15;dimensions=1,2", fabric) ==
        std::vector<Node>{0, 1, 2, 3, 8, 12, 13, 14, 15});
  CHECK(pes("dimensions = 2 ; pes = 5, 2..3, 4..4, 3", fabric) == std::vector<Node>{2, 3, 4, 5});
  CHECK(pes("pes=2..9,3..4,12", fabric) == std::vector<Node>{2, 3, 4, 5, 6, 7, 8, 9, 12});
  CHECK(pes("coordinates=1..2,3", fabric) == std::vector<Node>{13, 14});
  CHECK(pes("coordinates=*, 0", fabric) == std::vector<Node>{0, 1, 2, 3});
  CHECK(pes("coordinates=3,*;pes=0..7", fabric) == std::vector<Node>{3, 7});
  CHECK(pes("coordinates=1", Fabric::parse("ring:8")) == std::vector<Node>{1});
  CHECK(pes("coordinates=1,0,*", Fabric::parse("hypercube:3")) == std::vector<Node>{1, 5});
  CHECK(WaveScope::parse("pes=1", fabric).has_dimension(2));
  const auto second = WaveScope::parse("dimensions=2", fabric);
  CHECK_FALSE(second.has_dimension(1));
  CHECK(second.has_dimension(2));
}

TEST_CASE("a bad scope is refused, naming the part and what is allowed", "[waves]") {
  const auto fabric = Fabric::parse("torus:4x1x3");
  const auto refuses = [&](const std::string& text, const std::string& part,
                           const std::string& allowed) {
    INFO(text);
    const auto said = refusal([&] { WaveScope::parse(text, fabric); });
    CHECK(contains(said, part));
    CHECK(contains(said, allowed));
  };
  refuses("pes=0..12", "12", "0 to 11");
  refuses("pes=7..3", "7..3", "not smaller");
  refuses("pes=", "''", "0 to 11");
  refuses("pes=1,,2", "''", "0 to 11");
  refuses("pes=a", "'a'", "0 to 11");
  refuses("pes=1..2..3", "2..3", "0 to 11");
  refuses("pes=-1", "-1", "0 to 11");
  refuses("dimensions=2", "'2'", "1, 3");
  refuses("dimensions=4", "'4'", "1, 3");
  refuses("dimensions=1,x", "'x'", "1, 3");
  refuses("dimensions=", "''", "1, 3");
  refuses("links=1", "'links=1'", "pes=");
  refuses("3", "'3'", "pes=");
  refuses("pes=1;pes=2", "'pes=2'", "once");
  refuses("pes=1;", "''", "pes=");
  refuses("coordinates=1", "'1'", "3, a number, a range or *");
  refuses("coordinates=0,0,0,0", "'0,0,0,0'", "3");
  refuses("coordinates=4,0,0", "4", "0 to 3");
  refuses("coordinates=0,1,0", "1", "0 to 0");
  refuses("coordinates=0,0,2..1", "2..1", "not smaller");
  refuses("coordinates=0,0,x", "'x'", "0 to 2");
  refuses("coordinates=0,0,0;coordinates=0,0,0", "'coordinates=0,0,0'", "once");
  refuses("coordinates=0,0,0;pes=1..3", "pes=", "coordinates=");
}
