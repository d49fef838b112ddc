// SPDX-License-Identifier: Apache-2.0
// Tables and figures made again: what counts as agreement, what is written, what is refused.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "host/cache.h"
#include "host/data_root.h"
#include "sim/fits/fit.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/fitted.h"
#include "sim/reproduce/henrich_apart.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/report.h"
#include "sim/reproduce/reproduction.h"
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

const ReproductionEntry sample_entry = {
    "some-fig1", "Somebody, A Paper", "Figure 1", "Something", {}};

Reproduction sample() {
  Reproduction r;
  r.comparisons = {compare("a", 4, 3.65),
                   compare("b", 4, 2.43).explained(around(2.4, 0.1), "another reading"),
                   not_comparable("c", "", "7", "it is drawn"),
                   compare("d", 4, number(4.5, 1), within(4, 0.25))};
  r.remarks = {"A remark."};
  r.table.columns = {"PEs", "a \"quoted\" name", "x"};
  r.table.rows = {{std::int64_t{8}, std::string("one, two"), 0.1}, {std::int64_t{16}, {}, 2.0}};
  return r;
}

/// Makes entries again, none of whose comparisons may fail.
void check_none_failed(std::vector<std::string> ids) {
  const Scratch folder;
  ids.insert(ids.begin(), "reproduce");
  const auto ran = run_program(ids, folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK(!contains(ran.out, "FAILED"));
}

}  // namespace

TEST_CASE("numbers agree that round to the published one") {
  CHECK(compare("", 4, 3.65).verdict == Verdict::agrees);
  CHECK(compare("", 4, 3.49).verdict == Verdict::failed);
  CHECK(compare("", 3.6, 3.65, 1).verdict == Verdict::agrees);
  CHECK(compare("", 3.65, 3.6449, 2).verdict == Verdict::failed);
  CHECK(compare("", 18, 18).measured.text == "18");
  CHECK(compare("", 4, 3.65).measured.text == "3.65");
}

TEST_CASE("numbers agree within the tolerance that is stated with them") {
  CHECK(compare("", 0.6, number(0.69, 2), around(0.6, 0.1)).verdict == Verdict::agrees);
  CHECK(compare("", 0.6, number(0.71, 2), around(0.6, 0.1)).verdict == Verdict::failed);
  CHECK(claim("", "so", cases(9, 9), exactly(9)).verdict == Verdict::agrees);
  CHECK(claim("", "so", cases(8, 9), exactly(9)).verdict == Verdict::failed);
  CHECK(claim("", "so", "not so", false).verdict == Verdict::failed);
  CHECK(claim("", "so", Measured{}, Band{}).verdict == Verdict::failed);
  CHECK(compare("", 10, number(12), within(10, 0.1)).tolerance == "9 to 11");
  CHECK(at_least(3).text() == "at least 3");
  CHECK(at_most(0.5).text() == "at most 0.5");
  CHECK(exactly(9).text() == "9");
}

TEST_CASE("a reason explains what lies in the band that it predicts, and nothing else") {
  const auto off = compare("", 24, 27);
  CHECK(off.explained(exactly(27), "why").verdict == Verdict::as_explained);
  CHECK(off.explained(exactly(27), "why").why == "why");
  CHECK(off.explained(at_least(28), "why").verdict == Verdict::failed);
  CHECK(off.explained(at_least(28), "why").why == "not what the reason predicts: why");
  CHECK(off.explained(false, "less", "why").verdict == Verdict::failed);
  // What agrees needs no reason, but the reason's prediction holds for it too.
  const auto near = compare("", 24, 24);
  CHECK(near.explained(at_most(24), "why").verdict == Verdict::agrees);
  CHECK(near.explained(at_most(24), "why").why.empty());
  CHECK(near.explained(exactly(27), "why").verdict == Verdict::failed);
}

