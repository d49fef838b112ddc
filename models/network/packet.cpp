// SPDX-License-Identifier: Apache-2.0
#include "models/network/packet.h"

#include <new>
#include <utility>

namespace isobar {

PacketPtr Packet::copy_for(std::vector<Node> destinations) const {
  auto copy = std::make_unique<Packet>();
  copy->from = from;
  copy->hops = hops;
  copy->number = number;
  copy->bits = bits;
  copy->comes_over = comes_over;
  copy->first_usable = first_usable;
  copy->word = word;
  copy->determined = determined;
  copy->to = destinations.front();
  copy->towards = copy->to;
  if (destinations.size() > 1) {
    copy->towards = many;
    copy->fan = std::make_unique<Fan>(Fan{std::move(destinations)});
  }
  return copy;
}

#ifdef ISOBAR_SANITIZED

// The sanitizer sees who uses a packet that is free.
void* Packet::operator new(std::size_t size) {
  return ::operator new (size, std::align_val_t{alignof(Packet)});
}

void Packet::operator delete(void* packet) noexcept {
  ::operator delete (packet, std::align_val_t{alignof(Packet)});
}

#else

namespace {

/// The place of a packet that is free.
struct Free {
  Free* next;
};

// Never given back: packets of a fabric that is kept to the end of the process outlive all else.
thread_local Free* first_free = nullptr;

void add_block() {
  constexpr std::size_t packets = 64;
  auto* block = static_cast<unsigned char*>(
      ::operator new (packets * sizeof(Packet), std::align_val_t{alignof(Packet)}));
  for (std::size_t i = packets; i-- > 0;) {
    first_free = new (block + i * sizeof(Packet)) Free{first_free};
  }
}

}  // namespace

static_assert(sizeof(Packet) == 128);

void* Packet::operator new(std::size_t /*size*/) {
  if (first_free == nullptr) add_block();
  auto* packet = first_free;
  first_free = packet->next;
  return packet;
}

void Packet::operator delete(void* packet) noexcept { first_free = new (packet) Free{first_free}; }

#endif

}  // namespace isobar
