// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_or_library.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

constexpr std::int64_t largest = 1'000'000;

struct Field {
  std::string_view name;
  std::int64_t Job::*value;
  std::int64_t least;
};

constexpr std::array<Field, 3> instance_fields = {
    {{"processing time", &Job::time, 1}, {"weight", &Job::weight, 0}, {"due date", &Job::due, 0}}};

/// Where number `index` of the file belongs.
struct Place {
  Place(std::size_t index, std::size_t jobs)
      : instance(index / (instance_fields.size() * jobs)),
        field(instance_fields[index / jobs % instance_fields.size()]),
        job(index % jobs) {}

  std::string text() const {
    return fmt::format("the {} of job {} of instance {}", field.name, job + 1, instance + 1);
  }

  std::size_t instance;
  const Field& field;
  std::size_t job;
};

std::string shown(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, 40)) text += c >= ' ' && c <= '~' ? c : '?';
  return text;
}

}  // namespace

std::vector<std::vector<Job>> read_or_library(std::istream& in, std::size_t jobs) {
  std::vector<std::vector<Job>> instances;
  std::size_t count = 0;
  std::size_t number = 0;  // of the line
  constexpr std::string_view blank = " \t\r";
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::string_view rest = line;
    for (;;) {
      const auto start = rest.find_first_not_of(blank);
      if (start == std::string_view::npos) break;
      rest.remove_prefix(start);
      const auto word = rest.substr(0, rest.find_first_of(blank));
      rest.remove_prefix(word.size());
      const Place place(count, jobs);
      if (place.instance == instances.size()) instances.emplace_back(jobs);
      instances[place.instance][place.job].*place.field.value =
          parse_integer(shown(word), fmt::format("line {}: {}", number, place.text()),
                        place.field.least, largest);
      ++count;
    }
  }
  if (count % (instance_fields.size() * jobs) != 0 || count == 0) {
    throw ValueError(fmt::format(
        "is cut short after line {}: {} is missing; {} numbers were read, {} make an instance of "
        "{} jobs",
        number, Place(count, jobs).text(), count, instance_fields.size() * jobs, jobs));
  }
  return instances;
}

}  // namespace isobar
