// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_words.h"

namespace isobar {

ShiftedLinks liquid_words(const Experiment& experiment, std::int64_t steps) {
  const auto& fabric = experiment.fabric;
  const auto& scheme = *experiment.scheme;
  ShiftedLinks links;
  links.nodes = fabric.pes();
  links.sent.resize(fabric.degree());
  for (const auto& port : fabric.ports()) links.class_of_port.push_back(port.dimension - 1);
  links.map = experiment.link_map;
  links.classes = experiment.links.size();
  links.words.resize(fabric.degree() * links.classes);
  for (const auto& link : experiment.links) {
    links.serial.push_back(link.serial(experiment.task_bits));
    links.setup.push_back(link.setup());
  }
  for (std::size_t phase = 0; phase < scheme.phases().size(); ++phase) {
    if (scheme.phases()[phase].word_bits == 0) continue;
    Words announced;
    scheme.announce(phase, {}, announced);
    for (const auto& word : announced) {
      for (const auto one : experiment.classes_leaving(word.port)) {
        const auto& link = experiment.links[one];
        auto& counters = links.words[word.port * links.classes + one];
        counters.words += steps;
        counters.word_cycles += steps * link.serial(word.bits);
        counters.setup_cycles += steps * link.setup();
      }
    }
  }
  return links;
}

}  // namespace isobar
