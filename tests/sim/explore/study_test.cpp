// SPDX-License-Identifier: Apache-2.0
// What is said of a campaign whose truth is known.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "sim/explore/analysis/findings.h"
#include "sim/explore/analysis/levels.h"
#include "sim/explore/analysis/titles.h"
#include "sim/explore/analysis/words.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;

namespace {

/// Points that are added one by one.
class Builder {
 public:
  Builder(std::vector<std::string> keys, std::vector<std::string> metrics)
      : keys_(std::move(keys)), metrics_(std::move(metrics)) {}

  void add(std::vector<std::string> texts, std::vector<double> values) {
    texts_.push_back(std::move(texts));
    values_.push_back(std::move(values));
  }

  Campaign campaign(const std::vector<Objective>& objectives) const {
    Campaign campaign;
    campaign.objectives = objectives;
    for (std::size_t row = 0; row < texts_.size(); ++row) {
      campaign.points.push_back(static_cast<std::int64_t>(row) + 1);
      campaign.states.push_back(reached(row) ? PointState::done : PointState::unreached);
      campaign.errors.emplace_back();
      campaign.run_at.emplace_back("steps");
    }
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      KeyColumn column;
      column.name = keys_[k];
      std::map<std::string, std::size_t> codes;
      for (const auto& texts : texts_) codes.emplace(texts[k], 0);
      for (auto& [text, code] : codes) column.levels.push_back(text);
      sort_levels(column.levels);
      for (std::size_t i = 0; i < column.levels.size(); ++i) codes[column.levels[i]] = i;
      for (const auto& texts : texts_) column.codes.push_back(codes[texts[k]]);
      campaign.keys.push_back(std::move(column));
    }
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      MetricColumn column;
      column.about.name = metrics_[m];
      for (const auto& values : values_) column.values.push_back(values[m]);
      campaign.metrics.push_back(std::move(column));
    }
    return campaign;
  }

 private:
  bool reached(std::size_t row) const {
    const auto at = std::find(metrics_.begin(), metrics_.end(), "reached") - metrics_.begin();
    const auto m = static_cast<std::size_t>(at);
    return m == metrics_.size() || values_[row][m] != 0;
  }

  std::vector<std::string> keys_;
  std::vector<std::string> metrics_;
  std::vector<std::vector<std::string>> texts_;
  std::vector<std::vector<double>> values_;
};

const std::map<std::string, double> scheme_factor = {{"lm-c5", 1}, {"nna", 2}, {"de", 6}};
const std::map<std::string, double> load_factor = {{"spike:5", 1}, {"spike:50", 8}};

/// seconds = scheme · load · P^b, b = 0.5 on a torus and 1 on a ring; energy the other way round.
Builder model(double noise_size) {
  Builder builder({"fabric", "scheme", "load", "seed"},
                  {"pes", "reached", "seconds", "energy_pj", "links"});
  std::mt19937 random(2);  // NOLINT: the same numbers each time
  std::normal_distribution<double> normal;
  const std::map<std::string, double> sizes = {{"torus:4x4", 16},    {"torus:8x8", 64},
                                               {"torus:16x16", 256}, {"ring:16", 16},
                                               {"ring:64", 64},      {"ring:256", 256}};
  for (const auto& [fabric, pes] : sizes) {
    for (const auto& [scheme, s] : scheme_factor) {
      for (const auto& [load, l] : load_factor) {
        for (const char* seed : {"1", "2"}) {
          const double b = fabric[0] == 't' ? 0.5 : 1;
          const double noise = std::exp(noise_size * normal(random));
          const double seconds = s * l * std::pow(pes, b) * noise * 1e-6;
          builder.add({fabric, scheme, load, seed}, {pes, 1, seconds, 1e6 / s, 4 * pes});
        }
      }
    }
  }
  return builder;
}

const std::vector<Objective> objectives = {{"seconds", true}, {"energy_pj", true}};

const Effect& effect(const Study& study, std::string_view metric, std::string_view factor) {
  for (const auto& one : study.effects) {
    if (study.campaign.metrics[one.metric].about.name == metric &&
        study.factors.all()[one.factor].name == factor) {
      return one;
    }
  }
  throw std::runtime_error("no such effect");
}

