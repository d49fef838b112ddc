// SPDX-License-Identifier: Apache-2.0
#include "host/cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "host/scratch_folder.h"
#include "models/errors.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

/// Renames a folder that was made under another name; if another process was quicker, its folder
/// stays.
void keep(const fs::path& made, const fs::path& name) {
  std::error_code taken;
  fs::rename(made, name, taken);
  if (taken && !fs::exists(name)) throw fs::filesystem_error("rename", made, name, taken);
}

/// Throws ValueError unless the folder is this user's: programs are loaded from it.
void require_own(const fs::path& cache) {
  struct stat found {};
  if (stat(cache.c_str(), &found) == 0 && found.st_uid == geteuid()) return;
  throw ValueError(
      fmt::format("the folder {} belongs to another user; $ISOBAR_CACHE_DIR names "
                  "another",
                  cache.string()));
}

}  // namespace

fs::path cached(const std::string& kind, const std::string& key,
                const std::function<void(const fs::path&)>& make) {
  const auto cache = cache_folder();
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) {
    throw ValueError(
        fmt::format("the folder {} cannot be made ({}); $ISOBAR_CACHE_DIR names "
                    "another",
                    cache.string(), error.message()));
  }
  require_own(cache);
  auto folder = cache / (kind + "-" + digest(key));
  if (fs::exists(folder)) {
    if (fs::exists(folder / "key") && file_contents(folder / "key") == key) return folder;
    fs::remove_all(folder);
  }
  const ScratchFolder workshop(
      folder,
      fmt::format("{} cannot be written; $ISOBAR_CACHE_DIR names another folder", cache.string()));
  make(workshop.path());
  write_file(workshop.path() / "key", key);
  keep(workshop.path(), folder);
  return folder;
}

std::string program_stamp(const fs::path& file) {
  const auto target = fs::canonical(file);
  return fmt::format("{} {} {}\n", target.string(), fs::file_size(target),
                     fs::last_write_time(target).time_since_epoch().count());
}

std::string file_contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw ValueError(fmt::format("{} cannot be read", file.string()));
  return text.str();
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw ValueError(fmt::format("{} cannot be written", file.string()));
}

std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

void forget(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

std::vector<fs::path> files_in(const fs::path& folder, const std::set<std::string>& endings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (endings.count(entry.path().extension().string()) > 0) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

/// The files of a PE's folders whose names end in `ending`, by name, whichever folder they lie in.
std::vector<fs::path> rtl_files(const fs::path& root, const std::string& pe,
                                const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& folder : rtl_folders(root, pe)) {
    for (const auto& file : files_in(folder, {ending})) files.push_back(file);
  }
  std::sort(files.begin(), files.end(), [](const fs::path& one, const fs::path& other) {
    return one.filename() < other.filename();
  });
  return files;
}

}  // namespace

void put_packages_first(std::vector<fs::path>& sources) {
  std::stable_partition(sources.begin(), sources.end(), [](const fs::path& source) {
    return boost::algorithm::ends_with(source.stem().string(), "_pkg");
  });
}

std::vector<fs::path> rtl_folders(const fs::path& root, const std::string& pe) {
  std::vector<fs::path> folders = {root / "rtl" / "shared", root / "rtl" / pe};
  // Liquid's slot is fixed, and a thief has no phases; whoever has some has to learn when they are
  // over.
  if (pe != "liquid" && pe != "stealing") folders.push_back(root / "rtl" / "phases");
  return folders;
}

std::vector<fs::path> rtl_sources(const fs::path& root, const std::string& pe) {
  auto sources = rtl_files(root, pe, ".sv");
  put_packages_first(sources);
  return sources;
}

std::vector<fs::path> rtl_headers(const fs::path& root, const std::string& pe) {
  return rtl_files(root, pe, ".svh");
}

fs::path cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    // The path is made absolute because tools run in other folders.
    return value != nullptr && *value != '\0' ? fs::absolute(value) : fs::path();
  };
  if (auto own = set("ISOBAR_CACHE_DIR"); !own.empty()) return own;
  if (auto user = set("XDG_CACHE_HOME"); !user.empty()) return user / "isobar";
  if (const auto home = set("HOME"); !home.empty()) return home / ".cache" / "isobar";
  return fs::temp_directory_path() / fmt::format("isobar-{}", getuid());
}

}  // namespace isobar
