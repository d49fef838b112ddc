// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

namespace isobar {

/// A command of a program that lies beside `isobar` and is built only where it is wanted.
struct OtherCommand {
  const char* name;
  const char* program;
  const char* help;  ///< empty: not shown
};

constexpr std::array<OtherCommand, 8> other_commands = {{
    {"synth", "isobar-synth",
     "Synthesize the RTL's PE for an FPGA: cells, registers, LUTs, frequency"},
    {"report", "isobar-report", "Make an HTML page from saved runs"},
    {"view", "isobar-report", "Serve the page of a saved run, also while it is running"},
    {"explore", "isobar-explore", "Run a campaign of many experiments from a plan"},
    {"reproduce", "isobar-reproduce",
     "Reproduce the papers' tables and figures, published values beside measured ones"},
    {"torture", "isobar-torture",
     "Try to break the program: random experiments, held against laws"},
    {"mutants", "isobar-synth", ""},
    {"graph", "isobar-graph", ""},
}};

/// The one of this name; null if there is none.
const OtherCommand* other_command(const std::string& name);

/// Becomes the program of `arguments`' first, which is one of these. Throws InputError if it was
/// not built.
[[noreturn]] void become_other_program(const std::vector<std::string>& arguments);

}  // namespace isobar
