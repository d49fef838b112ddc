// SPDX-License-Identifier: Apache-2.0
// Documents and comments name files and headings that exist.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

const fs::path root = ISOBAR_SOURCE_DIR;
const std::vector<std::string> tops = {"models", "host", "waves", "tb",
                                       "sim",    "rtl",  "docs",  "tests"};

/// The sources and documents of a tree, without what a build or a user leaves beside them.
std::vector<fs::path> texts(const fs::path& tree) {
  const std::set<std::string> kinds = {".md",  ".h",   ".cpp", ".sv", ".svh",  ".js",
                                       ".mjs", ".css", ".py",  ".sh", ".toml", ".cmake"};
  std::vector<fs::path> found;
  const auto add = [&](const fs::path& file) {
    if (kinds.count(file.extension().string()) > 0) found.push_back(file);
  };
  for (const auto& entry : fs::directory_iterator(tree)) add(entry.path());
  for (const auto& top : tops) {
    if (!fs::exists(tree / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(tree / top)) {
      // The tests of the house name files that are not there.
      if (entry.path().parent_path() != root / "tests/house") add(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A heading as a link names it: `## Who may include whom` is `who-may-include-whom`.
std::string anchor(const std::string& heading) {
  std::string made;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    if (c == ' ') made += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
        (c & 0x80) != 0) {
      made += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return made;
}

bool has_heading(const fs::path& document, const std::string& name) {
  std::ifstream in(document);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind('#', 0) == 0 && anchor(line) == name) return true;
  }
  return false;
}

/// Links of a line of Markdown that lead nowhere, each `(TARGET)`.
void check_links(const std::string& line, const fs::path& file, std::vector<std::string>& dead) {
  static const std::regex link(R"re(\]\(<?([^)#\s>]*)>?(?:#([^)\s]+))?\))re");
  for (std::sregex_iterator match(line.begin(), line.end(), link), end; match != end; ++match) {
    const std::string target = (*match)[1];
    const std::string heading = (*match)[2];
    if (target.find("://") != std::string::npos) continue;
    const auto path = target.empty() ? file : file.parent_path() / target;
    if (!fs::exists(path) || (!heading.empty() && !has_heading(path, heading))) {
      dead.push_back(heading.empty() ? target : fmt::format("{}#{}", target, heading));
    }
  }
}

/// Paths from the top of the tree that a line names and that do not exist: with an extension
/// anywhere, and folders where Markdown sets them as code. NAME stands for one of the reader's.
void check_paths(const std::string& line, const fs::path& tree, bool is_markdown,
                 std::vector<std::string>& dead) {
  static const std::string start =
      R"re((?:^|[^\w/.-])((?:models|host|waves|tb|sim|rtl|docs|tests)/)re";
  static const std::regex file(
      start +
      R"re([\w./-]*\.(?:h|cpp|md|svh?|toml|m?js|css|py|sh|txt|graph|csv|json|cmake))(?!\w))re");
  static const std::regex folder(start + R"re([\w./-]*/)`)re");
  const auto check = [&](const std::regex& kind) {
    for (std::sregex_iterator match(line.begin(), line.end(), kind), end; match != end; ++match) {
      const std::string path = (*match)[1];
      const bool is_placeholder = path.find("NAME") != std::string::npos;
      if (!is_placeholder && !fs::exists(tree / path)) dead.push_back(path);
    }
  };
  check(file);
  if (is_markdown) check(folder);
}

/// What is named in a tree and does not exist, each `FILE:LINE: NAME`.
std::vector<std::string> dead_names(const fs::path& tree) {
  std::vector<std::string> all;
  for (const auto& path : texts(tree)) {
    std::ifstream in(path);
    std::size_t number = 0;
    bool is_code = false;  // in a block of it, brackets are no links
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.rfind("```", 0) == 0) is_code = !is_code;
      const bool is_markdown = path.extension() == ".md";
      std::vector<std::string> dead;
      if (is_markdown && !is_code) check_links(line, path, dead);
      check_paths(line, tree, is_markdown, dead);
      for (const auto& name : dead) {
        all.push_back(fs::relative(path, tree).string() + ":" + std::to_string(number) + ": " +
                      name);
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("documents and comments name files and headings that exist", "[house][volume]") {
  REQUIRE(texts(root).size() > 500);
  const std::vector<std::string> none;
  CHECK(dead_names(root) == none);
}

TEST_CASE("a dead link, heading or path is seen", "[house]") {
  const isobar::test::Scratch tree;
  tree.write("models/link/link.h", "// see docs/time.md and docs/gone.md\n");
  tree.write("docs/time.md",
             "# Time\n## Full queues, and λ\n[a](#full-queues-and-λ) [b](../README.md)\n"
             "`models/link/` `models/gone/` models/link/link.h, models/link/gone.h.\n");
  tree.write("README.md",
             "[a](docs/time.md#time) [b](docs/time.md#gone) [c](https://a.b/docs/c.md)\n");
  CHECK(dead_names(tree.path()) == std::vector<std::string>{"README.md:1: docs/time.md#gone",
                                                            "docs/time.md:4: models/link/gone.h",
                                                            "docs/time.md:4: models/gone/",
                                                            "models/link/link.h:1: docs/gone.md"});
}