std::string all_text(const std::vector<Finding>& found) {
  std::string text;
  for (const auto& finding : found) text += finding.text + "\n  " + finding.basis + "\n";
  return text;
}

}  // namespace

TEST_CASE("points that differ in their seed alone are one case, with their geometric mean") {
  Builder builder({"scheme", "seed"}, {"seconds", "reached", "spare"});
  builder.add({"a", "1"}, {1, 1, 0});
  builder.add({"a", "2"}, {100, 1, 3});
  builder.add({"b", "1"}, {7, 1, 5});
  builder.add({"b", "2"}, {900, 0, std::numeric_limits<double>::quiet_NaN()});
  builder.add({"c", "1"}, {800, 0, 1});
  builder.add({"c", "2"}, {800, 0, 1});
  const auto cases = gather_cases(builder.campaign({}));
  REQUIRE(cases.size() == 3);
  CHECK(cases.values[0][0] == Approx(10));
  CHECK(cases.values[0][1] == 7);  // of the point that reached its goal
  CHECK(cases.values[1][1] == 0.5);
  CHECK(cases.values[0][2] == 800);  // none did
  CHECK(cases.values[2][0] == 1.5);  // not positive: the plain mean
  CHECK(cases.values[2][1] == 5);
  CHECK(cases.complete(0));
  CHECK_FALSE(cases.complete(1));
  CHECK_FALSE(cases.complete(2));
  CHECK(cases.of == std::vector<std::size_t>{0, 0, 1, 1, 2, 2});
}

TEST_CASE("fabrics are families and sizes, keys that go together are one factor") {
  Builder builder({"fabric", "scheme", "until", "link.bandwidth", "clock"}, {"pes", "seconds"});
  for (const char* fabric : {"torus:4x4", "torus:8x8", "ring:16", "ring:64"}) {
    for (const auto& [scheme, until] : {std::pair("de", "shared"), {"nna", "balanced"}}) {
      const bool small = std::string(fabric) == "torus:4x4" || std::string(fabric) == "ring:16";
      // The bandwidth is what total bandwidth leaves each link: the fabric's, not an axis.
      const auto bandwidth = fmt::format("{}Mb/s", std::string(fabric).size());
      builder.add({fabric, scheme, until, bandwidth, "250MHz"}, {small ? 16.0 : 64.0, 1});
    }
  }
  const auto campaign = builder.campaign({});
  const auto cases = gather_cases(campaign);
  const Factors factors(campaign, cases);
  std::vector<std::string> names;
  for (const auto& factor : factors.all()) names.push_back(factor.name);
  CHECK(names == std::vector<std::string>{"family", "pes", "scheme + until"});
  CHECK(factors.find("scheme") == &factors.all()[2]);
  // Families are compared at equal sizes, schemes on equal fabrics.
  const auto by_family = factors.blocks({factors.find("family")});
  const auto by_scheme = factors.blocks({factors.find("scheme")});
  const auto same = [&](const std::vector<std::size_t>& blocks, std::size_t a, std::size_t b) {
    return blocks[a] == blocks[b];
  };
  CHECK(same(by_family, 0, 4));        // torus:4x4 and ring:16 with de
  CHECK_FALSE(same(by_family, 0, 2));  // torus:4x4 and torus:8x8
  CHECK_FALSE(same(by_family, 0, 5));  // de and nna
  CHECK(same(by_scheme, 0, 1));
  CHECK_FALSE(same(by_scheme, 0, 4));
}

TEST_CASE("many numbers become ranges that hold about as many cases each") {
  Builder builder({"task_bits"}, {"seconds"});
  for (int i = 1; i <= 60; ++i) builder.add({std::to_string(i * i)}, {1.0 * i});
  const auto campaign = builder.campaign({});
  const Factors factors(campaign, gather_cases(campaign));
  REQUIRE(factors.all().size() == 1);
  const auto& factor = factors.all()[0];
  CHECK(factor.binned);
  REQUIRE(factor.levels.size() == 6);
  CHECK(factor.levels.front() == "1 … 100");
  std::vector<int> counts(6);
  for (const auto code : factor.codes) ++counts[code];
  CHECK(counts == std::vector<int>(6, 10));
}

