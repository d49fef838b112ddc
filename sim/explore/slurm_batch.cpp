// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_batch.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

#include "host/output_file.h"
#include "models/errors.h"
#include "models/text.h"
#include "sim/config/config_json.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr auto batch_prefix = "batch-";
constexpr auto job_file = "job";
constexpr auto closed_file = "closed";

fs::path batches_of(const fs::path& campaign) { return fs::absolute(campaign) / "slurm"; }

void write_file(const fs::path& file, const std::string& text) {
  OutputFile out(file);
  out.stream() << text;
  out.commit();
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw ValueError(fmt::format("{}: cannot be read", file.string()));
  return text.str();
}

std::vector<std::int64_t> numbers_in(const fs::path& folder) {
  std::vector<std::int64_t> numbers;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const auto name = entry.path().filename().string();
    std::int64_t number = 0;
    const auto* digits = name.data() + std::string_view(batch_prefix).size();
    const auto* end = name.data() + name.size();
    if (!boost::starts_with(name, batch_prefix)) continue;
    if (std::from_chars(digits, end, number).ptr == end) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::string shell_word(const std::string& text) {
  return "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

std::string script_text(const fs::path& folder, int timeout) {
  return fmt::format("#!/bin/sh\nexec {} explore worker {} \"$SLURM_ARRAY_TASK_ID\" --timeout {}\n",
                     shell_word(fs::read_symlink("/proc/self/exe").string()),
                     shell_word(folder.string()), timeout);
}

}  // namespace

SlurmBatch SlurmBatch::make(const fs::path& campaign, const Tasks& tasks, int timeout) {
  try {
    const auto all = batches_of(campaign);
    const auto numbers = numbers_in(all);
    const auto number = numbers.empty() ? 1 : numbers.back() + 1;
    SlurmBatch batch(all / (batch_prefix + std::to_string(number)));
    for (const auto& folder : {batch.folder_ / "tasks", batch.shards(), batch.logs()}) {
      fs::create_directories(folder);
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      std::string lines;
      for (const auto& point : tasks[i]) {
        lines += json_text({{"point", point.number}, {"keys", point.keys}}) + "\n";
      }
      write_file(batch.tasks_file(i), lines);
    }
    write_file(batch.script(), script_text(batch.folder_, timeout));
    return batch;
  } catch (const fs::filesystem_error& error) {
    throw ValueError(fmt::format("{}: {}", error.path1().string(), error.code().message()));
  }
}

std::vector<SlurmBatch> SlurmBatch::open(const fs::path& campaign) {
  std::vector<SlurmBatch> found;
  const auto all = batches_of(campaign);
  for (const auto number : numbers_in(all)) {
    auto folder = all / (batch_prefix + std::to_string(number));
    if (!fs::exists(folder / closed_file)) found.emplace_back(std::move(folder));
  }
  return found;
}

std::string SlurmBatch::job_name() const {
  const auto text = folder_.string();
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
  return fmt::format("isobar-{:08x}-{}", sum, name());
}

fs::path SlurmBatch::tasks_file(std::size_t number) const {
  return folder_ / "tasks" / fmt::format("{}.jsonl", number);
}

std::vector<NumberedPoint> SlurmBatch::task(std::size_t number) const {
  const auto file = tasks_file(number);
  const auto text = read_file(file);
  try {
    std::vector<NumberedPoint> points;
    for (const auto line : split(text, '\n')) {
      if (line.empty()) continue;
      const auto json = Json::parse(line);
      points.push_back({json.at("point"), json.at("keys").get<Assignment>()});
    }
    return points;
  } catch (const Json::exception& error) {
    throw ValueError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

SlurmBatch::Tasks SlurmBatch::tasks() const {
  Tasks all;
  while (fs::exists(tasks_file(all.size()))) all.push_back(task(all.size()));
  return all;
}

std::vector<fs::path> SlurmBatch::shards_of(std::size_t task) const {
  std::vector<fs::path> files;
  for (auto file = shards() / fmt::format("{}.jsonl", task); fs::exists(file);
       file = shards() / fmt::format("{}.{}.jsonl", task, files.size())) {
    files.push_back(file);
  }
  return files;
}

std::optional<std::string> SlurmBatch::job() const {
  if (!fs::exists(folder_ / job_file)) return std::nullopt;
  const auto text = read_file(folder_ / job_file);
  return std::string(trim(text));
}

void SlurmBatch::set_job(const std::string& job) const {
  write_file(folder_ / job_file, job + "\n");
}

void SlurmBatch::close() const { write_file(folder_ / closed_file, ""); }

void SlurmBatch::remove() const {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace isobar
