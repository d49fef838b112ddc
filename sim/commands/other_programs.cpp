// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/other_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "host/program_beside.h"
#include "sim/config/input_error.h"

namespace isobar {

const OtherCommand* other_command(const std::string& name) {
  const auto* found = std::find_if(other_commands.begin(), other_commands.end(),
                                   [&](const OtherCommand& one) { return one.name == name; });
  return found == other_commands.end() ? nullptr : found;
}

void become_other_program(const std::vector<std::string>& arguments) {
  const auto* command = other_command(arguments.at(0));
  const auto program = program_beside(command->program).string();
  std::string name = "isobar";
  auto copy = arguments;
  std::vector<char*> argv = {name.data()};
  for (auto& argument : copy) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  throw InputError(
      fmt::format("the command {} is the program {}, which is not there; built by: "
                  "cmake --build --preset release --target {}",
                  command->name, program, command->program));
}

}  // namespace isobar