TEST_CASE("effects, fits and findings tell what the model is") {
  const Study study(model(0.002).campaign(objectives));
  REQUIRE(study.cases.size() == 36);

  const auto& scheme = effect(study, "seconds", "scheme");
  CHECK(scheme.matched);
  CHECK(scheme.blocks == 12);
  CHECK(scheme.size == Approx(6).epsilon(0.05));
  const auto& levels = scheme.levels;  // de, lm-c5, nna
  CHECK(levels[0].mean / levels[1].mean == Approx(6).epsilon(0.05));
  CHECK(levels[1].low < levels[1].mean);
  CHECK(levels[1].high < levels[2].low);

  CHECK(effect(study, "seconds", "load").size == Approx(8).epsilon(0.05));
  // On average over families: 16 times as many PEs take 16^0.75 as long.
  CHECK(effect(study, "seconds", "pes").size == Approx(8).epsilon(0.05));

  for (const auto& pair : study.interactions) {
    const auto& first = study.factors.all()[pair.factor].name;
    const auto& second = study.factors.all()[pair.second].name;
    const auto& metric = study.campaign.metrics[pair.metric].about.name;
    if (metric != "seconds") continue;
    if (first == "family" && second == "pes") {
      CHECK(pair.size > 0.02);
    } else {
      CHECK(pair.size < 0.002);
    }
  }

  int laws = 0;
  for (const auto& scaling : study.scalings) {
    if (study.campaign.metrics[scaling.metric].about.name != "seconds") continue;
    ++laws;
    const double b = study.factors.find("family")->levels[scaling.family] == "torus" ? 0.5 : 1;
    CHECK(scaling.law.b == Approx(b).margin(0.05));
    CHECK(scaling.law.b_low < scaling.law.b_high);
    CHECK_FALSE(scaling.law.bent);
    CHECK(scaling.points.size() == 3);
  }
  CHECK(laws == 6);

  const auto text = all_text(findings(study));
  INFO(text);
  CHECK(
      contains(text, "Liquid C5 is the best in time.\n  in all 12 settings; none is better in 12"));
  CHECK(contains(text, "Liquid C5 takes 50 % of the time that NNA takes."));
  CHECK(contains(text, "geometric mean over 12 pairs that differ in nothing else"));
  CHECK(contains(text, "On torus time grows as P^0.50 with "));
  CHECK(contains(text, "On ring time grows as P^1.00 with "));
  CHECK(contains(text, "DE needs 33 % of the energy that NNA needs."));
}

TEST_CASE("where levels do not differ, nothing is said of them") {
  Builder builder({"fabric", "scheme", "load"}, {"pes", "seconds"});
  std::mt19937 random(9);  // NOLINT: the same numbers each time
  std::normal_distribution<double> noise(0, 0.3);
  for (int load = 0; load < 40; ++load) {
    for (const char* scheme : {"lm-c5", "nna", "de"}) {
      builder.add({"ring:8", scheme, fmt::format("spike:{}", load)}, {8, std::exp(noise(random))});
    }
  }
  const auto text = all_text(findings(Study(builder.campaign({{"seconds", true}}))));
  INFO(text);
  CHECK_FALSE(contains(text, " of the time that "));
  CHECK_FALSE(contains(text, "best in"));
  CHECK_FALSE(contains(text, "grows as"));
}

TEST_CASE("four settings are too few to say anything of a ratio") {
  Builder builder({"scheme", "load"}, {"seconds"});
  for (int load = 0; load < 4; ++load) {
    builder.add({"lm-c5", std::to_string(load)}, {1.0 + load});
    builder.add({"nna", std::to_string(load)}, {10.0 + 10 * load});
  }
  CHECK_FALSE(
      contains(all_text(findings(Study(builder.campaign({{"seconds", true}})))), "of the time"));
}

