// SPDX-License-Identifier: Apache-2.0
// The reference of commands, schemes and applications in docs/ is what the program says of itself.
#include <fmt/format.h>

#include <filesystem>
#include <regex>
#include <string>

#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"
#include "sim/input/application_file.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::contents;

namespace {

const std::filesystem::path docs = std::filesystem::path(ISOBAR_SOURCE_DIR) / "docs";

std::string made(const std::string& what) {
  const auto ran = test::run_program({"list", what, "--as", "markdown"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  return ran.out;
}

/// What stands below a heading of the second level, up to the next.
std::string section(const std::string& page, const std::string& heading) {
  const auto from = page.find("\n## " + heading + "\n");
  if (from == std::string::npos) return {};
  return page.substr(from, page.find("\n## ", from + 1) - from);
}

}  // namespace

TEST_CASE("the references of commands, schemes and applications in docs are the program's") {
  CHECK(contents(docs / "commands.md") == made("commands"));
  CHECK(contents(docs / "schemes.md") == made("schemes"));
  CHECK(contents(docs / "application_parameters.md") == made("applications"));
}

TEST_CASE("every scheme stands in the reference with its parameters, and its page names it") {
  const auto page = made("schemes");
  for (const auto& [name, scheme] : schemes()) {
    if (name.rfind("test-", 0) == 0) continue;  // the tests' own, which the program has not
    INFO(name);
    const auto text = section(page, name);
    std::smatch link;
    REQUIRE(std::regex_search(text, link, std::regex(R"(\]\((schemes/[a-z-]+\.md)\))")));
    const auto its_page = docs / link[1].str();
    CHECK((its_page.stem() == name || contains(contents(its_page), "`" + name)));
    CHECK(contains(page, fmt::format("| [`{}`](#{}) |", name, name)));
    for (const auto& p : scheme.parameters) {
      CHECK(contains(text, fmt::format("| `{}` | `{}` |", p.name, p.default_text)));
    }
  }
}

TEST_CASE("the reference says on which fabrics a scheme runs") {
  const auto page = made("schemes");
  CHECK(contains(page, "(#hhc-a) |"));
  const std::regex hhc_only(R"(\(#hhc-a\) \|.*\| hhc \|)");
  const std::regex everywhere(R"(\(#steal\) \|.*\| every \|)");
  const std::regex products(R"(\(#lm-c5\) \|.*\| ring, torus, hypercube, hhc \|)");
  CHECK(std::regex_search(page, hhc_only));
  CHECK(std::regex_search(page, everywhere));
  CHECK(std::regex_search(page, products));
}

TEST_CASE("every application stands in the reference with its parameters") {
  const auto page = made("applications");
  for (const auto& [name, entry] : applications()) {
    INFO(name);
    for (const auto& p : entry.parameters) {
      CHECK(contains(section(page, name), fmt::format("| `{}` | `{}` |", p.name, p.default_text)));
    }
  }
  for (const auto& row : file_applications()) CHECK(contains(page, std::string(row.form.form)));
}

TEST_CASE("every command and option of help stands in the reference of commands") {
  const auto page = made("commands");
  const std::regex option(R"(\n  (?:-[a-z],)?(--[a-z0-9-]+))");
  for (const std::string command :
       {"run", "cosim", "list", "synth", "report", "view", "explore", "reproduce"}) {
    INFO(command);
    const auto text = section(page, "isobar " + command);
    const auto help = test::run_program({command, "--help"}).out;
    for (auto found = std::sregex_iterator(help.begin(), help.end(), option);
         found != std::sregex_iterator(); ++found) {
      const auto name = (*found)[1].str();
      INFO(name);
      if (name != "--help") CHECK((contains(text, name + "`") || contains(text, name + ",")));
    }
  }
  CHECK(contains(page, "\n## isobar explore status\n"));
  CHECK_FALSE(contains(page, "isobar mutants"));
  CHECK(contains(page, R"(| `local\|slurm)"));  // a bar would end the cell
}
