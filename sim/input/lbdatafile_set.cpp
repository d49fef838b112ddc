// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "models/fabric/fabric.h"
#include "models/text.h"
#include "sim/input/input_file.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

/// A file's name: STEM.RANK.json, or the same with .br behind it.
struct RankFile {
  std::string stem;
  std::string rank;
};

std::optional<RankFile> rank_file(fs::path name) {
  name = name.filename();
  if (name.extension() == ".br") name = name.stem();
  if (name.extension() != ".json") return std::nullopt;
  name = name.stem();
  const auto number = name.extension().string();
  if (number.size() < 2 || number.find_first_not_of("0123456789", 1) != std::string::npos) {
    return std::nullopt;
  }
  return RankFile{name.stem().string(), number.substr(1)};
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

using Stems = std::map<std::string, std::map<std::uint64_t, fs::path>>;

/// The files of each stem, by rank.
Stems files_by_stem(const fs::path& folder) {
  Stems stems;
  for (const auto& path : list_folder(folder)) {
    const auto name = rank_file(path);
    if (!name) continue;
    const auto& number = name->rank;
    std::uint64_t rank = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), rank);
    if (read.ec != std::errc{} || rank >= max_nodes) {
      fail_at(path, fmt::format("rank {} is too large; ranks are 0 to {}", number, max_nodes - 1));
    }
    const auto [known, is_new] = stems[name->stem].emplace(rank, path);
    if (!is_new) {
      fail_at(folder, fmt::format("has two files of rank {}: {} and {}", rank,
                                  known->second.filename().string(), path.filename().string()));
    }
  }
  if (stems.empty()) {
    fail_at(folder, "holds no LBDatafile, whose names end in .RANK.json or .RANK.json.br");
  }
  return stems;
}

/// The files of ranks 0, 1, … of the one stem that there is, or that is asked for.
std::vector<fs::path> files_of_ranks(const fs::path& folder,
                                     const std::optional<std::string>& stem) {
  const auto stems = files_by_stem(folder);
  std::vector<std::string> names;
  for (const auto& [name, files] : stems) names.push_back(name);
  if (!stem && names.size() > 1) {
    fail_at(folder, fmt::format("holds files of several sets; choose one by stem=NAME: {}",
                                fmt::join(names, ", ")));
  }
  const auto found = stem ? stems.find(*stem) : stems.begin();
  if (found == stems.end()) {
    fail_at(folder, fmt::format("holds no files {}.RANK.json; stem is one of: {}", *stem,
                                fmt::join(names, ", ")));
  }
  std::vector<fs::path> in_order;
  for (const auto& [rank, path] : found->second) {
    if (rank != in_order.size()) {
      fail_at(folder, fmt::format("has no file of rank {}; ranks go from 0 to {}", in_order.size(),
                                  found->second.rbegin()->first));
    }
    in_order.push_back(path);
  }
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

bool is_in(const std::vector<LbDatafile::Range>& ranges, std::uint64_t id) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const LbDatafile::Range& range) {
    return range.first <= id && id <= range.last;
  });
}

/// All phases of a file, those that are like the one before among them.
std::set<std::uint64_t> ids_of(const LbDatafile& file) {
  std::set<std::uint64_t> ids;
  for (const auto& phase : file.phases) ids.insert(phase.id);
  for (const auto& range : file.identical) {
    for (auto id = range.first; id <= range.last; ++id) ids.insert(id);
  }
  return ids;
}

/// Which of the file's phases has the tasks of phase `id`.
std::size_t place_of(const LbDatafile& file, std::uint64_t id) {
  const bool is_identical = is_in(file.identical, id);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < file.phases.size(); ++i) {
    const auto own = file.phases[i].id;
    if (own == id) return i;
    const bool is_nearer = !found || own > file.phases[*found].id;
    if (is_identical && own < id && is_nearer) found = i;
  }
  if (found) return *found;
  if (is_identical) {
    throw ValueError(fmt::format(
        "metadata.phases says that phase {} is identical to the one before, and there is none",
        id));
  }
  throw ValueError(fmt::format("has no phase {}{}; there are: {}", id,
                               is_in(file.skipped, id) ? ", which vt skipped" : "",
                               fmt::join(ids_of(file), ", ")));
}

/// Takes the phases of `turns` out of a rank's file.
void take_phases(LbDatafile& file, const std::vector<std::uint64_t>& turns, LbRank& rank) {
  std::map<std::size_t, std::size_t> taken;
  for (const auto id : turns) {
    const auto place = place_of(file, id);
    const auto [known, is_new] = taken.emplace(place, rank.phases.size());
    if (is_new) rank.phases.push_back(std::move(file.phases[place]));
    rank.in_turn.push_back(known->second);
  }
}

/// The phases that are wanted, as the first rank's file has them.
std::vector<std::uint64_t> turns_of(const LbDatafile& file, const LbSetQuery& query,
                                    const std::optional<std::uint64_t>& phase) {
  if (phase) return {*phase};
  if (!query.all_phases) return {file.phases.front().id};
  const auto ids = ids_of(file);
  return {ids.begin(), ids.end()};
}

}  // namespace

LbSet read_lbdatafile_set(const LbSetQuery& query) {
  const auto& name = query.name;
  auto folder = query.base / name;
  std::optional<std::uint64_t> phase;
  const auto at = name.rfind('@');
  const auto digits = at == std::string_view::npos ? std::string_view{} : name.substr(at + 1);
  std::error_code unused;
  if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos &&
      !fs::is_directory(folder, unused)) {
    phase = parse_integer(digits, "a phase", 0, std::numeric_limits<std::int64_t>::max());
    folder = query.base / name.substr(0, at);
  }
  LbSet set;
  for (const auto& path : files_of_ranks(folder, query.stem)) {
    const auto number = set.ranks.size();
    set.ranks.push_back(read_input(path, [&](std::istream& in) {
      auto file = read_lbdatafile(in, query.wanted);
      if (file.rank && *file.rank != number) {
        throw ValueError(
            fmt::format("metadata.rank is {}, but the file's name says {}", *file.rank, number));
      }
      const auto ids = ids_of(file);
      if (number == 0) {
        set.turns = turns_of(file, query, phase);
        set.others = ids.size() - std::min(ids.size(), set.turns.size());
      } else if (query.all_phases && !phase) {
        for (const auto id : ids) {
          if (std::binary_search(set.turns.begin(), set.turns.end(), id)) continue;
          throw ValueError(fmt::format("has phase {}, which rank 0's file has not; it has: {}", id,
                                       fmt::join(set.turns, ", ")));
        }
      }
      LbRank rank;
      rank.file = path;
      rank.alpha = file.alpha;
      take_phases(file, set.turns, rank);
      for (const auto& one : rank.phases) check_nodes(one, number);
      return rank;
    }));
  }
  return set;
}

std::vector<Node> pes_of_ranks(std::size_t ranks, Node pes) {
  std::vector<Node> all;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    all.push_back(static_cast<Node>(ranks <= pes ? rank : rank * pes / ranks));
  }
  return all;
}

std::vector<std::string> fold_notes(std::size_t ranks, Node pes) {
  if (ranks == pes) return {};
  if (ranks < pes) {
    return {fmt::format("the LBDatafiles have {} ranks: PEs {} to {} of {} start without a task",
                        ranks, ranks, pes - 1, pes)};
  }
  return {fmt::format(
      "the LBDatafiles have {} ranks, folded onto {} PEs: consecutive ranks share a PE, {} to {} "
      "each",
      ranks, pes, ranks / pes, (ranks + pes - 1) / pes)};
}

}  // namespace isobar
