// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_iteration.h"

#include <utility>

#include "models/schemes/hetero/six_phases_words.h"

namespace isobar::six_phases {

void Iteration::begin(AgentPe& pe) {
  if (left() == 0) return;
  state_ = State::overhead;
  ++count_;
  Cycle overhead = tasks_.overhead();
  if (const auto bytes = std::exchange(foreign_bytes_, 0); bytes > 0 && convert_ > 0) {
    overhead += tasks_.cycles(bytes * convert_);
    converted_ += bytes;
  }
  if (overhead > 0) {
    pe.set_timer(overhead);
  } else {
    allow(pe);
  }
}

void Iteration::allow(AgentPe& pe) {
  held_ = pe.load();
  created_ = pe.created();
  worked_ = tasks_.worked();
  state_ = State::working;
  talk_ = directory_.off_pe(tasks_.cards());
  // The run is over with the last task, before all have sent.
  off_pe_last_ = 0;
  for (const auto& [to, bytes] : talk_) off_pe_last_ += bytes;
  if (count_ == 1) off_pe_first_ = off_pe_last_;
  tasks_.allow(held_);
  if (held_ == 0) finish_work();
}

void Iteration::load_changed(AgentPe& pe) {
  if (state_ == State::working && pe.created() - created_ == held_) finish_work();
}

/// All its tasks are back in its queue.
void Iteration::finish_work() {
  Cycle work = 0;
  for (const auto* card : tasks_.cards()) work += card->work;
  load_.iteration(work, tasks_.worked() - worked_);
  for (const auto& [to, bytes] : talk_) tasks_.send_data(to, say(Kind::data, bytes), bytes);
  off_pe_bytes_ += off_pe_last_;
  state_ = State::waiting;
}

bool Iteration::ends() {
  // Whoever is sent data sends data.
  if (state_ != State::waiting || data_heard_ != talk_.size()) return false;
  data_heard_ = 0;
  state_ = State::over;
  return true;
}

}  // namespace isobar::six_phases
