// SPDX-License-Identifier: Apache-2.0
// What the programs have in common: SystemC's main, and errors as one line.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <systemc>

#include "host/interrupt.h"
#include "host/tool_refusal.h"
#include "models/errors.h"
#include "sim/config/input_error.h"
#include "sim/programs/program.h"
#include "sim/terminal/colour.h"

namespace {

constexpr int bad_input = 2;

/// The text without line breaks and control characters: every error is one line.
std::string one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 || byte == 0x7f;
    out += control ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return out;
}

int complain(const std::string& text, int status) {
  std::cerr << isobar::coloured("isobar:", isobar::Colour::bad, STDERR_FILENO) << ' '
            << one_line(text) << '\n';
  return status;
}

/// The exit status, which says so where a signal kept the program from finishing: 130 after Ctrl-C,
/// as shells have it.
int told(int status) {
  constexpr int by_signal = 128;
  const int signal = isobar::InterruptGuard::signal();
  return status == 1 && signal != 0 ? by_signal + signal : status;
}

int guarded(int argc, char** argv) {
  isobar::note_broken_pipes();
  try {
    const int status = told(isobar::program(argc, argv));
    std::cout.flush();
    // Whoever stops reading knows it, as of any program.
    if (isobar::InterruptGuard::signal() == SIGPIPE) return told(1);
    if (!std::cout) return complain("standard output: not all of it could be written", bad_input);
    return status;
  } catch (const isobar::InputError& error) {
    return complain(error.what(), bad_input);
  } catch (const isobar::ToolRefusal& error) {
    complain(error.what(), bad_input);
    std::cerr << error.said() << '\n';
    return bad_input;
  } catch (const isobar::ValueError& error) {
    return complain(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return complain("the fabric or its loads need more memory than there is", bad_input);
  } catch (const std::exception& error) {
    if (isobar::InterruptGuard::interrupted()) return complain("interrupted", told(1));
    return complain(std::string("internal error, please report it: ") + error.what(), 1);
  }
}

/// Where a standard stream was closed, no file that is opened later takes its place: what is said
/// would go into it. Standard output stays one that takes nothing, so that its loss is told.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

}  // namespace

int sc_main(int argc, char** argv) { return guarded(argc, argv); }

// SystemC's own main would greet on standard error first.
int main(int argc, char** argv) {
  hold_standard_streams();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
