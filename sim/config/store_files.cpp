// SPDX-License-Identifier: Apache-2.0
#include "sim/config/store_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "models/errors.h"

namespace isobar {
namespace {

/// By its first bytes, before anyone has it open: SQLite's name, and ours at its place.
bool is_store(const std::string& file) {
  constexpr std::size_t id_at = 68;
  std::array<char, id_at + 4> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  return in && std::string(head.data(), 15) == "SQLite format 3" &&
         std::string(head.data() + id_at, 4) == "ISOB";
}

}  // namespace

std::int64_t default_history(const Fabric& fabric, bool phased) {
  constexpr std::int64_t most_frames = 10'000;
  const std::int64_t most_loads = phased ? 8'000'000 : 2'000'000;
  return std::clamp<std::int64_t>(most_loads / fabric.pes(), 16, most_frames);
}

std::string store_target(const std::string& file) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(file, ignored);
  return ignored ? file : target.string();
}

void require_replaceable_store(const std::string& file) {
  std::error_code missing;
  const auto status = std::filesystem::status(file, missing);
  if (!std::filesystem::exists(status)) {
    for (const char* ending : store_side_files) {
      if (!std::filesystem::exists(file + ending, missing)) continue;
      throw ValueError(
          fmt::format("{0}{1} is there, which SQLite would take for a part of {0}", file, ending));
    }
    return;
  }
  if (!std::filesystem::is_regular_file(status) || !is_store(file)) {
    throw ValueError(fmt::format("{}: something else is there, which is no stored run", file));
  }
}

}  // namespace isobar
