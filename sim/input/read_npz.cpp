// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_npz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include "models/errors.h"
#include "sim/input/input_file.h"
#include "sim/input/read_npy.h"

namespace isobar {
namespace {

constexpr std::string_view array_ending = ".npy";

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using Member = std::unique_ptr<zip_file_t, CloseMember>;

Archive open_archive(const std::filesystem::path& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  fail_at(path, fmt::format("is not an NPZ archive, which is a ZIP file ({})", why));
}

/// The names of the arrays, by their place in the archive.
std::vector<std::string> names_of(zip_t& archive) {
  std::vector<std::string> names;
  const auto count = zip_get_num_entries(&archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* found = zip_get_name(&archive, static_cast<zip_uint64_t>(i), 0);
    std::string name = found == nullptr ? "" : found;
    const bool is_array = name.size() > array_ending.size() &&
                          name.substr(name.size() - array_ending.size()) == array_ending;
    if (is_array) name.resize(name.size() - array_ending.size());
    names.push_back(std::move(name));
  }
  return names;
}

std::uint64_t place_of(const std::vector<std::string>& names, std::string_view name) {
  const auto there = fmt::format("there are: {}", fmt::join(names, ", ")).substr(0, 200);
  if (name.empty()) {
    if (names.size() == 1) return 0;
    throw ValueError(
        fmt::format("has {} arrays; name=NAME behind the file says which of them has the loads; {}",
                    names.size(), there));
  }
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw ValueError(fmt::format("has no array {:?}; {}", name.substr(0, 40), there));
  }
  return static_cast<std::uint64_t>(found - names.begin());
}

std::string unpack(zip_t& archive, std::uint64_t place, const Fabric& fabric) {
  constexpr std::uint64_t longest_header = 1 << 17;
  constexpr std::uint64_t longest_element = 64;  // longer ones than read_npy() knows
  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_stat_index(&archive, place, 0, &about) != 0 || (about.valid & ZIP_STAT_SIZE) == 0) {
    throw ValueError(zip_strerror(&archive));
  }
  if (about.size > longest_header + longest_element * fabric.pes()) {
    throw ValueError(
        fmt::format("its {} bytes are more than {} loads can have", about.size, fabric.pes()));
  }
  const Member member(zip_fopen_index(&archive, place, 0));
  if (!member) throw ValueError(zip_strerror(&archive));
  std::string bytes(about.size, '\0');
  // One byte more than there should be: at its end libzip compares the check sum.
  char beyond = 0;
  const auto read = zip_fread(member.get(), bytes.data(), bytes.size());
  const auto more = read < 0 ? -1 : zip_fread(member.get(), &beyond, 1);
  if (read < 0 || more < 0) throw ValueError(zip_file_strerror(member.get()));
  if (static_cast<std::uint64_t>(read) != about.size || more != 0) {
    throw ValueError("its size is not the one that the archive says");
  }
  return bytes;
}

}  // namespace

NarrowArray read_npz(const std::filesystem::path& path, std::string_view name,
                     const Fabric& fabric) {
  open_input(path);  // says what is no file
  const auto archive = open_archive(path);
  std::string array;
  try {
    const auto names = names_of(*archive);
    const auto place = place_of(names, name);
    array = fmt::format("array {}: ", names[place].substr(0, 40));
    std::istringstream in(unpack(*archive, place, fabric));
    return read_npy(in, fabric);
  } catch (const ValueError& error) {
    fail_at(path, array + error.what());
  }
}

}  // namespace isobar