TEST_CASE("a scheme that often does not get there is not praised for the rest") {
  Builder builder({"scheme", "load"}, {"seconds", "reached"});
  for (int load = 0; load < 20; ++load) {
    const double reached = load < 10 ? 1 : 0;
    builder.add({"lm-c5", std::to_string(load)}, {2.0 + load, 1});
    builder.add({"de", std::to_string(load)}, {3.0 + load, 1});
    builder.add({"nna", std::to_string(load)}, {1.0, reached});
  }
  const Study study(builder.campaign({{"seconds", true}}));
  const auto text = all_text(findings(study));
  INFO(text);
  CHECK(contains(text, "10 points did not reach the goal."));
  CHECK(contains(text, "10 of these 10 settings have scheme NNA"));
  CHECK_FALSE(contains(text, "NNA is the best"));
  CHECK(contains(text, "where both reach the goal (NNA does not in 10 of 20 settings)."));
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    if (!study.cases.complete(c)) CHECK_FALSE(study.front[c]);
  }
}

TEST_CASE("a scheme that is lost where only one other got there is not the best everywhere") {
  for (const double reached : {0.0, 1.0}) {
    Builder builder({"scheme", "load"}, {"seconds", "reached"});
    for (int load = 0; load < 6; ++load) {
      builder.add({"lm-c5", std::to_string(load)}, {1.0 + load, 1});
      builder.add({"de", std::to_string(load)}, {3.0 + load, 1});
      builder.add({"nna", std::to_string(load)}, {5.0 + load, 1});
    }
    builder.add({"lm-c5", "6"}, {1.0, reached});
    builder.add({"de", "6"}, {3.0, 0});
    builder.add({"nna", "6"}, {2.0, 1});
    const auto text = all_text(findings(Study(builder.campaign({{"seconds", true}}))));
    INFO(text);
    CHECK(contains(text, "Liquid C5 is the best in time.") == (reached == 1));
  }
}

TEST_CASE("findings say how many settings they lack") {
  Builder builder({"scheme", "link.bandwidth", "load"}, {"seconds", "energy_pj", "reached"});
  for (int load = 1; load <= 6; ++load) {
    for (const double megabits : {25.0, 100.0, 1000.0}) {
      for (const char* scheme : {"lm-c5", "nna", "de"}) {
        const bool lost = std::string(scheme) == "de" && load < 3;
        builder.add({scheme, fmt::format("{}Mb/s", megabits), fmt::format("uniform:0..{}", load)},
                    {load * (1 + 1000 / megabits), 1.0 * load * megabits, lost ? 0.0 : 1.0});
      }
    }
  }
  const auto found = findings(Study(builder.campaign(objectives)));
  const auto text = all_text(found);
  INFO(text);
  CHECK(contains(text, "; 3 other candidates did not get there in all of them, and are not in it"));
  const std::string lack = "; 6 settings failed or did not reach their goal, and are not in it";
  int said = 0;
  for (const auto& finding : found) {
    const bool is_aggregate =
        contains(finding.text, "depends on") || contains(finding.text, "From ");
    if (!is_aggregate) continue;
    ++said;
    CHECK(contains(finding.basis, lack));
  }
  CHECK(said >= 2);
}

TEST_CASE("an objective that no point measured is none") {
  Builder builder({"fabric", "scheme"}, {"pes", "seconds"});
  for (int size = 4; size < 12; ++size) {
    for (const char* scheme : {"nna", "de"}) {
      builder.add({fmt::format("ring:{}", size), scheme}, {double(size), double(size * size)});
    }
  }
  for (const auto& objectives :
       {std::vector<Objective>{{"seconds_to_share", true}, {"seconds", true}},
        std::vector<Objective>{{"seconds", true}, {"seconds_to_share", true}}}) {
    const Study study(builder.campaign(objectives));
    CHECK(study.campaign.objectives.size() == 1);
    CHECK_FALSE(findings(study).empty());
  }
}

