// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_words.h"

namespace isobar {

std::vector<LinkCounters> liquid_words(const Experiment& experiment, std::int64_t steps) {
  const auto& fabric = experiment.fabric;
  const auto& scheme = *experiment.scheme;
  const std::size_t degree = fabric.degree();
  const std::size_t classes = experiment.links.size();
  // By port and class, so that a link's own figures are looked up and not computed.
  std::vector<LinkCounters> words(degree * classes);
  for (std::size_t phase = 0; phase < scheme.phases().size(); ++phase) {
    if (scheme.phases()[phase].word_bits == 0) continue;
    Words announced;
    scheme.announce(phase, {}, announced);
    for (const auto& word : announced) {
      for (const auto one : experiment.classes_leaving(word.port)) {
        const auto& link = experiment.links[one];
        auto& counters = words[word.port * classes + one];
        counters.words += steps;
        counters.word_cycles += steps * link.serial(word.bits);
        counters.setup_cycles += steps * link.setup();
      }
    }
  }
  std::vector<LinkCounters> all(fabric.link_slots());
  std::size_t slot = 0;
  for (std::size_t node = 0; node < fabric.pes(); ++node) {
    for (unsigned port = 0; port < degree; ++port, ++slot) {
      all[slot] = words[port * classes + experiment.link_class(slot, port)];
    }
  }
  return all;
}

}  // namespace isobar
