// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <csignal>
#include <limits>
#include <string_view>

#include "host/tool.h"
#include "models/errors.h"
#include "models/text.h"
#include "sim/config/input_error.h"

namespace isobar::slurm {
namespace {

std::string in_one_line(const std::string& text) {
  std::string line;
  for (const auto part : split(text, '\n')) {
    if (trim(part).empty()) continue;
    if (!line.empty()) line += "; ";
    line += trim(part);
  }
  return line;
}

std::string run(const std::vector<std::string>& command) {
  try {
    find_tool(command[0], "slurm-client", "the engine slurm");
    return run_tool(command, ".");
  } catch (const ValueError& error) {
    throw InputError(error.what());
  } catch (const ModelError& error) {
    throw InputError(in_one_line(error.what()));
  }
}

/// The lines of `text` that have `fields` fields.
std::vector<std::vector<std::string>> rows(const std::string& text, std::size_t fields) {
  std::vector<std::vector<std::string>> found;
  for (const auto line : split(text, '\n')) {
    const auto parts = split(line, '|');
    if (parts.size() == fields) found.emplace_back(parts.begin(), parts.end());
  }
  return found;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Ignores Ctrl-C while it lives. Child processes inherit that.
class NoInterrupt {
 public:
  NoInterrupt() : before_(std::signal(SIGINT, SIG_IGN)) {}
  ~NoInterrupt() { std::signal(SIGINT, before_); }
  NoInterrupt(const NoInterrupt&) = delete;
  NoInterrupt& operator=(const NoInterrupt&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace

void require_usable(const std::vector<std::string>& options) {
  constexpr std::array taken = {"--array",     "--job-name", "--parsable", "--wrap",
                                "--test-only", "--wait",     "--clusters", "--help",
                                "--usage",     "--version",  "-a",         "-J",
                                "-W",          "-M",         "-h",         "-V"};
  for (const auto& option : options) {
    const auto fail = [&option = option](std::string_view why) {
      throw InputError(fmt::format("--slurm-option = {}: {}", option, why));
    };
    if (option.size() < 2 || option[0] != '-' || option == "--") {
      fail("one option of sbatch with its value, as --partition=NAME");
    }
    const auto name = option[1] == '-' ? option.substr(0, option.find('=')) : option.substr(0, 2);
    // sbatch accepts the beginning of a long option's name.
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const char* one) { return boost::starts_with(one, name); })) {
      fail("this one is not free: arrays are named, watched and cut by the program");
    }
  }
}

std::string submit(const Array& array) {
  const auto logs = boost::replace_all_copy(array.logs.string(), "%", "%%");
  // If two options contradict each other, sbatch takes the last.
  std::vector<std::string> command = {"sbatch", "--parsable", "--requeue", "--open-mode=append",
                                      fmt::format("--output={}/%a.log", logs)};
  command.insert(command.end(), array.options.begin(), array.options.end());
  command.push_back(fmt::format("--array=0-{}", array.tasks - 1));
  command.push_back("--job-name=" + array.name);
  command.push_back(array.script.string());
  const NoInterrupt guard;
  const auto said = run(command);
  for (const auto line : split(said, '\n')) {
    if (is_number(line)) return std::string(line);
  }
  throw InputError("sbatch named no job: " + in_one_line(said));
}

std::size_t max_tasks() {
  const auto config = run({"scontrol", "show", "config"});
  for (const auto line : split(config, '\n')) {
    const auto parts = split(line, '=');
    if (parts.size() != 2 || trim(parts[0]) != "MaxArraySize") continue;
    const auto size =
        parse_integer(trim(parts[1]), "MaxArraySize", 0, std::numeric_limits<std::int32_t>::max());
    if (size > 0) return static_cast<std::size_t>(size);
    throw InputError("this Slurm has no job arrays (its MaxArraySize is 0)");
  }
  throw InputError("scontrol show config: no MaxArraySize in what it said");
}

bool TaskState::ended() const {
  constexpr std::array ends = {"BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",
                               "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT"};
  return std::find(ends.begin(), ends.end(), state) != ends.end();
}

std::map<std::size_t, TaskState> task_states(const std::string& job) {
  std::string said;
  try {
    said = run({"squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%K|%T|%r|%N"});
  } catch (const InputError& error) {
    // The whole job ended so long ago that Slurm has forgotten it.
    if (boost::contains(error.what(), "Invalid job id specified")) return {};
    throw;
  }
  std::map<std::size_t, TaskState> states;
  for (const auto& row : rows(said, 4)) {
    if (is_number(row[0])) states[std::stoul(row[0])] = {row[1], row[2], row[3]};
  }
  return states;
}

std::optional<std::string> job_named(const std::string& name) {
  const auto said = run({"squeue", "-h", "--me", "-t", "all", "--name=" + name, "-o", "%F"});
  for (const auto line : split(said, '\n')) {
    if (is_number(line)) return std::string(line);
  }
  return std::nullopt;
}

void cancel(const std::string& job) { run({"scancel", job}); }

}  // namespace isobar::slurm
