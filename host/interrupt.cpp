// SPDX-License-Identifier: Apache-2.0
#include "host/interrupt.h"

#include <atomic>
#include <csignal>

#include "host/output_file.h"

namespace isobar {
namespace {

std::atomic<int> noted{0};

void stop(int signal) {
  if (noted.exchange(signal) == 0) return;
  remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Every write into a pipe that nobody reads comes here, so an earlier signal is kept.
void note(int signal) {
  int none = 0;
  noted.compare_exchange_strong(none, signal);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int InterruptGuard::signal() { return noted; }

void InterruptGuard::forget() {
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  noted = 0;
}

void note_broken_pipes() { std::signal(SIGPIPE, note); }

}  // namespace isobar
