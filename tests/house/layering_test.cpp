// SPDX-License-Identifier: Apache-2.0
// Who may include whom: the table of folders in docs/architecture.md, held against every source.
#include <algorithm>
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

using Arrows = std::map<std::string, std::set<std::string>>;

const fs::path root = ISOBAR_SOURCE_DIR;
const std::vector<std::string> tops = {"models", "host", "waves", "tb", "sim"};

/// The rows `| `FOLDER` | `FOLDER`, … |` below the heading "Who may include whom".
Arrows read_table(const fs::path& document) {
  std::ifstream in(document);
  Arrows table;
  std::string line;
  while (std::getline(in, line) && line != "## Who may include whom") continue;
  const std::regex folder("`([a-z_/]+)`");
  while (std::getline(in, line) && line.rfind("## ", 0) != 0) {
    if (line.rfind("| `", 0) != 0) continue;
    auto name = std::sregex_iterator(line.begin(), line.end(), folder);
    auto& targets = table[(*name)[1]];
    for (++name; name != std::sregex_iterator(); ++name) targets.insert((*name)[1]);
  }
  return table;
}

/// Which folders the sources of each folder below `tree` include; with one example each.
std::map<std::string, std::map<std::string, std::string>> read_includes(const fs::path& tree) {
  std::map<std::string, std::map<std::string, std::string>> found;
  const std::regex include(R"re(#include "([a-z_0-9/]+)/[a-z_0-9]+\.h")re");
  for (const auto& top : tops) {
    if (!fs::exists(tree / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(tree / top)) {
      const auto kind = entry.path().extension();
      if (kind != ".h" && kind != ".cpp") continue;
      const auto file = fs::relative(entry.path(), tree);
      if (file.string().rfind("sim/examples/", 0) == 0) continue;  // projects of their own
      auto& targets = found[file.parent_path().string()];
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);) {
        if (!std::regex_search(line, match, include)) continue;
        if (match[1] != file.parent_path().string()) {
          targets.emplace(match[1], file.string() + ": " + line);
        }
      }
    }
  }
  return found;
}

/// What stands against the table, a line each.
std::vector<std::string> violations(const Arrows& table, const fs::path& tree) {
  std::vector<std::string> out;
  for (const auto& [folder, targets] : read_includes(tree)) {
    const auto row = table.find(folder);
    if (row == table.end()) {
      out.push_back(folder + " is in no row of the table");
      continue;
    }
    for (const auto& [target, example] : targets) {
      if (row->second.count(target) == 0) out.push_back(example);
    }
  }
  return out;
}

/// A folder that leads back to itself; empty if there is none.
std::string circle(const Arrows& table) {
  for (const auto& [start, targets] : table) {
    std::set<std::string> seen;
    std::vector<std::string> open(targets.begin(), targets.end());
    while (!open.empty()) {
      const auto folder = open.back();
      open.pop_back();
      if (folder == start) return start;
      const auto row = table.find(folder);
      if (!seen.insert(folder).second || row == table.end()) continue;
      open.insert(open.end(), row->second.begin(), row->second.end());
    }
  }
  return {};
}

}  // namespace

TEST_CASE("every include follows an arrow of the table of folders", "[house]") {
  const auto table = read_table(root / "docs/architecture.md");
  REQUIRE(table.size() > 30);
  const std::vector<std::string> none;
  CHECK(violations(table, root) == none);
}

TEST_CASE("the table of folders has no circle, and no arrow that nobody follows", "[house]") {
  const auto table = read_table(root / "docs/architecture.md");
  CHECK(circle(table).empty());
  auto found = read_includes(root);
  for (const auto& [folder, targets] : table) {
    for (const auto& target : targets) {
      INFO(folder << " -> " << target);
      CHECK(found[folder].count(target) == 1);
    }
  }
}

TEST_CASE("a back arrow and a folder of its own are seen", "[house]") {
  const isobar::test::Scratch tree;
  tree.write("models/link/link.h", "#include \"models/fabric/fabric.h\"\n");
  const Arrows table = {{"models/link", {"models/fabric"}}, {"models/fabric", {}}};
  CHECK(violations(table, tree.path()).empty());
  tree.write("models/fabric/fabric.h", "#include \"models/link/link.h\"\n");
  CHECK(violations(table, tree.path()) ==
        std::vector<std::string>{"models/fabric/fabric.h: #include \"models/link/link.h\""});
  tree.write("sim/attic/attic.h", "");
  CHECK(violations(table, tree.path()).size() == 2);
  CHECK(circle({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}}) == "a");
  CHECK(circle({{"a", {"b", "c"}}, {"b", {"c"}}, {"c", {}}}).empty());
}
