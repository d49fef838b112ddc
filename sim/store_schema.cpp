// SPDX-License-Identifier: Apache-2.0
#include "sim/store_schema.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "models/errors.h"

namespace isobar {
namespace {

/// By its first bytes, without changing anything: SQLite's name, and ours at its place.
bool is_store(const std::string& file) {
  constexpr std::size_t id_at = 68;
  std::array<char, id_at + 4> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  return in && std::string(head.data(), 15) == "SQLite format 3" &&
         std::string(head.data() + id_at, 4) == "ISOB";
}

}  // namespace

void require_store(const std::string& file) {
  if (!std::filesystem::exists(file))
    throw ValueError(fmt::format("{}: there is no such file", file));
  if (!is_store(file)) {
    throw ValueError(fmt::format("{}: this is no run that `isobar run --save` stored", file));
  }
}

void require_replaceable_store(const std::string& file) {
  if (std::filesystem::exists(file) && !is_store(file)) {
    throw ValueError(fmt::format("{}: another file is there, which is no stored run", file));
  }
}

}  // namespace isobar