TEST_CASE("what is listed as missed is still missed, and where it was seen") {
  const auto off = compare("", 24, 27);
  CHECK(off.listed_as_missed(exactly(27), "tried").verdict == Verdict::missed);
  CHECK(off.listed_as_missed(exactly(28), "tried").verdict == Verdict::failed);
  CHECK(compare("", 24, 24).listed_as_missed(around(24, 5), "tried").verdict == Verdict::failed);
  CHECK(not_comparable("", "so", "7", "why").verdict == Verdict::not_comparable);
}

TEST_CASE("what was fitted is not comparable, and must fit better than half and double") {
  FittedEntry entry;
  entry.constant({"poll_cost", "40 us", "the share of time that is published"});
  CHECK(entry.chosen_for("share", 0.2, {0.1, 0.21, 0.4}, 2).verdict == Verdict::agrees);
  CHECK(entry.chosen_for("share", 0.2, {0.19, 0.23, 0.4}, 2).verdict == Verdict::failed);
  CHECK(entry.result("time", 44, {43, 44, 47}, 3, 0).verdict == Verdict::agrees);
  CHECK(entry.result("time", 44, {43, 44, 48}, 3, 0).verdict == Verdict::failed);
  CHECK(entry.statement("A is above B", true, true, true).verdict == Verdict::agrees);
  auto& so = entry.statement("A is above B", true, true, false);
  CHECK(so.verdict == Verdict::failed);
  so = so.explained(exactly(2), "why");
  const auto r = entry.take();
  REQUIRE(r.comparisons.size() == 8);
  CHECK(r.comparisons[0].verdict == Verdict::not_comparable);
  CHECK(r.comparisons[7].verdict == Verdict::as_explained);
  CHECK(r.table.rows.size() == 6);
  for (const auto& row : r.table.rows) CHECK(row.size() == r.table.columns.size());
}

TEST_CASE("a reproduction as Markdown, CSV and JSON") {
  const auto text = reproduction_text(sample_entry, sample(), "folder");
  CHECK(contains(text, "## some-fig1\n\nSomething. Somebody, A Paper, Figure 1.\n"));
  CHECK(contains(text, "| a | 4 |  | 3.65 | agrees |\n"));
  CHECK(
      contains(text, "| b | 4 |  | 2.43 | differs as explained (2.3 to 2.5): another reading |\n"));
  CHECK(contains(text, "| c | – |  | 7 | not comparable: it is drawn |\n"));
  CHECK(contains(text, "| d | 4 | 3 to 5 | 4.5 | agrees |\n"));
  CHECK(contains(text, "| 8 | one, two | 0.1 |\n| 16 |  | 2 |\n"));
  CHECK(!contains(text, ".svg"));

  std::ostringstream csv;
  write_csv(sample().table, csv);
  CHECK(csv.str() == "\"PEs\",\"a \"\"quoted\"\" name\",\"x\"\r\n8,\"one, two\",0.1\r\n16,,2\r\n");

  std::ostringstream out;
  write_json(sample_entry, sample(), out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["schema"] == "isobar.reproduction/2");
  CHECK(json["comparisons"][1]["verdict"] == "differs as explained");
  CHECK(json["comparisons"][2]["published"].is_null());
  CHECK(json["table"]["rows"][1] == nlohmann::json::parse("[16, null, 2.0]"));
}

TEST_CASE("a bar in a cell does not end it") {
  auto r = sample();
  r.table.rows = {{std::int64_t{8}, std::string("a|b"), 0.1}};
  CHECK(contains(reproduction_text(sample_entry, r, "folder"), "| 8 | a\\|b | 0.1 |\n"));
}

TEST_CASE("a long table is left to its file") {
  auto r = sample();
  r.table.rows.resize(41, r.table.rows[0]);
  CHECK(contains(reproduction_text(sample_entry, r, "folder"), "41 rows: folder/some-fig1.csv"));
}

