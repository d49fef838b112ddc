// SPDX-License-Identifier: Apache-2.0
#include "models/costs/router_buffers.h"

#include <algorithm>
#include <map>
#include <set>

#include "models/fabric/fabric.h"
#include "tests/catch.h"

using namespace isobar;

namespace {

/// What the routes from node 0 say, from which all others differ by a shift.
RouterBuffers counted(const Fabric& fabric) {
  std::map<std::pair<unsigned, std::size_t>, std::set<unsigned>> ways;  // by buffer
  std::set<unsigned> goes_on;
  for (Node to = 1; to < fabric.nodes(); ++to) {
    const auto route = fabric.route(0, to);
    for (std::size_t hops = 1; hops < route.size(); ++hops) {
      const auto came = route[hops - 1];
      ways[{came, hops}].insert(route[hops]);
      goes_on.insert(came);
    }
  }
  RouterBuffers sum;
  sum.classes = std::max<std::int64_t>(fabric.diameter(), 2) - 1;
  sum.buffers = static_cast<std::int64_t>(ways.size());
  sum.lines = static_cast<std::int64_t>(fabric.degree() + goes_on.size());
  for (auto one = ways.begin(); one != ways.end(); ++one) {
    const auto& ports = one->second;
    sum.ways += static_cast<std::int64_t>(ports.size());
    if (ports.size() > 1) sum.choices += static_cast<std::int64_t>(ports.size());
    sum.rivals += std::count_if(ways.begin(), one, [&](const auto& other) {
      return std::any_of(ports.begin(), ports.end(),
                         [&](unsigned port) { return other.second.count(port) > 0; });
    });
  }
  return sum;
}

}  // namespace

TEST_CASE("a router has the buffers, ways and lines that routes in order of dimensions need") {
  for (const char* name :
       {"ring:2",        "ring:3",        "ring:4",       "ring:5",      "ring:6",
        "ring:7",        "ring:8",        "ring:9",       "torus:2x2",   "torus:3x2",
        "torus:2x3",     "torus:3x3",     "torus:4x2",    "torus:2x4",   "torus:3x4",
        "torus:4x3",     "torus:4x4",     "torus:8x8",    "torus:1x5",   "torus:5x1x2",
        "torus:4x4x4",   "torus:3x2x5",   "torus:2x5x3",  "torus:6x3x4", "hypercube:1",
        "hypercube:2",   "hypercube:3",   "hypercube:6",  "hhc:1",       "hhc:3",
        "torus:5x4x3x2", "torus:2x3x4x5", "torus:3x3x3x3"}) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const auto expected = counted(fabric);
    const auto sum = router_buffers(fabric.radices());
    CHECK(sum.classes == expected.classes);
    CHECK(sum.buffers == expected.buffers);
    CHECK(sum.ways == expected.ways);
    CHECK(sum.choices == expected.choices);
    CHECK(sum.rivals == expected.rivals);
    CHECK(sum.lines == expected.lines);
  }
}
