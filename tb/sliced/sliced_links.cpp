// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_links.h"

#include <utility>

namespace isobar {

SlicedLinks::SlicedLinks(const Fabric& fabric, const RtlParameters& parameters,
                         const SlicedModule& module)
    : words_(module.words()),
      lanes_(static_cast<std::size_t>(parameters.max_lanes())),
      valid_in_(module.port("valid_i")),
      line_in_(module.port("line_i")),
      valid_out_(module.port("valid_o")),
      line_out_(module.port("line_o")),
      leaving_(parameters.ports()) {
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    const auto at = parameters.port(fabric.ports()[port]);
    const auto from = parameters.port(fabric.ports()[fabric.far_port(0, port)]);
    const auto latency = static_cast<std::size_t>(parameters.link(at).latency);
    leaving_[from] = links_.size();
    links_.push_back({at, from, latency, LineCarrier(fabric, port, words_)});
    links_.back().kept.resize(latency * (1 + lanes_) * words_);
    links_.back().any.resize(latency);
  }
}

void SlicedLinks::carry(std::size_t rtl_port, const std::uint64_t* from, std::uint64_t* to) const {
  const auto& carrier = links_[leaving_[rtl_port]].carrier;
  for (std::size_t w = 0; w < words_; ++w) to[w] = carrier.heard(from, w);
}

void SlicedLinks::deliver() {
  for (auto& link : links_) {
    const bool any = link.any[link.next];
    if (!any && link.silent) continue;
    link.silent = !any;
    const auto* lines = link.kept.data() + link.next * (1 + lanes_) * words_;
    for (std::size_t w = 0; w < words_; ++w) {
      valid_in_.word(link.port, w) = any ? link.carrier.heard(lines, w) : 0;
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        line_in_.word(link.port * lanes_ + lane, w) =
            any ? link.carrier.heard(lines + (1 + lane) * words_, w) : 0;
      }
    }
  }
}

void SlicedLinks::take() {
  for (auto& link : links_) {
    auto* lines = link.kept.data() + link.next * (1 + lanes_) * words_;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words_; ++w) any |= lines[w] = valid_out_.word(link.from, w);
    link.any[link.next] = any != 0;
    for (std::size_t lane = 0; any != 0 && lane < lanes_; ++lane) {
      for (std::size_t w = 0; w < words_; ++w) {
        lines[(1 + lane) * words_ + w] = line_out_.word(link.from * lanes_ + lane, w);
      }
    }
    link.next = (link.next + 1) % link.latency;
  }
}

}  // namespace isobar
