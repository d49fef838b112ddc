// SPDX-License-Identifier: Apache-2.0
#include "models/network/header.h"

namespace isobar {
namespace {

/// Bits that tell `count` things apart.
std::int64_t bits_for(std::uint64_t count) {
  std::int64_t bits = 0;
  while ((std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

}  // namespace

std::int64_t header_bits(const Experiment& experiment) {
  const auto kinds = experiment.agents->words().size() + 1;  // and transfers
  return bits_for(kinds) + 2 * bits_for(experiment.fabric.nodes());
}

}  // namespace isobar
