// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "models/link/arrivals.h"
#include "models/link/link.h"
#include "models/link/task.h"
#include "models/schemes/contract/outbox.h"

namespace isobar {

// What SystemC asks of a type that goes over an sc_signal or an sc_fifo, or into a trace file. A
// value becomes several signals: `NAME.kind` and `NAME.payload`.

bool operator==(const Task& a, const Task& b);
bool operator==(const Message& a, const Message& b);
bool operator==(const Arrival& a, const Arrival& b);
bool operator==(const Word& a, const Word& b);
bool operator==(const Order& a, const Order& b);

std::ostream& operator<<(std::ostream& out, const Task& task);
std::ostream& operator<<(std::ostream& out, const Message& message);
std::ostream& operator<<(std::ostream& out, const Arrival& arrival);
std::ostream& operator<<(std::ostream& out, const Word& word);
std::ostream& operator<<(std::ostream& out, const Order& order);

/// A task is traced by its identity.
void sc_trace(sc_core::sc_trace_file* file, const Task& task, const std::string& name);
/// `kind` is 0 for none, 1 for a word, 2 for a transfer; `payload` is a word's value, or a
/// transfer's number of tasks.
void sc_trace(sc_core::sc_trace_file* file, const Message& message, const std::string& name);
/// `cycle`, and the message's signals.
void sc_trace(sc_core::sc_trace_file* file, const Arrival& arrival, const std::string& name);
/// `port` and `value`.
void sc_trace(sc_core::sc_trace_file* file, const Word& word, const std::string& name);
/// A decision: `port` and `tasks`.
void sc_trace(sc_core::sc_trace_file* file, const Order& order, const std::string& name);

}  // namespace isobar
