// SPDX-License-Identifier: Apache-2.0
#include "sim/load_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <system_error>

#include "models/errors.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/read_csv.h"
#include "sim/read_lbdatafile.h"
#include "sim/read_npy.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, std::string_view reason) {
  throw ValueError(fmt::format("{}: {}", path.string(), reason));
}

std::ifstream open_input(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (error) fail(path, error.message());
  if (fs::is_directory(status)) fail(path, "is a folder; a file is needed");
  if (!fs::is_regular_file(status)) fail(path, "is not a regular file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, errno == 0 ? "cannot be opened" : std::strerror(errno));
  if (in.peek() == std::ifstream::traits_type::eof()) fail(path, "is empty");
  return in;
}

/// What `read` makes of the file; its complaints get the file's name.
template <typename Read>
auto read_file(const fs::path& path, Read read) {
  auto in = open_input(path);
  try {
    return read(in);
  } catch (const ValueError& error) {
    fail(path, error.what());
  }
}

/// N of a name that ends in .N.json.
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
  if (error) fail(folder, error.message());
  // So that messages do not depend on the file system's order.
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
      fail(path, fmt::format("rank {} is too large; ranks are 0 to {}", *number, max_nodes - 1));
    }
    const auto [known, is_new] = files.emplace(rank, path);
    if (!is_new) {
      fail(folder, fmt::format("has two files of rank {}: {} and {}", rank,
                               known->second.filename().string(), path.filename().string()));
    }
  }
  if (files.empty()) fail(folder, "holds no LBDatafile, whose names end in .RANK.json");
  std::uint64_t next = 0;
  std::vector<fs::path> in_order;
  for (const auto& [rank, path] : files) {
    if (rank != next) {
      fail(folder, fmt::format("has no file of rank {}; ranks go from 0 to {}", next,
                               files.rbegin()->first));
    }
    ++next;
    in_order.push_back(path);
  }
  if (next != nodes) fail(folder, fmt::format("{} ranks for a fabric of {} PEs", next, nodes));
  return in_order;
}

Load tasks_of_rank(const fs::path& path, std::uint64_t rank, std::optional<std::uint64_t>& phase) {
  return read_file(path, [&](std::istream& in) {
    const auto file = read_lbdatafile(in);
    if (file.rank && *file.rank != rank) {
      throw ValueError(
          fmt::format("metadata.rank is {}, but the file's name says {}", *file.rank, rank));
    }
    if (!phase) phase = file.phases.front().id;
    std::vector<std::uint64_t> ids;
    for (const auto& candidate : file.phases) {
      if (candidate.id == *phase) return candidate.tasks;
      ids.push_back(candidate.id);
    }
    throw ValueError(fmt::format("has no phase {}; there are: {}", *phase, fmt::join(ids, ", ")));
  });
}

std::vector<Load> load_lbdatafiles(std::string_view name, Node nodes, const fs::path& base) {
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
  std::vector<Load> loads;
  for (const auto& path : rank_files(folder, nodes)) {
    loads.push_back(tasks_of_rank(path, loads.size(), phase));
  }
  return loads;
}

}  // namespace

std::vector<Load> load_from(std::string_view rule, Node nodes, std::uint64_t seed,
                            const std::filesystem::path& folder) {
  const auto kind = rule.substr(0, rule.find(':'));
  if (kind.size() == rule.size() || (kind != "csv" && kind != "npy" && kind != "lbdatafile")) {
    return initial_load(rule, nodes, seed);
  }
  const auto name = rule.substr(kind.size() + 1);
  if (name.empty() || name.find('\0') != std::string_view::npos) {
    throw ValueError(fmt::format("{:?} names no {}; allowed: csv:FILE, npy:FILE, lbdatafile:FOLDER",
                                 rule, kind == "lbdatafile" ? "folder" : "file"));
  }
  const auto path = folder / name;
  const auto checked = [nodes](std::vector<Load> loads) {
    check_loads(loads, nodes);
    return loads;
  };
  if (kind == "csv") {
    return read_file(path, [&](std::istream& in) { return checked(read_csv(in)); });
  }
  if (kind == "npy") {
    return read_file(path, [&](std::istream& in) { return checked(read_npy(in, nodes)); });
  }
  return checked(load_lbdatafiles(name, nodes, folder));
}

std::string load_from_anywhere(const std::string& rule, const std::filesystem::path& folder) {
  const auto colon = rule.find(':');
  const auto kind = rule.substr(0, colon);
  if (kind != "csv" && kind != "npy" && kind != "lbdatafile") return rule;
  const auto path = fs::absolute(folder / rule.substr(colon + 1));
  return kind + ":" + path.lexically_normal().string();
}

}  // namespace isobar
