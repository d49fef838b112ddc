// SPDX-License-Identifier: Apache-2.0
#include "models/pe/departures.h"

#include <memory>

#include "models/errors.h"
#include "models/network/header.h"

namespace isobar {

Departures::Departures(Node node, const RunSide& run)
    : node_(node), run_(run), header_bits_(header_bits(run.experiment())) {}

void Departures::send_word(Node to, const AgentWord& word, std::int64_t bytes) {
  if (to == node_) throw ModelError("an agent sends a word to itself");
  auto packet = std::make_unique<Packet>();
  packet->word = word;
  packet->bits =
      header_bits_ + run_.experiment().agents->words()[word.kind].bits + bits_of_byte * bytes;
  run_.word(word.kind);
  post(to, std::move(packet));
}

void Departures::send_tasks(Node to, std::vector<Task> tasks, std::int64_t note,
                            std::int64_t bits) {
  if (to == node_) throw ModelError("an agent sends tasks to itself");
  auto packet = std::make_unique<Packet>();
  packet->tasks = std::move(tasks);
  packet->note = note;
  packet->bits = header_bits_ + run_.experiment().agents->note_bits() + bits;
  run_.transfer();
  post(to, std::move(packet));
}

void Departures::post(Node to, PacketPtr packet) {
  const Cycle now = run_.now();
  ++sends_;
  run_.sent(node_);
  packet->from = node_;
  packet->to = to;
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

std::optional<Cycle> Departures::next() const {
  if (waiting_.empty()) return std::nullopt;
  return waiting_.front().first;
}

}  // namespace isobar
