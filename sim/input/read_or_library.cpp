// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_or_library.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/errors.h"
#include "models/text.h"
#include "sim/input/or_library_size.h"

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

/// A number as it stands in the file.
struct Word {
  std::string text;
  std::size_t line;
  bool begins_line;
};

std::vector<Word> words_of(std::istream& in) {
  std::vector<Word> words;
  std::size_t number = 0;  // of the line
  constexpr std::string_view blank = " \t\r";
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::string_view rest = line;
    for (bool first = true;; first = false) {
      const auto start = rest.find_first_not_of(blank);
      if (start == std::string_view::npos) break;
      rest.remove_prefix(start);
      const auto word = rest.substr(0, rest.find_first_of(blank));
      rest.remove_prefix(word.size());
      words.push_back({shown(word), number, first});
    }
  }
  return words;
}

/// The size of the instances, as far as the words are numbers.
std::size_t size_of(const std::vector<Word>& words, std::optional<std::size_t> given) {
  std::vector<FileNumber> numbers;
  for (const auto& word : words) {
    std::int64_t value = 0;
    try {
      value = parse_integer(word.text, "a number", 0, largest);
    } catch (const ValueError& error) {
      if (given) return *given;
      throw ValueError(fmt::format("line {}: {}", word.line, error.what()));
    }
    numbers.push_back({value, word.begins_line});
  }
  const auto instance = instance_fields.size() * given.value_or(1);
  if (numbers.empty() || numbers.size() % instance != 0) return given.value_or(1);
  return or_library_size(numbers, given);
}

}  // namespace

std::vector<std::vector<Job>> read_or_library(std::istream& in, std::optional<std::size_t> size) {
  const auto words = words_of(in);
  const auto jobs = size_of(words, size);
  std::vector<std::vector<Job>> instances;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Place place(i, jobs);
    if (place.instance == instances.size()) instances.emplace_back(jobs);
    instances[place.instance][place.job].*place.field.value =
        parse_integer(words[i].text, fmt::format("line {}: {}", words[i].line, place.text()),
                      place.field.least, largest);
  }
  const auto instance = instance_fields.size() * jobs;
  if (words.size() % instance == 0 && !words.empty()) return instances;
  throw ValueError(fmt::format(
      "is cut short after line {}: {} is missing; {} numbers were read, {} make an instance of {} "
      "job{}",
      words.empty() ? 0 : words.back().line, Place(words.size(), jobs).text(), words.size(),
      instance, jobs, jobs == 1 ? "" : "s"));
}

}  // namespace isobar