TEST_CASE("a fit finds the polynomial and its error") {
  std::vector<std::pair<double, double>> points;
  for (double x = 1; x < 2000; x += 100) points.emplace_back(x, 3 + 2 * x + 0.25 * x * x);
  const auto fit = fit_polynomial(points, 2);
  CHECK(fit.coefficients[0] == Approx(3).epsilon(1e-6));
  CHECK(fit.coefficients[2] == Approx(0.25));
  CHECK(fit.r_squared == Approx(1));
  CHECK(fit_polynomial(points, 1).r_squared < 0.99);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].second += i % 2 == 0 ? 1 : -1;
  const auto noisy = fit_polynomial(points, 1);
  CHECK(noisy.errors[1] > 0);
  CHECK(refusal([] { fit_polynomial({{1, 1}, {2, 2}}, 1); }) == "too few points for a fit");

  std::vector<std::pair<double, double>> power;
  for (double x = 1; x < 100; x *= 2) power.emplace_back(x, 7 * x * std::sqrt(x));
  CHECK(fit_exponent(power) == Approx(1.5));
}

TEST_CASE("a statement that holds always holds in some case") {
  Count count;
  CHECK(claim_always("", "so", count).verdict == Verdict::failed);
  count.add(true);
  CHECK(claim_always("", "so", count).verdict == Verdict::agrees);
  count.add({2, 3});
  CHECK(claim_always("", "so", count).verdict == Verdict::failed);
  CHECK(claim_always("", "so", count).measured.text == "on 3 of 4");
}

TEST_CASE("the verdict on a paper's headline names IDs that there are") {
  std::set<std::string> ids;
  std::set<std::string> papers;
  for (const auto& entry : reproductions()) {
    ids.insert(entry.id);
    papers.insert(entry.paper);
  }
  std::size_t with = 0;
  for (const auto& paper : papers) {
    const auto sentence = paper_headline(paper);
    with += sentence.empty() ? 0 : 1;
    CHECK(headline_text(paper).empty() == sentence.empty());
    const std::regex bracket("\\(((?:[a-z]+-[a-z0-9-]+(?:, )?)+)\\)");
    const std::regex id("[a-z]+-[a-z0-9-]+");
    std::size_t named = 0;
    for (std::sregex_iterator b(sentence.begin(), sentence.end(), bracket), end; b != end; ++b) {
      const auto inside = (*b)[1].str();
      for (std::sregex_iterator i(inside.begin(), inside.end(), id); i != end; ++i) {
        INFO(paper << ": " << i->str());
        CHECK(ids.count(i->str()) == 1);
        ++named;
      }
    }
    CHECK((sentence.empty() || named > 0));
  }
  CHECK(with >= 2);
  CHECK(headline_text("Somebody, A Paper").empty());
}

TEST_CASE("Henrich's rules on a ring, computed apart from the model") {
  const auto liquid = apart_on_ring(apart_c5, 8, 2);
  CHECK(liquid.shared == 7);
  CHECK(liquid.balanced == 18);
  CHECK(apart_on_ring(apart_equation_5, 8, 2).balanced == 24);
  // On ring:24 the loads of equation 4 come again.
  CHECK(apart_on_ring(apart_equation_4, 24, 5).shared);
  CHECK(!apart_on_ring(apart_equation_4, 24, 5).balanced);
  const auto given = apart_equation_4(16, 0, 0);
  CHECK(given.to_successor == 6);
  CHECK(given.to_predecessor == 5);
}

TEST_CASE("every table and figure has an ID of its own") {
  std::set<std::string> ids;
  for (const auto& entry : reproductions()) {
    CHECK(ids.insert(entry.id).second);
    CHECK(!entry.title.empty());
    CHECK(!entry.place.empty());
  }
  const auto ran = run_program({"reproduce", "--list"});
  CHECK(ran.status == 0);
  for (const auto& id : ids) CHECK(contains(ran.out, "  " + id + " "));
}

