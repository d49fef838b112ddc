// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace isobar::test {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

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

RunningProgram::RunningProgram(const std::vector<std::string>& arguments,
                               const std::filesystem::path& folder, const std::string& out)
    : child_(fork()) {
  if (child_ < 0) throw std::runtime_error("no child process");
  if (child_ == 0) become(arguments, folder, results_.path(), out);
}

RunningProgram::~RunningProgram() {
  if (child_ <= 0) return;
  send(SIGKILL);
  wait();
}

void RunningProgram::send(int signal) const { kill(child_, signal); }

Ran RunningProgram::wait() {
  int status = 0;
  waitpid(std::exchange(child_, 0), &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, results_.read("out"), results_.read("err")};
}

Ran run_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                unsigned signal_after_ms, const std::string& out, int signal) {
  RunningProgram program(arguments, folder, out);
  if (signal_after_ms > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(signal_after_ms));
    program.send(signal);
  }
  return program.wait();
}

Scratch::Scratch() {
  auto name = (std::filesystem::temp_directory_path() / "isobar-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void Scratch::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string Scratch::read(const std::string& name) const { return contents(path_ / name); }

std::vector<std::string> Scratch::names() const {
  std::vector<std::string> list;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    list.push_back(entry.path().filename().string());
  }
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace isobar::test
