// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/shard.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;
using test::Scratch;

namespace {

struct Found {
  std::vector<std::string> entries;
  std::vector<std::string> messages;
};

Found read_on(ShardReader& reader, bool ended) {
  Found found;
  reader.read(
      ended, [&](const std::string& entry) { found.entries.push_back(entry); },
      [&](const std::string& message) { found.messages.push_back(message); });
  return found;
}

Found read_all(const Scratch& folder, const std::string& name) {
  ShardReader reader(folder.path() / name);
  return read_on(reader, true);
}

const std::vector<std::string> three = {R"({"point":1})", R"({"point":2})", R"({"point":3})"};

void write_three(const Scratch& folder) {
  ShardWriter shard(folder.path(), "7");
  for (const auto& entry : three) shard.append(entry);
}

}  // namespace

TEST_CASE("a shard gives back what was appended, also while it grows") {
  const Scratch folder;
  ShardWriter shard(folder.path(), "7");
  ShardReader reader(folder.path() / "7.jsonl");
  CHECK(read_on(reader, false).entries.empty());
  shard.append(three[0]);
  CHECK(read_on(reader, false).entries == std::vector{three[0]});
  shard.append(three[1]);
  shard.append(three[2]);
  CHECK(read_on(reader, false).entries == std::vector{three[1], three[2]});
  CHECK(read_on(reader, true).entries.empty());
}

TEST_CASE("what another process wrote is not touched") {
  const Scratch folder;
  write_three(folder);
  write_three(folder);
  { ShardWriter last(folder.path(), "7"); }
  CHECK(folder.names() == std::vector<std::string>{"7.1.jsonl", "7.2.jsonl", "7.jsonl"});
  CHECK(read_all(folder, "7.jsonl").entries == three);
  CHECK(read_all(folder, "7.1.jsonl").entries == three);
}

TEST_CASE("a shard cut anywhere gives its whole lines and names the torn one") {
  const Scratch folder;
  write_three(folder);
  const auto text = folder.read("7.jsonl");
  const auto line = text.size() / 3;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    folder.write("cut.jsonl", text.substr(0, length));
    const auto found = read_all(folder, "cut.jsonl");
    // Where only the line's end is missing, all of it is there.
    const bool whole = length % line == 0 || length % line == line - 1;
    const auto entries = (length + 1) / line;
    INFO(length);
    REQUIRE(found.entries.size() == entries);
    REQUIRE(found.messages.size() == (whole ? 0 : 1));
    if (!whole) {
      CHECK(contains(found.messages[0],
                     fmt::format("cut.jsonl:{}: the last line was not finished", entries + 1)));
    }
    ShardReader growing(folder.path() / "cut.jsonl");
    CHECK(read_on(growing, false).messages.empty());
    folder.write("cut.jsonl", text);
    const auto rest = read_on(growing, true);
    CHECK(rest.entries.size() == 3 - length / line);
    CHECK(rest.messages.empty());
  }
}

TEST_CASE("a changed byte costs its line and no other") {
  const Scratch folder;
  write_three(folder);
  const auto text = folder.read("7.jsonl");
  test::property([&] {
    auto damaged = text;
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto byte = *rc::gen::arbitrary<char>();
    RC_PRE(byte != text[at]);
    damaged[at] = byte;
    folder.write("damaged.jsonl", damaged);
    const auto found = read_all(folder, "damaged.jsonl");
    const auto line = at / (text.size() / 3);
    // Without the end between them two lines are one; the last line may do without.
    const bool joins = text[at] == '\n';
    RC_ASSERT(found.entries.size() == (joins && line < 2 ? 1 : 2));
    RC_ASSERT(!found.messages.empty());
    RC_ASSERT(contains(found.messages[0], fmt::format("damaged.jsonl:{}: ", line + 1)));
    for (const auto& entry : found.entries) {
      RC_ASSERT(std::find(three.begin(), three.end(), entry) != three.end());
    }
  });
}

TEST_CASE("an entry that is no use is named by its line, and the others are taken") {
  const Scratch folder;
  write_three(folder);
  Found found;
  ShardReader(folder.path() / "7.jsonl")
      .read(
          true,
          [&](const std::string& entry) {
            if (entry == three[1]) throw ValueError("not a point's result");
            found.entries.push_back(entry);
          },
          [&](const std::string& message) { found.messages.push_back(message); });
  CHECK(found.entries == std::vector{three[0], three[2]});
  REQUIRE(found.messages.size() == 1);
  CHECK(
      contains(found.messages[0], "7.jsonl:2: not a point's result; its point counts as not run"));
}

TEST_CASE("a shard that cannot be written or read says where and why") {
  const Scratch folder;
  CHECK(contains(refusal([&] { ShardWriter(folder.path() / "no", "7"); }),
                 "no/7.jsonl: No such file"));
  CHECK(contains(refusal([&] { read_all(folder, "no.jsonl"); }), "no.jsonl: No such file"));
}
