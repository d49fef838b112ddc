// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace isobar::test {
namespace {

[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::filesystem::path& folder, const std::filesystem::path& results,
                         const std::string& out) {
  const auto redirect = [&](const char* name, int descriptor) {
    const auto path = descriptor == STDOUT_FILENO && !out.empty() ? out : (results / name).string();
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, descriptor);
    close(file);
  };
  redirect("out", STDOUT_FILENO);
  redirect("err", STDERR_FILENO);
  std::vector<char*> argv;
  std::string program = ISOBAR_PROGRAM;
  argv.push_back(program.data());
  auto copy = arguments;
  for (auto& argument : copy) argv.push_back(argument.data());
  argv.push_back(nullptr);
  if (chdir(folder.c_str()) == 0) execv(program.c_str(), argv.data());
  _exit(127);
}

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                unsigned signal_after_ms, const std::string& out, int signal) {
  const Scratch results;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) become(arguments, folder, results.path(), out);
  if (signal_after_ms > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(signal_after_ms));
    kill(child, signal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out.empty() ? results.read("out") : "",
          results.read("err")};
}

}  // namespace isobar::test
