// SPDX-License-Identifier: Apache-2.0
// What fuzzers start from, and what they found: every file is parsed or refused, and so is what
// comes of it by random changes, a fixed number of times, also where no Clang is.
#include "tests/fuzz/corpus.h"

#include <filesystem>
#include <set>

#include "tests/catch.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/parsers.h"

using namespace isobar::test;

namespace {

/// A text as C++ has it, for whoever wants to put it into the corpus.
std::string shown(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr auto* digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    text += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
  }
  return text;
}

}  // namespace

TEST_CASE("fuzzers: every parser has a corpus, and every corpus a parser", "[fuzz]") {
  std::set<std::string> folders;
  for (const auto& entry :
       std::filesystem::directory_iterator(ISOBAR_SOURCE_DIR "/tests/fuzz/corpus")) {
    folders.insert(entry.path().filename().string());
  }
  std::set<std::string> names;
  for (const auto& parser : fuzzed_parsers()) names.insert(parser.name);
  CHECK(folders == names);
  CHECK(fuzz_dictionary("npy").front() == "\x93NUMPY");
  CHECK(fuzz_dictionary("lbdatafile").front() == "\"type\"");
}

TEST_CASE("fuzzers: what they start from and what they found is parsed or refused", "[fuzz]") {
  for (const auto& parser : fuzzed_parsers()) {
    for (const auto& input : fuzz_corpus(parser.name)) {
      INFO(parser.name << ": printf '" << shown(input) << "'");
      CHECK_NOTHROW(parser.parse(input));
    }
  }
}

TEST_CASE("fuzzers: a mutator makes the same inputs of the same seed", "[fuzz]") {
  const std::vector<std::string> inputs = {"", "abc", "0123456789"};
  Mutator one(inputs, {"word"}, 1);
  Mutator same(inputs, {"word"}, 1);
  Mutator other(inputs, {"word"}, 2);
  std::set<std::string> made;
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    const auto next = one.next();
    REQUIRE(next == same.next());
    differs = differs || next != other.next();
    made.insert(next);
  }
  CHECK(differs);
  CHECK(made.size() > 500);
}

TEST_CASE("fuzzers: each a fixed number of runs", "[fuzz][long]") {
  constexpr int runs = 10'000;
  constexpr int database_runs = 1000;
  const std::set<std::string> databases = {"campaign", "campaign_store", "stored_run"};
  for (const auto& parser : fuzzed_parsers()) {
    Mutator mutator(fuzz_corpus(parser.name), fuzz_dictionary(parser.name), 1);
    for (int i = databases.count(parser.name) > 0 ? database_runs : runs; i > 0; --i) {
      const auto input = mutator.next();
      try {
        parser.parse(input);
      } catch (const std::exception& error) {
        FAIL(parser.name << ": " << error.what() << ": printf '" << shown(input) << "'");
      }
    }
  }
}
