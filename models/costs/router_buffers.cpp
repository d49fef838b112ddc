// SPDX-License-Identifier: Apache-2.0
#include "models/costs/router_buffers.h"

#include <algorithm>
#include <numeric>

namespace isobar {
namespace {

std::int64_t ports_of(std::uint32_t radix) { return radix > 2 ? 2 : radix - 1; }

}  // namespace

RouterBuffers router_buffers(const std::vector<std::uint32_t>& radices) {
  RouterBuffers sum;
  auto later_ports = std::accumulate(
      radices.begin(), radices.end(), std::int64_t{0},
      [](std::int64_t ports, std::uint32_t radix) { return ports + ports_of(radix); });
  std::int64_t before = 0;  // the most links of the dimensions before
  for (const std::int64_t radix : radices) {
    const auto ports = ports_of(static_cast<std::uint32_t>(radix));
    later_ports -= ports;
    std::int64_t across = 0;  // the classes of the other direction
    for (std::int64_t back = 0; back < ports; ++back) {
      const auto longest = (radix - back) / 2;
      // So many classes of messages go on in this direction, and so many in a later dimension.
      const auto on = longest > 1 ? before + longest - 1 : 0;
      const auto turning = later_ports > 0 ? before + longest : 0;
      const auto classes = std::max(on, turning);
      // Only the two directions of the last dimension have no port in common.
      sum.rivals +=
          classes * (sum.buffers - (later_ports == 0 ? across : 0)) + classes * (classes - 1) / 2;
      sum.buffers += classes;
      across = classes;
      sum.ways += on + turning * later_ports;
      if (later_ports > 0) sum.choices += on * (later_ports + 1);
      if (later_ports > 1) sum.choices += (turning - on) * later_ports;
      sum.lines += classes > 0 ? 2 : 1;
    }
    before += radix / 2;
  }
  sum.classes = std::max<std::int64_t>(before - 1, 1);
  return sum;
}

}  // namespace isobar
