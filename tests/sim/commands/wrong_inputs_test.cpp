// SPDX-License-Identifier: Apache-2.0
// docs/wrong_inputs.md says what the program says: its rows are run, and compared.
#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/text.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

using namespace isobar;

namespace {

struct Row {
  std::string command;
  std::string said;
  std::string status;
};

struct Page {
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<Row> rows;
};

/// Without the marks of code around it; a bar is written \| in a table.
std::string plain(std::string cell) {
  static const std::regex bar(R"(\\\|)");
  const auto marks = cell.find_first_not_of('`');
  if (marks == 0) return std::regex_replace(cell, bar, "|");
  cell = cell.substr(marks, cell.size() - 2 * marks);
  if (marks > 1 && cell.front() == ' ') cell = cell.substr(1, cell.size() - 2);
  return std::regex_replace(cell, bar, "|");
}

Page read_page() {
  std::ifstream in(ISOBAR_SOURCE_DIR "/docs/wrong_inputs.md");
  Page page;
  bool in_file = false;
  static const std::regex title("^```[a-z]+ title=\"([^\"]+)\"$");
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (in_file) {
      in_file = line != "```";
      if (in_file) page.files.back().second += line + "\n";
    } else if (std::regex_match(line, match, title)) {
      page.files.emplace_back(match[1], "");
      in_file = true;
    } else if (line.rfind("| `", 0) == 0) {
      std::vector<std::string> cells;
      std::size_t from = 2;
      for (auto at = line.find(" | ", from); at != std::string::npos; at = line.find(" | ", from)) {
        cells.push_back(plain(line.substr(from, at - from)));
        from = at + 3;
      }
      REQUIRE(cells.size() == 2);
      page.rows.push_back({cells[0], cells[1], line.substr(from, line.size() - from - 2)});
    }
  }
  return page;
}

}  // namespace

TEST_CASE("what is said of wrong input is what the page says", "[mistyped][volume]") {
  const auto page = read_page();
  constexpr std::size_t least = 40;
  CHECK(page.rows.size() >= least);
  std::set<std::string> commands;
  const test::Scratch folder;
  for (const auto& [name, text] : page.files) folder.write(name, text);
  for (const auto& row : page.rows) {
    CHECK(commands.insert(row.command).second);
    std::vector<std::string> arguments;
    for (const auto word : split(row.command, ' ')) arguments.emplace_back(word);
    REQUIRE(arguments.front() == "isobar");
    arguments.erase(arguments.begin());
    const auto ran = test::run_program(arguments, folder.path());
    INFO(row.command);
    CHECK(ran.err == fmt::format("isobar: {}\n", row.said));
    CHECK(std::to_string(ran.status) == row.status);
    CHECK(ran.out.empty());
  }
  // What is refused leaves nothing behind.
  CHECK(folder.names().size() == page.files.size());
}
