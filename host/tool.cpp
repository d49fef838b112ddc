// SPDX-License-Identifier: Apache-2.0
#include "host/tool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

constexpr std::size_t shown = 2000;  ///< of a failing program's output, its end

std::string collect(int from) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const auto got = read(from, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

std::filesystem::path find_tool(const std::string& program, const std::string& package,
                                const std::string& purpose) {
  const char* path = std::getenv("PATH");
  for (const auto folder : split(path != nullptr ? path : "", ':')) {
    auto file = std::filesystem::path(folder) / program;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  }
  throw ValueError(
      fmt::format("{} needs the program {}, which is not on this machine (Debian "
                  "package {})",
                  purpose, program, package));
}

std::string run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "a pipe");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const auto& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  auto output = error == 0 ? collect(ends[0]) : std::string();
  close(ends[0]);
  if (error != 0) {
    throw ModelError(fmt::format("{} could not be started: {}", command[0],
                                 std::generic_category().message(error)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return output;
  throw ModelError(
      fmt::format("{} failed: {}", command[0],
                  output.size() > shown ? output.substr(output.size() - shown) : output));
}

}  // namespace isobar
