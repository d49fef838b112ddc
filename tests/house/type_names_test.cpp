// SPDX-License-Identifier: Apache-2.0
// A type has its name for itself: of two with one name in one namespace, a program that is linked
// of both takes the destructor of either, and no compiler says so.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/scratch.h"

namespace {

namespace fs = std::filesystem;

using Places = std::map<std::string, std::set<std::string>>;  ///< of a type, with its namespaces

/// Adds the types that a source defines, but for those of its own in a namespace without a name.
void add_types(const fs::path& file, Places& places) {
  const std::regex opening(R"(^namespace ?([\w:]*) ?\{$)");
  const std::regex closing(R"(^\}  // namespace.*)");
  const std::regex type(R"(^(?:struct|class|enum class) (\w+)(?: final)?(?: :.*)? \{.*)");
  std::vector<std::string> spaces;
  std::ifstream in(file);
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, opening)) {
      spaces.push_back(found[1]);
    } else if (std::regex_match(line, closing)) {
      if (!spaces.empty()) spaces.pop_back();
    } else if (std::regex_match(line, found, type)) {
      std::string name;
      bool is_own = false;
      for (const auto& space : spaces) {
        is_own = is_own || space.empty();
        name += space + "::";
      }
      if (!is_own) places[name + std::string(found[1])].insert(file.string());
    }
  }
}

/// The types of a tree that are defined more than once.
Places shared_names(const fs::path& tree, const std::vector<std::string>& tops) {
  Places all;
  for (const auto& top : tops) {
    for (const auto& entry : fs::recursive_directory_iterator(tree / top)) {
      const auto kind = entry.path().extension();
      // The benchmarks are programs of their own.
      if (entry.path().string().find("tests/bench/") != std::string::npos) continue;
      if (kind == ".h" || kind == ".cpp") add_types(entry.path(), all);
    }
  }
  Places shared;
  for (const auto& [name, files] : all) {
    if (files.size() > 1) shared[name] = files;
  }
  CHECK(!all.empty());
  return shared;
}

}  // namespace

TEST_CASE("a type has its name for itself", "[house]") {
  for (const auto& [name, files] :
       shared_names(ISOBAR_SOURCE_DIR, {"models", "host", "waves", "tb", "sim", "tests"})) {
    INFO(name);
    for (const auto& file : files) UNSCOPED_INFO(file);
    CHECK(files.size() == 1);
  }
}

TEST_CASE("two types of one name are found, but for those of a source's own", "[house]") {
  const isobar::test::Scratch folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.path() / name) << text;
  };
  write("a.h",
        "namespace isobar {\n\nstruct Same {\n};\nclass Base : Other {\n};\n}  // namespace "
        "isobar\n");
  write("b.cpp",
        "namespace isobar {\nclass Same final : Other {\n};\nnamespace {\nstruct Base {\n};\n"
        "}  // namespace\n}  // namespace isobar\n");
  write("c.h", "namespace isobar::there {\nstruct Same {\n};\n}  // namespace isobar::there\n");
  const auto shared = shared_names(folder.path(), {"."});
  REQUIRE(shared.size() == 1);
  CHECK(shared.begin()->first == "isobar::Same");
  CHECK(shared.begin()->second.size() == 2);
}