TEST_CASE("a rise that saturates is said to") {
  Builder builder({"link.bandwidth", "load"}, {"seconds"});
  for (int load = 1; load <= 6; ++load) {
    for (const double megabits : {25.0, 100.0, 1000.0, 10000.0}) {
      builder.add({fmt::format("{}Mb/s", megabits), fmt::format("uniform:0..{}", load)},
                  {load * (1 + 1000 / megabits)});
    }
  }
  const auto text = all_text(findings(Study(builder.campaign({{"seconds", true}}))));
  INFO(text);
  CHECK(contains(text, "From link.bandwidth 25Mb/s to 10000Mb/s, time falls to 2.7 %."));
}

TEST_CASE("random designs have no matches, and say so") {
  Builder builder({"task_bits", "load_bits"}, {"seconds"});
  std::mt19937 random(4);  // NOLINT: the same numbers each time
  std::uniform_int_distribution<int> bits(8, 4000);
  for (int i = 0; i < 200; ++i) {
    const int a = bits(random);
    const int b = bits(random);
    builder.add({std::to_string(a), std::to_string(b)}, {1.0 * a + 0.01 * b});
  }
  const Study study(builder.campaign({{"seconds", true}}));
  const auto& task_bits = effect(study, "seconds", "task_bits");
  CHECK_FALSE(task_bits.matched);
  CHECK(task_bits.levels.front().mean < task_bits.levels.back().mean);
  CHECK_FALSE(contains(all_text(findings(study)), "From task_bits"));
}

namespace {

/// Two loads of which one takes 100 times as long; on each the schemes trade time for energy, and
/// `nna` is as good as the best nowhere. Within a load all is as on the other, but for `de`.
Builder two_loads() {
  Builder builder({"fabric", "scheme", "load"}, {"pes", "seconds", "energy_pj"});
  for (const auto& [load, scale] : {std::pair("spike:1", 1.0), {"spike:100", 100.0}}) {
    builder.add({"ring:8", "lm-c5", load}, {8, 1 * scale, 8});
    builder.add({"ring:8", "nna", load}, {8, 2 * scale, 9});
    builder.add({"ring:8", "de", load}, {8, (scale == 1 ? 4 : 8) * scale, 4});
  }
  return builder;
}

std::vector<std::string> names_of(const Study& study, const std::vector<bool>& flags) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) names.push_back(study.scenarios.candidates[study.over.candidates[i]]);
  }
  return names;
}

}  // namespace

TEST_CASE("a front is of one scenario, and over scenarios of ratios to each one's best") {
  const Study study(two_loads().campaign(objectives));
  REQUIRE(study.scenarios.size() == 2);
  CHECK(study.scenarios.titles == std::vector<std::string>{"spike:1", "spike:100"});
  // By the plain figures nothing with the large load would be on it.
  CHECK(study.front == std::vector<bool>{true, false, true, true, false, true});
  using Names = std::vector<std::string>;
  CHECK(names_of(study, study.mean_front) == Names{"Liquid C5", "DE"});
  CHECK(names_of(study, study.worst_front) == Names{"Liquid C5", "DE"});
  const auto seconds = study.metric("seconds");
  REQUIRE(study.over.candidates.size() == 3);
  CHECK(study.over.mean[seconds][0] == Approx(1));
  CHECK(study.over.mean[seconds][2] == Approx(std::sqrt(4.0 * 8)));
  CHECK(study.over.worst[seconds][2] == Approx(8));
  const auto text = all_text(findings(study));
  INFO(text);
  CHECK(contains(
      text, "Over all 2 scenarios, 2 of 3 candidates are on the front of mean time and energy."));
  CHECK(
      contains(text, "Liquid C5 (time 1 times the best, energy 2 times the best); DE (time 5.66"));
  CHECK(contains(text, "Within each of the 2 scenarios, 2 settings are on the front of time and"));
  // No sentence has a load as what was chosen.
  CHECK_FALSE(contains(text, "have load"));
  CHECK_FALSE(contains(text, "From load"));
}

