// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/message_header.h"

#include "models/bits.h"

namespace isobar {

std::int64_t header_bits(const Experiment& experiment) {
  const auto kinds = experiment.agents->words().size() + 1;  // the words' kinds, and transfers
  const auto address = log2_up(experiment.fabric.pes());
  auto bits = log2_up(kinds) + 2 * address;
  if (experiment.routing == Routing::random) bits += address + number_bits;
  if (experiment.broadcast == Broadcast::tree) bits += address;
  return bits;
}

}  // namespace isobar
