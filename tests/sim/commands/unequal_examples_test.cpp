// SPDX-License-Identifier: Apache-2.0
// The two machines of docs/inputs.md whose links differ.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"

using Json = nlohmann::json;

namespace {

const std::string examples = ISOBAR_SOURCE_DIR "/sim/examples/";

Json result_of(const std::string& name, const std::string& level) {
  const auto ran = isobar::test::run_program(
      {"run", examples + name + ".toml", "--level", level, "--json", "-"});
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

/// The cycles of each link add up to the run's, those of all links to the sums.
void check_links(const Json& result) {
  Json sums = {{"transfers", 0}, {"words", 0}, {"setup", 0}};
  for (const auto& link : result["links"]) {
    const auto cycles = [&](const char* what) { return link[what].get<std::int64_t>(); };
    CHECK(cycles("transfer_cycles") + cycles("word_cycles") + cycles("setup_cycles") +
              cycles("idle_cycles") ==
          result["cycles"]["run"]);
    CHECK(cycles("setup_cycles") == (cycles("words") + cycles("transfers")) * cycles("setup"));
    sums["transfers"] = sums["transfers"].get<std::int64_t>() + cycles("transfer_cycles");
    sums["words"] = sums["words"].get<std::int64_t>() + cycles("word_cycles");
    sums["setup"] = sums["setup"].get<std::int64_t>() + cycles("setup_cycles");
  }
  CHECK(result["link_cycles"] == sums);
}

/// Everything but what depends on the level.
Json without_level(Json result) {
  result.erase("config");
  result.erase("level");
  return result;
}

struct City {
  std::string name;
  double latitude = 0;
  double longitude = 0;
};

constexpr double radian = 3.14159265358979323846 / 180;

double kilometres(const City& a, const City& b) {
  // Vectors to both from the centre of the Earth, the angle between them by its tangent.
  const auto vector = [](const City& city) {
    return std::array<double, 3>{
        std::cos(city.latitude * radian) * std::cos(city.longitude * radian),
        std::cos(city.latitude * radian) * std::sin(city.longitude * radian),
        std::sin(city.latitude * radian)};
  };
  const auto [x, y, z] = vector(a);
  const auto [u, v, w] = vector(b);
  const double cross = std::hypot(y * w - z * v, z * u - x * w, x * v - y * u);
  return 6371 * std::atan2(cross, x * u + y * v + z * w);
}

}  // namespace

TEST_CASE("The example of eight GPUs runs alike at both levels, with six NVLinks each",
          "[sim][graph]") {
  const auto steps = result_of("dgx-1", "steps");
  check_links(steps);
  CHECK(without_level(steps) == without_level(result_of("dgx-1", "cycles")));
  std::vector<double> of_gpu(8);
  std::map<double, int> kinds;
  for (const auto& link : steps["links"]) {
    const auto bandwidth = link["bandwidth"].get<double>();
    of_gpu[link["from"].get<std::size_t>()] += bandwidth / 8e9;
    ++kinds[bandwidth / 8e9];
    // A task of 32768 bits at 1.53 GHz.
    const auto cycles = static_cast<std::int64_t>(std::ceil(32768 * 1.53e9 / bandwidth));
    CHECK(link["transfer_cycles"].get<std::int64_t>() <=
          link["tasks"].get<std::int64_t>() * cycles);
    CHECK(link["transfer_cycles"].get<std::int64_t>() >
          link["tasks"].get<std::int64_t>() * (cycles - 1) - 1);
  }
  CHECK(of_gpu == std::vector<double>(8, 150));
  CHECK(kinds == std::map<double, int>{{25, 16}, {50, 16}});
}

TEST_CASE("The example of a wide-area backbone runs alike at both levels, with its delays",
          "[sim][graph]") {
  const auto steps = result_of("abilene", "steps");
  check_links(steps);
  CHECK(without_level(steps) == without_level(result_of("abilene", "cycles")));
  CHECK(steps["links"].size() == 28);
  // The cities as the file lists them, `#  0 New York  40.7 -74.0`.
  std::ifstream in(examples + "abilene.graph");
  std::vector<City> cities;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string hash;
    std::size_t number = 0;
    if (!(words >> hash >> number) || hash != "#" || number != cities.size()) continue;
    City city;
    std::string word;
    std::vector<std::string> rest;
    while (words >> word) rest.push_back(word);
    REQUIRE(rest.size() >= 3);
    city.longitude = std::stod(rest.back());
    city.latitude = std::stod(rest[rest.size() - 2]);
    cities.push_back(city);
  }
  REQUIRE(cities.size() == 11);
  for (const auto& link : steps["links"]) {
    const auto distance =
        kilometres(cities[link["from"].get<std::size_t>()], cities[link["to"].get<std::size_t>()]);
    const auto fibre = distance < 1000 ? 1.5 * distance : std::max(1500.0, 1.25 * distance);
    const auto milliseconds = link["latency"].get<double>() / 250e3;
    INFO(link["from"] << " to " << link["to"]);
    CHECK(milliseconds == Approx(fibre * 0.005).margin(0.006));
    CHECK(link["bandwidth"] == 10e9);
  }
}