TEST_CASE("a plan may call a load chosen, and then it is compared as any other key") {
  auto campaign = two_loads().campaign(objectives);
  campaign.scenario.emplace();
  const Study study(std::move(campaign));
  CHECK(study.scenarios.size() == 1);
  CHECK(study.over.scenarios.empty());
  CHECK(study.front == std::vector<bool>{true, false, true, false, false, false});
  const auto text = all_text(findings(study));
  INFO(text);
  CHECK(contains(text, "2 of 6 settings are on the front of time and energy"));
}

TEST_CASE("candidates are compared over the scenarios that they share, and only who got there") {
  Builder builder({"fabric", "scheme"}, {"pes", "seconds", "reached"});
  for (const char* fabric : {"ring:8", "torus:4x4", "hhc:2"}) {
    builder.add({fabric, "lm-c5"}, {8, 1, 1});
    builder.add({fabric, "nna"}, {8, 2, 1});
    builder.add({fabric, "de"}, {8, 2, fabric[0] == 'r' ? 0.0 : 1.0});
  }
  builder.add({"hhc:2", "hhc-b"}, {8, 0.5, 1});  // only there
  const Study study(builder.campaign({{"seconds", true}}));
  CHECK(study.scenarios.size() == 3);
  CHECK(study.over.scenarios.size() == 3);
  CHECK(study.over.candidates.size() == 2);
  CHECK(study.over.lost == 1);
  CHECK(study.over.worst[study.metric("seconds")][0] ==
        Approx(2));  // what hhc-b does on its fabric
}

TEST_CASE("what each scenario has one value of is chosen by nobody") {
  Builder builder({"fabric", "scheme", "link.bandwidth"}, {"pes", "seconds"});
  for (const auto& [fabric, share] : {std::pair("ring:8", "31Mb/s"), {"torus:4x4", "15Mb/s"}}) {
    for (const char* scheme : {"lm-c5", "nna"}) builder.add({fabric, scheme, share}, {8, 1});
  }
  const Study study(builder.campaign({{"seconds", true}}));
  CHECK(study.scenarios.candidates == std::vector<std::string>{"Liquid C5", "NNA"});
  CHECK(study.over.candidates.size() == 2);
}

TEST_CASE("names are as short as they differ, and differ") {
  using Texts = std::vector<std::string>;
  CHECK(level_titles("scheme", {"hetero-hbm:select=greedy,max=3",
                                "hetero-hbm:select=knapsack,max=3", "nna:decision=2"}) ==
        Texts{"hetero-hbm:select=greedy", "hetero-hbm:select=knapsack", "NNA"});
  CHECK(level_titles("scheme", {"nna", "nna:decision=2"}) == Texts{"NNA", "NNA:decision=2"});
  CHECK(level_titles("scheme", {"nna:decision=2"}) == Texts{"NNA:decision=2"});
  CHECK(level_titles("app", {"uts:d=3,r=1", "uts:d=4,r=1"}) == Texts{"uts:d=3", "uts:d=4"});
  CHECK(level_titles("load", {"csv:/home/a/x.csv", "csv:/home/a/y.csv", "uniform:0..3"}) ==
        Texts{"csv:x.csv", "csv:y.csv", "uniform:0..3"});
  CHECK(level_titles("load", {"csv:/home/a/x.csv", "csv:/home/b/x.csv"}) ==
        Texts{"csv:/home/a/x.csv", "csv:/home/b/x.csv"});
  CHECK(level_titles("speed", {"1", "1/2"}) == Texts{"1", "1/2"});
}

TEST_CASE("ratios are said as shares and as multiples") {
  CHECK(comparison_words("seconds", true, "A", "B", 2.2) ==
        "A takes 45 % of the time that B takes");
  CHECK(comparison_words("seconds", true, "A", "B", 40) ==
        "A takes 2.5 % of the time that B takes");
  CHECK(comparison_words("seconds", true, "A", "B", 250) ==
        "B takes 250 times the time that A takes");
  CHECK(comparison_words("efficiency", false, "A", "B", 2.2) ==
        "A has 2.2 times the efficiency that B has");
  CHECK(ratio_words(true, 1.004) == "99.6 %");
  CHECK(ratio_words(false, 1.034) == "1.03 times");
}
