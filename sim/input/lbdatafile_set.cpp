// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "models/fabric/fabric.h"
#include "models/text.h"
#include "sim/input/input_file.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

/// The rank in a file's name that ends in .RANK.json; nothing for other names.
std::optional<std::string> rank_of(const fs::path& path) {
  if (path.extension() != ".json") return std::nullopt;
  const auto number = path.stem().extension().string();
  if (number.size() < 2 || number.find_first_not_of("0123456789", 1) != std::string::npos) {
    return std::nullopt;
  }
  return number.substr(1);
}

std::vector<fs::path> list_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    paths.push_back(entry->path());
  }
  if (error) fail_at(folder, error.message());
  // Sorted, so that messages do not depend on the file system's order.
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The files of ranks 0..nodes − 1.
std::vector<fs::path> rank_files(const fs::path& folder, Node nodes) {
  std::map<std::uint64_t, fs::path> files;
  for (const auto& path : list_folder(folder)) {
    const auto number = rank_of(path);
    if (!number) continue;
    std::uint64_t rank = 0;
    const auto read = std::from_chars(number->data(), number->data() + number->size(), rank);
    if (read.ec != std::errc{} || rank >= max_nodes) {
      fail_at(path, fmt::format("rank {} is too large; ranks are 0 to {}", *number, max_nodes - 1));
    }
    const auto [known, is_new] = files.emplace(rank, path);
    if (!is_new) {
      fail_at(folder, fmt::format("has two files of rank {}: {} and {}", rank,
                                  known->second.filename().string(), path.filename().string()));
    }
  }
  if (files.empty()) fail_at(folder, "holds no LBDatafile, whose names end in .RANK.json");
  std::uint64_t next = 0;
  std::vector<fs::path> in_order;
  for (const auto& [rank, path] : files) {
    if (rank != next) {
      fail_at(folder, fmt::format("has no file of rank {}; ranks go from 0 to {}", next,
                                  files.rbegin()->first));
    }
    ++next;
    in_order.push_back(path);
  }
  if (next != nodes) fail_at(folder, fmt::format("{} ranks for a fabric of {} PEs", next, nodes));
  return in_order;
}

/// Throws ValueError if a task did not run on the rank whose file lists it.
void check_nodes(const LbDatafile::Phase& phase, std::uint64_t rank) {
  for (std::size_t i = 0; i < phase.times.size(); ++i) {
    const auto node = phase.times[i].node.value_or(rank);
    if (node == rank) continue;
    throw ValueError(fmt::format("tasks[{}] of phase {} has node {}, but the file is rank {}'s", i,
                                 phase.id, node, rank));
  }
}

/// The phase with the id `phase` in one rank's file. Where no id is known yet, it is the file's
/// first phase, and `phase` becomes its id.
LbDatafile::Phase phase_of_rank(const fs::path& path, std::uint64_t rank, LbDetail detail,
                                std::optional<std::uint64_t>& phase) {
  return read_input(path, [&](std::istream& in) {
    auto file = read_lbdatafile(in, detail);
    if (file.rank && *file.rank != rank) {
      throw ValueError(
          fmt::format("metadata.rank is {}, but the file's name says {}", *file.rank, rank));
    }
    if (!phase) phase = file.phases.front().id;
    std::vector<std::uint64_t> ids;
    for (auto& candidate : file.phases) {
      if (candidate.id == *phase) {
        check_nodes(candidate, rank);
        return std::move(candidate);
      }
      ids.push_back(candidate.id);
    }
    throw ValueError(fmt::format("has no phase {}; there are: {}", *phase, fmt::join(ids, ", ")));
  });
}

}  // namespace

std::vector<LbRank> read_lbdatafile_set(std::string_view name, Node nodes, const fs::path& base,
                                        LbDetail detail) {
  auto folder = base / name;
  std::optional<std::uint64_t> phase;
  const auto at = name.rfind('@');
  const auto digits = at == std::string_view::npos ? std::string_view{} : name.substr(at + 1);
  std::error_code unused;
  if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos &&
      !fs::is_directory(folder, unused)) {
    phase = parse_integer(digits, "a phase", 0, std::numeric_limits<std::int64_t>::max());
    folder = base / name.substr(0, at);
  }
  std::vector<LbRank> ranks;
  for (const auto& path : rank_files(folder, nodes)) {
    ranks.push_back({path, phase_of_rank(path, ranks.size(), detail, phase)});
  }
  return ranks;
}

}  // namespace isobar
