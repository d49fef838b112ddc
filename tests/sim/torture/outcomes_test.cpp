// SPDX-License-Identifier: Apache-2.0
// What experiments came to is on record, so that no number becomes another one without notice.
#include <boost/algorithm/string/join.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

const fs::path outcomes = ISOBAR_SOURCE_DIR "/tests/data/outcomes";

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

constexpr std::size_t parts = 4;

/// Every fourth experiment, from number `part` on.
void check_outcomes(const std::string& scheme, std::size_t part) {
  const auto file = (outcomes / (scheme + ".txt")).string();
  INFO("if it is meant, list it in CHANGELOG.md and record it: isobar torture --corpus "
       << file << " --outcomes " << file);
  const auto all = lines_of(file);
  std::vector<std::string> before;
  for (auto row = 2 * part; row + 1 < all.size(); row += 2 * parts) {
    before.insert(before.end(), {all[row], all[row + 1]});
  }
  const Scratch folder;
  std::ofstream(folder / "before.txt") << boost::algorithm::join(before, "\n") << "\n";
  const auto ran =
      run_program({"torture", "-q", "-j", "1", "--seconds", "60", "--corpus",
                   (folder / "before.txt").string(), "--outcomes", (folder / "now.txt").string()});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  const auto now = lines_of(folder / "now.txt");
  REQUIRE(before.size() > 1);
  REQUIRE(now.size() == before.size());
  for (std::size_t row = 0; row + 1 < before.size(); row += 2) {
    INFO(before[row + 1]);
    CHECK(now[row] == before[row]);
  }
}

}  // namespace

// Four cases for each scheme, so that a failure names it and they run side by side.
#define OUTCOMES_OF_PART(scheme, part)                                              \
  TEST_CASE("experiments with " scheme " come to what is on record: part " #part) { \
    check_outcomes(scheme, part - 1);                                               \
  }
#define OUTCOMES_OF(scheme)   \
  OUTCOMES_OF_PART(scheme, 1) \
  OUTCOMES_OF_PART(scheme, 2) \
  OUTCOMES_OF_PART(scheme, 3) \
  OUTCOMES_OF_PART(scheme, 4)
OUTCOMES_OF("alpha-splitting")
OUTCOMES_OF("de")
OUTCOMES_OF("dem")
OUTCOMES_OF("dem-request")
OUTCOMES_OF("diffusion")
OUTCOMES_OF("diffusion-async")
OUTCOMES_OF("diffusion2")
OUTCOMES_OF("eager-receiver")
OUTCOMES_OF("eager-sender")
OUTCOMES_OF("gde")
OUTCOMES_OF("gm")
OUTCOMES_OF("hbm")
OUTCOMES_OF("hetero-diffusion")
OUTCOMES_OF("hetero-gde")
OUTCOMES_OF("hetero-hbm")
OUTCOMES_OF("hhc-a")
OUTCOMES_OF("hhc-b")
OUTCOMES_OF("hhc-c")
OUTCOMES_OF("lm-c0")
OUTCOMES_OF("lm-c1")
OUTCOMES_OF("lm-c2")
OUTCOMES_OF("lm-c3")
OUTCOMES_OF("lm-c4")
OUTCOMES_OF("lm-c5")
OUTCOMES_OF("lueling-monien")
OUTCOMES_OF("multilevel")
OUTCOMES_OF("nna")
OUTCOMES_OF("nna-async")
OUTCOMES_OF("nna-portions")
OUTCOMES_OF("none")
OUTCOMES_OF("rid")
OUTCOMES_OF("sid")
OUTCOMES_OF("steal")

TEST_CASE("outcomes of every scheme are on record, and another number is seen") {
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(outcomes)) {
    files.insert(entry.path().stem().string());
  }
  for (const auto& [name, entry] : schemes()) {
    INFO(name);
    if (name.rfind("test-", 0) != 0) CHECK(files.count(name) == 1);
  }
  const Scratch folder;
  const auto outcome = [&](const std::string& line) {
    std::ofstream(folder / "corpus.txt") << line << "\n";
    const auto ran = run_program({"torture", "-q", "--corpus", (folder / "corpus.txt").string(),
                                  "--outcomes", (folder / "now.txt").string()});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    const auto lines = lines_of(folder / "now.txt");
    REQUIRE(lines.size() == 2);
    CHECK(lines[1] == line);
    return lines[0];
  };
  const std::string run = "isobar run --fabric ring:4 --scheme nna --load spike:9";
  CHECK(outcome(run) == outcome(run));
  CHECK(outcome(run) != outcome(run + " --link-latency 8ns"));
  CHECK(contains(outcome(run + " --csv out.csv"), ", csv "));
  CHECK(
      contains(outcome("isobar run --fabric ring:4 --scheme nna --load=-1"), "unknown load '-1'"));
}
