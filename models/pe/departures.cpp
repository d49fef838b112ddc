// SPDX-License-Identifier: Apache-2.0
#include "models/pe/departures.h"

#include <memory>

#include "models/errors.h"
#include "models/experiment/message_header.h"

namespace isobar {

Departures::Departures(Node node, const RunSide& run)
    : node_(node), run_(run), header_bits_(header_bits(run.experiment())) {
  const auto& e = run.experiment();
  if (e.routing == Routing::random) draw_.emplace(e.routing_seed, node, e.fabric.pes());
}

void Departures::send_word(Node to, const AgentWord& word, std::int64_t bytes) {
  if (to == node_) throw ModelError("an agent sends a word to itself");
  auto packet = word_packet(word, bytes);
  address(*packet, to);
  post(std::move(packet));
}

void Departures::send_words(Node first, Node count, const AgentWord& word) {
  std::vector<Node> to;
  for (Node node = first; node < first + count; ++node) {
    if (node != node_) to.push_back(node);
  }
  if (to.empty()) return;
  post(word_packet(word, 0)->copy_for(std::move(to)));
}

Node Departures::send_tasks(Node to, std::vector<Task> tasks, std::int64_t note,
                            std::int64_t bits) {
  if (to == node_) throw ModelError("an agent sends tasks to itself");
  auto packet = std::make_unique<Packet>();
  packet->tasks = std::move(tasks);
  packet->note() = note;
  packet->bits = header_bits_ + run_.experiment().agents->note_bits() + bits;
  address(*packet, to);
  const Node stop = packet->towards;
  post(std::move(packet));
  return stop;
}

PacketPtr Departures::word_packet(const AgentWord& word, std::int64_t bytes) const {
  auto packet = std::make_unique<Packet>();
  packet->word = word;
  packet->bits =
      header_bits_ + run_.experiment().agents->words()[word.kind].bits + bits_of_byte * bytes;
  return packet;
}

void Departures::address(Packet& packet, Node to) {
  packet.to = to;
  packet.towards = to;
  if (!draw_) return;
  const Node drawn = draw_->draw();
  if (drawn != node_) packet.towards = drawn;
  packet.number = ++numbers_[to];
}

void Departures::post(PacketPtr packet) {
  const Cycle now = run_.now();
  ++sends_;
  run_.sent(node_);
  if (packet->is_transfer()) {
    run_.transfer();
  } else {
    run_.word(packet->word.kind);
  }
  packet->from = node_;
  ++posted_;
  if (packet->number == 0) packet->number = posted_ | Packet::in_order;
  packet->determined = now;
  waiting_.push({now + busy(), std::move(packet)});
}

bool Departures::send_due(RouterInterface& router) {
  bool any = false;
  while (!waiting_.empty() && waiting_.front().first <= run_.now()) {
    router.inject(waiting_.pop().second);
    any = true;
  }
  return any;
}

}  // namespace isobar
