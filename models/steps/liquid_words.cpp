// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_words.h"

#include <algorithm>

namespace isobar {

std::vector<LinkCounters> liquid_words(const Experiment& experiment, std::int64_t steps) {
  const auto& fabric = experiment.fabric;
  const auto& scheme = *experiment.scheme;
  const std::size_t degree = fabric.degree();
  std::vector<LinkCounters> words(degree);
  for (std::size_t phase = 0; phase < scheme.phases().size(); ++phase) {
    if (scheme.phases()[phase].word_bits == 0) continue;
    Words announced;
    scheme.announce(phase, {}, announced);
    for (const auto& word : announced) {
      const auto& link = experiment.link_of_port(word.port);
      words[word.port].words += steps;
      words[word.port].word_cycles += steps * link.serial(word.bits);
      words[word.port].setup_cycles += steps * link.setup();
    }
  }
  std::vector<LinkCounters> all(fabric.link_slots());
  for (std::size_t node = 0; node < fabric.pes(); ++node) {
    std::copy(words.begin(), words.end(), all.begin() + static_cast<std::ptrdiff_t>(node * degree));
  }
  return all;
}

}  // namespace isobar
