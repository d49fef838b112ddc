// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isobar {

/// Where messages wait in a PE's router, with one buffer of a port for each number of links that a
/// message can have gone over, on a product of closed rings in order of dimensions.
struct RouterBuffers {
  std::int64_t classes = 0;  ///< the most links between two PEs, less one; 1 at least
  std::int64_t buffers = 0;  ///< of all ports
  std::int64_t ways = 0;     ///< for each buffer the ports by which what is in it can leave, in all
  std::int64_t choices = 0;  ///< those of the buffers that have more than one
  std::int64_t rivals = 0;   ///< pairs of buffers of which both can leave by the same port
  /// In which the PE's own messages wait: at each port one for the neighbour, and one for those
  /// that go on there, where there are any.
  std::int64_t lines = 0;
};

/// Those in which some message waits (rtl/shared/isobar_torus.svh), by the rings' lengths.
RouterBuffers router_buffers(const std::vector<std::uint32_t>& radices);

}  // namespace isobar