TEST_CASE("reproduce writes CSV, JSON and SVG, and the same again") {
  const Scratch folder;
  const auto ran = run_program({"reproduce", "henrich-table3"}, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(contains(ran.out, "| Liquid: balanced after steps | 18 |  | 18 | agrees |"));
  CHECK(contains(ran.out, "| NNA: balanced, T (nna-portions) | 24 |  | 24 | agrees |"));
  CHECK(contains(ran.out, "](<reproduced/henrich-table3.svg>)"));
  const auto names =
      std::vector<std::string>{"henrich-table3.csv", "henrich-table3.json", "henrich-table3.svg"};
  const auto again = run_program({"reproduce", "henrich-tab*", "-o", "again"}, folder.path());
  REQUIRE(again.status == 0);
  for (const auto& name : names) {
    INFO(name);
    CHECK(folder.read("reproduced/" + name) == folder.read("again/" + name));
  }
  const auto svg = folder.read("again/henrich-table3.svg");
  CHECK(contains(svg, "<svg"));
  CHECK(contains(svg, "max, lm-c5"));
  CHECK(contains(svg, "</svg>"));
}

TEST_CASE("the HHC paper's tables and figures, made again", "[volume]") {
  const Scratch folder;
  // All but the accuracies, which take thousands of runs.
  std::vector<std::string> arguments = {"reproduce", "hhc-fig*"};
  for (const char* number : {"1", "3", "4", "6", "7", "9", "10"}) {
    arguments.push_back(std::string("hhc-table") + number);
  }
  const auto ran = run_program(arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  for (const auto* line : {
           "| T, dh = 8, M = 99840, load units | 116350 |  | 116350 | agrees |",
           "| T, dh = 5, M = 99840, load units | 98800 |  | 98800 | agrees |",
           "| total, dh = 8, steps | 22144 |  | 22528 | differs as explained (22528): ",
           "| most at a node, dh = 8, steps | 32 |  | 30 | differs as explained",
           "| total, dh = 8, steps | 21504 |  | 21504 | agrees |",
           "| most at a node, dh = 8, steps | 30 |  | 30 | agrees |",
           "| total, dh = 8, steps | 14464 |  | 26624 | differs as explained (26624): ",
           "| B takes fewer cycles than A | B outperforms A | 13 | on 13 of 13 | agrees |",
           "| speed, dh = 8, Mb/s | 8000 |  | 7500 | not comparable",
           "| slightly above | 0.1 to 10 | 22.8 | differs as explained",
           "| slightly above | 0.1 to 10 | -45.7 | differs as explained",
       }) {
    CHECK(contains(ran.out, line));
  }
  CHECK(!contains(ran.out, "FAILED"));
  for (const auto& entry : reproductions()) {
    const auto title = "## " + entry.id + "\n";
    if (!contains(ran.out, title)) continue;
    INFO(entry.id);
    CHECK(contains(folder.read("reproduced/" + entry.id + ".svg"), "</svg>"));
  }
}

TEST_CASE("the 1993 comparison's Table IV, made again", "[volume]") {
  const Scratch folder;
  const auto ran = run_program({"reproduce", "wlr-table4", "wlr-hbm"}, folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  for (
      const auto* line : {
          "| SID, L_LOW = a: Π, within two standard errors | 0.38 | 0.21 to 0.55 | 0.22 | agrees |",
          "| RID, L_LOW = inf: tasks moved, within a half | 2820 | 1410 to 4230 | 9070 | missed",
          "| Π of the lesser RID, less the better SID's | +0.16 | at least 0.05 | +0.21 | agrees |",
          "| Π with 1000·2^i in units of ω, 8·2^i tasks | 0.65 | 0.58 to 0.72 | 0.43 | missed",
      }) {
    CHECK(contains(ran.out, line));
  }
  CHECK(!contains(ran.out, "FAILED"));
}

// This takes minutes and is called by hand; docs/reproduce.md says when it was called last.
TEST_CASE("the 1993 comparison's figures, made again", "[.minutes]") {
  check_none_failed({"wlr-fig[67]", "wlr-table1", "wlr-fine", "wlr-readings", "wlr-update"});
}

TEST_CASE("what else takes minutes, made again", "[.minutes]") {
  check_none_failed(
      {"lm-fig*", "lm-table1", "lm-bandwidth", "lm-theorem1", "wlr-hardware", "uts-trees"});
}

TEST_CASE("locality weighed in the knapsack leaves fewer bytes between PEs", "[volume]") {
  const Scratch folder;
  const auto ran = run_program({"reproduce", "watts-locality"}, folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(
      contains(ran.out, "| grid: hetero-gde: locality weighed in the knapsack lessens them | so "));
  CHECK(!contains(ran.out, "FAILED"));
}

TEST_CASE("the HHC paper's accuracies hold in random runs", "[long]") {
  const Scratch folder;
  const auto ran = run_program({"reproduce", "hhc-table5"}, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(
      contains(ran.out, "| difference in a triangle, after its stage, tasks | at most 1 | 1 | 1 "));
  CHECK(contains(ran.out,
                 "| difference in the fabric, dh = 1, tasks | at most 2 | 2 | 2 | agrees |"));
  CHECK(!contains(ran.out, "FAILED"));
}

TEST_CASE("what reproduce cannot do is said in one line") {
  const Scratch folder;
  const auto unknown = run_program({"reproduce", "henrich-fig99"}, folder.path());
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "henrich-fig99: there is no such table or figure"));
  folder.write("file", "");
  const auto blocked = run_program({"reproduce", "henrich-alpha", "-o", "file"}, folder.path());
  CHECK(blocked.status == 2);
  CHECK(contains(blocked.err, "--output file"));
  CHECK(folder.names() == std::vector<std::string>{"file"});
}

TEST_CASE("Ctrl-C leaves what reproduce has finished") {
  const Scratch folder;
  const auto ran = test::run_program_until(
      [&] { return std::filesystem::exists(folder / "reproduced/henrich-alpha.csv"); },
      {"reproduce", "henrich-alpha", "henrich-fig6"}, folder.path());
  CHECK(ran.status == 130);
  CHECK(contains(ran.err, "interrupted in henrich-fig6"));
  CHECK(contains(ran.out, "## henrich-alpha"));
  CHECK(!folder.read("reproduced/henrich-alpha.csv").empty());
}

TEST_CASE("two trees on 16,384 PEs: the docs say what comes out", "[long]") {
  const Scratch folder;
  const auto ran = run_program({"reproduce", "henrich-section5-two"}, folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  const auto from = ran.out.find("## henrich-section5-two\n");
  REQUIRE(from != std::string::npos);
  // In the docs the longer entry stands between the paper's headline and this one.
  CHECK(contains(file_contents(data_root() / "docs" / "reproduced_long.md"), ran.out.substr(from)));
}

TEST_CASE("nothing differs from the papers for no known reason, and the docs say the same",
          "[long]") {
  const Scratch folder;
  const auto ran = run_program({"reproduce"}, folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(!contains(ran.out, "FAILED"));
  CHECK(ran.out == file_contents(data_root() / "docs" / "reproduced.md"));
  // Each item of the papers finds what shows it, unless that takes minutes.
  const auto inventory = run_program({"reproduce", "--inventory"}, folder.path());
  INFO(inventory.out);
  CHECK(inventory.status == 0);
  for (const auto& entry : reproductions()) {
    if (entry.takes_minutes) continue;
    for (const char* ending : {".csv", ".json", ".svg"}) {
      if (std::string(ending) == ".svg" && !contains(ran.out, entry.id + ending)) continue;
      INFO(entry.id << ending);
      CHECK(!folder.read("reproduced/" + entry.id + ending).empty());
    }
  }
}
