// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/shard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr auto between_syncs = std::chrono::seconds(1);
constexpr std::string_view before_sum = R"({"crc32":")";
constexpr std::size_t sum_digits = 8;
constexpr std::string_view before_entry = R"(","entry":)";
constexpr std::string_view after_entry = "}";

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw ValueError(fmt::format("{}: {}", file.string(), std::generic_category().message(errno)));
}

std::string checksum(std::string_view text) {
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
  return fmt::format("{:08x}", sum);
}

std::string line_of(std::string_view entry) {
  return fmt::format("{}{}{}{}{}\n", before_sum, checksum(entry), before_entry, entry, after_entry);
}

std::optional<std::string> entry_of(std::string_view line) {
  constexpr auto begin = before_sum.size() + sum_digits + before_entry.size();
  if (line.size() < begin + after_entry.size()) return std::nullopt;
  auto entry = std::string(line.substr(begin, line.size() - begin - after_entry.size()));
  if (line_of(entry) != std::string(line) + "\n") return std::nullopt;
  return entry;
}

}  // namespace

ShardWriter::ShardWriter(const std::filesystem::path& folder, const std::string& name)
    : file_(folder / (name + ".jsonl")), synced_(std::chrono::steady_clock::now()) {
  for (int number = 1;; ++number) {
    descriptor_ = open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (errno != EEXIST) fail(file_);
    file_ = folder / fmt::format("{}.{}.jsonl", name, number);
  }
}

ShardWriter::~ShardWriter() { close(descriptor_); }

void ShardWriter::append(const std::string& entry) {
  const auto line = line_of(entry);
  for (std::size_t at = 0; at < line.size();) {
    const auto written = write(descriptor_, line.data() + at, line.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(file_);
    at += static_cast<std::size_t>(written);
  }
  dirty_ = true;
}

void ShardWriter::sync() {
  // On a network file system a disk may turn out to be full only now.
  if (fsync(descriptor_) != 0) fail(file_);
  synced_ = std::chrono::steady_clock::now();
  dirty_ = false;
}

void ShardWriter::sync_now_and_then() {
  if (dirty_ && std::chrono::steady_clock::now() - synced_ >= between_syncs) sync();
}

void ShardReader::read(bool ended, const std::function<void(const std::string& entry)>& take,
                       const std::function<void(const std::string& message)>& say) {
  errno = 0;
  std::ifstream in(file_, std::ios::binary);
  if (!in) fail(file_);
  in.seekg(offset_);
  for (std::string line; std::getline(in, line);) {
    const bool torn = in.eof();
    if (torn && !ended) return;
    offset_ += static_cast<std::int64_t>(line.size()) + (torn ? 0 : 1);
    ++line_;
    const auto damage = [&](const std::string& what) {
      say(fmt::format("{}:{}: {}; its point counts as not run", file_.string(), line_, what));
    };
    const auto entry = entry_of(line);
    if (!entry) {
      damage(torn ? "the last line was not finished" : "this line is damaged");
      continue;
    }
    try {
      take(*entry);
    } catch (const ValueError& error) {
      damage(error.what());
    }
  }
  if (in.bad()) fail(file_);
}

}  // namespace isobar
