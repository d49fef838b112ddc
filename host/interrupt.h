// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// While an object of this class exists, the first Ctrl-C (or SIGTERM) is only noted; a second one
/// ends the program and leaves no unfinished file.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted() { return signal() != 0; }
  /// The signal that was noted; 0: none.
  static int signal();
  /// Forgets the signal that was noted, and lets signals end the process again. A forked copy that
  /// begins as a program of its own calls it.
  static void forget();
};

/// From now on a pipe that nobody reads is noted like a first Ctrl-C, so that what is written
/// besides becomes whole; it ends nothing by itself.
void note_broken_pipes();

}  // namespace isobar
