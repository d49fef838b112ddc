// SPDX-License-Identifier: Apache-2.0
#include "tb/wires.h"

#include <algorithm>

#include "models/errors.h"

namespace isobar {

/// The sending end of a model PE's link, which shows the bits of messages to a wire.
class Wires::Seen final : public LinkSendInterface {
 public:
  Seen(LinkSendInterface& link, Wire& wire, const RtlLink& kind, std::int64_t task_bits)
      : link_(link), wire_(wire), kind_(kind), task_bits_(task_bits) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    wire_.carry(Passage::of_word(start, kind_, value, bits));
    return link_.send_word(start, value, bits);
  }
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override {
    wire_.carry(Passage::of_tasks(start, kind_, queue, count, task_bits_));
    return link_.send_tasks(start, queue, count);
  }
  Cycle send_status(Cycle start) override {
    wire_.carry(Passage::of_status(start, kind_));
    return link_.send_status(start);
  }

 private:
  LinkSendInterface& link_;
  Wire& wire_;
  const RtlLink& kind_;
  std::int64_t task_bits_;
};

Wires::Wires(const Experiment& experiment, const RtlParameters& parameters,
             const std::vector<Node>& nodes)
    : experiment_(experiment), parameters_(parameters), hears_(experiment.fabric.nodes()) {
  for (const Node node : nodes) hears_[node] = true;
  wires_.reserve(experiment.fabric.link_slots());
  for (Node node = 0; node < experiment.fabric.nodes(); ++node) {
    for (unsigned port = 0; port < experiment.fabric.degree(); ++port) {
      wires_.emplace_back(link(port), parameters.max_lanes());
    }
  }
}

Wires::~Wires() = default;

const RtlLink& Wires::link(unsigned port) const {
  return parameters_.link(parameters_.port(experiment_.fabric.ports()[port]));
}

Wire& Wires::coming(Node node, unsigned port) {
  const auto& fabric = experiment_.fabric;
  return leaving(*fabric.neighbour(node, port), fabric.far_port(node, port));
}

LinkSendInterface* Wires::sender(Node node, unsigned port, LinkSendInterface& usual) {
  if (!hears_[*experiment_.fabric.neighbour(node, port)]) return nullptr;
  seen_.push_back(
      std::make_unique<Seen>(usual, leaving(node, port), link(port), parameters_.task_bits));
  return seen_.back().get();
}

IncomingBits::IncomingBits(Wires& wires, const RtlParameters& parameters, const Fabric& fabric,
                           Node node)
    : lanes_(static_cast<std::size_t>(parameters.max_lanes())) {
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    wires_.push_back({&wires.coming(node, port), parameters.port(fabric.ports()[port])});
  }
}

std::uint64_t IncomingBits::read(Cycle cycle, std::vector<std::uint64_t>& lines) const {
  std::uint64_t valid = 0;
  std::fill(lines.begin(), lines.end(), 0);
  for (const auto& [wire, port] : wires_) {
    if (wire->out(cycle, lines.data(), port * lanes_)) valid |= std::uint64_t{1} << port;
  }
  return valid;
}

}  // namespace isobar
