// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/guarded.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <new>
#include <string>

#include "host/interrupt.h"
#include "host/tool_refusal.h"
#include "models/errors.h"
#include "sim/config/input_error.h"
#include "sim/terminal/colour.h"

namespace isobar {
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
  std::cerr << coloured("isobar:", Colour::bad, STDERR_FILENO) << ' ' << one_line(text) << '\n';
  return status;
}

/// The exit status, which says so where a signal kept the program from finishing: 130 after Ctrl-C,
/// as shells have it.
int told(int status) {
  constexpr int by_signal = 128;
  const int signal = InterruptGuard::signal();
  return status == 1 && signal != 0 ? by_signal + signal : status;
}

}  // namespace

int guarded(int (*program)(int argc, char** argv), int argc, char** argv) {
  note_broken_pipes();
  try {
    const int status = told(program(argc, argv));
    std::cout.flush();
    // Whoever stops reading knows it, as of any program.
    if (InterruptGuard::signal() == SIGPIPE) return told(1);
    if (!std::cout) return complain("standard output: not all of it could be written", bad_input);
    return status;
  } catch (const InputError& error) {
    return complain(error.what(), bad_input);
  } catch (const ToolRefusal& error) {
    complain(error.what(), bad_input);
    std::cerr << error.said() << '\n';
    return bad_input;
  } catch (const ValueError& error) {
    return complain(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return complain("the fabric or its loads need more memory than there is", bad_input);
  } catch (const std::exception& error) {
    if (InterruptGuard::interrupted()) return complain("interrupted", told(1));
    return complain(std::string("internal error, please report it: ") + error.what(), 1);
  }
}

}  // namespace isobar
