// SPDX-License-Identifier: Apache-2.0
// The inventory of the papers: every item has a reproduction or a test that is there, and is as
// good as the worst of its comparisons.
#include "sim/reproduce/inventory.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "host/cache.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/report.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;
using test::run_program;
using test::Scratch;
using Verdict = Comparison::Verdict;

namespace {

/// The tests belong to several programs, so their names are read from the sources of all.
std::set<std::string> names_of_tests() {
  const std::regex named(R"re(TEST_CASE\(\s*"([^"]*)")re");
  const std::regex continued(R"re("\n\s*")re");  // inside a name that takes two lines
  std::set<std::string> names;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(ISOBAR_SOURCE_DIR "/tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const auto text = std::regex_replace(file_contents(entry.path()), continued, "");
    for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at) {
      names.insert((*at)[1]);
    }
  }
  return names;
}

Reproduction made() {
  Reproduction r;
  r.comparisons = {compare("time, n = 1", 4, 4),
                   compare("time, n = 2", 4, 5).explained(exactly(5), "why"),
                   compare("share", 4, 5).listed_as_missed(exactly(5), "tried"),
                   compare("wrong", 4, 5), not_comparable("size", "", "7", "none is given")};
  return r;
}

void write_made(const Scratch& folder) {
  ReproductionEntry entry;
  entry.id = "some";
  std::ostringstream out;
  write_json(entry, made(), out);
  folder.write("some.json", out.str());
}

InventoryRow row_of(const InventoryItem& item, const Scratch& folder) {
  return inventory_of({item}, folder.path()).at(0);
}

}  // namespace

TEST_CASE("every item of the papers has a test that is there or a reproduction that is listed") {
  const auto tests = names_of_tests();
  std::set<std::string> ids;
  for (const auto& entry : reproductions()) ids.insert(entry.id);
  CHECK(inventory().size() > 160);
  for (const auto& item : inventory()) {
    INFO(item.paper << ", " << item.item << ": " << item.what);
    CHECK(item.id.empty() != item.test.empty());
    if (!item.id.empty()) CHECK(ids.count(item.id) == 1);
    if (!item.test.empty()) CHECK(tests.count(item.test) == 1);
  }
}

TEST_CASE("an item is as good as the worst of its comparisons") {
  const Scratch folder;
  write_made(folder);
  CHECK(row_of(shown_by("", "", "some", {"time, n = 1"}), folder).verdict == Verdict::agrees);
  const auto both = row_of(shown_by("", "", "some", {"time*"}), folder);
  CHECK(both.verdict == Verdict::as_explained);
  CHECK(both.comparisons == 2);
  CHECK(both.published == "4");
  CHECK(both.measured == "5");
  CHECK(row_of(shown_by("", "", "some", {"time*", "share"}), folder).verdict == Verdict::missed);
  CHECK(row_of(shown_by("", "", "some", {"size"}), folder).verdict == Verdict::not_comparable);
  CHECK(row_of(shown_by("", "", "some", {"size", "time, n = 1"}), folder).verdict ==
        Verdict::agrees);
  CHECK(failed(inventory_of({shown_by("", "", "some", {"*e*"})}, folder.path())) == 0);
  CHECK(failed(inventory_of({shown_by("", "", "some")}, folder.path())) == 1);
}

TEST_CASE("an item without a reproduction, a test or a comparison fails") {
  const Scratch folder;
  write_made(folder);
  const auto nothing = inventory_of({InventoryItem{}}, folder.path());
  CHECK(failed(nothing) == 1);
  CHECK(contains(inventory_text(nothing), "FAILED: neither a reproduction nor a test shows it"));
  CHECK(failed(inventory_of({shown_by("", "", "some", {"no such row"})}, folder.path())) == 1);
  const auto not_run = inventory_of({shown_by("", "", "other")}, folder.path());
  CHECK(failed(not_run) == 0);
  CHECK(contains(inventory_text(not_run), "| not run |"));
}

TEST_CASE("a file that is no result of reproduce is refused") {
  const Scratch folder;
  folder.write("some.json", "{");
  const auto join = [&] { inventory_of({shown_by("", "", "some")}, folder.path()); };
  CHECK(contains(refusal(join), "some.json: no result of isobar reproduce"));
  folder.write("some.json", R"({"schema": "isobar.reproduction/1", "comparisons": []})");
  CHECK(contains(refusal(join), "another schema than isobar.reproduction/2"));
}

TEST_CASE("the inventory names the verdicts of the results in the folder") {
  const Scratch folder;
  REQUIRE(run_program({"reproduce", "henrich-table3", "-q"}, folder.path()).status == 0);
  const auto ran = run_program({"reproduce", "--inventory"}, folder.path());
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "### Henrich"));
  CHECK(contains(ran.out, "| Table 3 | a ring of 8: 7, 18 and 24 shifts |"));
  CHECK(contains(ran.out, "| not run |"));
}
