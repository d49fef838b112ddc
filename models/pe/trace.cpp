// SPDX-License-Identifier: Apache-2.0
#include "models/pe/trace.h"

#include <fmt/format.h>

namespace isobar {
namespace {

void trace_kind(sc_core::sc_trace_file* file, const Message::Kind& kind, const std::string& name) {
  static_assert(sizeof(Message::Kind) == sizeof(unsigned char));
  constexpr int bits = 2;
  sc_core::sc_trace(file, reinterpret_cast<const unsigned char&>(kind), name, bits);
}

}  // namespace

bool operator==(const Task& a, const Task& b) { return a.id == b.id; }
bool operator==(const Message& a, const Message& b) {
  return a.kind == b.kind && a.payload == b.payload;
}
bool operator==(const Arrival& a, const Arrival& b) {
  return a.cycle == b.cycle && a.message == b.message;
}
bool operator==(const Word& a, const Word& b) {
  return a.port == b.port && a.value == b.value && a.bits == b.bits;
}
bool operator==(const Order& a, const Order& b) { return a.port == b.port && a.tasks == b.tasks; }

std::ostream& operator<<(std::ostream& out, const Task& task) {
  return out << fmt::format("task {}", task.id);
}
std::ostream& operator<<(std::ostream& out, const Message& message) {
  switch (message.kind) {
    case Message::Kind::none:
      break;
    case Message::Kind::word:
      return out << fmt::format("word {}", message.payload);
    case Message::Kind::transfer:
      return out << fmt::format("transfer of {}", message.payload);
    case Message::Kind::credit:
      return out << fmt::format("credit for {}", message.payload);
    case Message::Kind::status:
      return out << "status word";
  }
  return out << "no message";
}
std::ostream& operator<<(std::ostream& out, const Arrival& arrival) {
  return out << arrival.message << fmt::format(" in cycle {}", arrival.cycle);
}
std::ostream& operator<<(std::ostream& out, const Word& word) {
  return out << fmt::format("word {} by port {}", word.value, word.port);
}
std::ostream& operator<<(std::ostream& out, const Order& order) {
  return out << fmt::format("{} tasks by port {}", order.tasks, order.port);
}

void sc_trace(sc_core::sc_trace_file* file, const Task& task, const std::string& name) {
  sc_core::sc_trace(file, task.id, name);
}
void sc_trace(sc_core::sc_trace_file* file, const Message& message, const std::string& name) {
  trace_kind(file, message.kind, name + ".kind");
  sc_core::sc_trace(file, message.payload, name + ".payload");
}
void sc_trace(sc_core::sc_trace_file* file, const Arrival& arrival, const std::string& name) {
  sc_core::sc_trace(file, arrival.cycle, name + ".cycle");
  sc_trace(file, arrival.message, name);
}
void sc_trace(sc_core::sc_trace_file* file, const Word& word, const std::string& name) {
  sc_core::sc_trace(file, word.port, name + ".port");
  sc_core::sc_trace(file, word.value, name + ".value");
}
void sc_trace(sc_core::sc_trace_file* file, const Order& order, const std::string& name) {
  sc_core::sc_trace(file, order.port, name + ".port");
  sc_core::sc_trace(file, order.tasks, name + ".tasks");
}

}  // namespace isobar
