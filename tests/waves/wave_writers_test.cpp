// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"
#include "waves/wave_timeline.h"

using namespace isobar;
using namespace isobar::test;

namespace {

const std::array<std::string, 3> states = {"idle", "two words, a \\ and \xc3\xa4", ""};
/// Texts that are longer than their length's first byte can tell.
const std::array<std::string, 2> long_states = {std::string(200, 'a'), std::string(20'000, 'b')};

/// Every kind of declaration and change, in several blocks.
void write_sample(std::unique_ptr<WaveWriter> writer) {
  constexpr std::size_t block = 300;
  WaveTimeline timeline(std::move(writer), 1'000'000'000'000, block);
  const auto late = [](Cycle cycle) { return 1'000'000'000'000 + cycle; };
  timeline.writer().open_scope("top", "a comment");
  std::vector<WaveVariable> many;
  many.reserve(200);
  for (int i = 0; i < 200; ++i)
    many.push_back(timeline.add_number(fmt::format("v{}", i), 7, i % 128));
  timeline.writer().open_scope("inner", "");
  const auto bit = timeline.add_number("bit", 1, 0);
  const auto text = timeline.add_state("text", states, 0);
  const auto long_text = timeline.add_state("long_text", long_states, 1);
  const auto event = timeline.add_event("event");
  timeline.writer().close_scope();
  const auto number = timeline.add_number("number", 64, 0);
  const auto same = timeline.add_number("same", 64, 0);
  const auto word = timeline.add_number("word", 16, 0);
  timeline.writer().close_scope();

  for (const auto signal : {bit, number, same, word}) timeline.change(3, signal, 1);
  timeline.change(4, number, -1);
  timeline.change(4, same, -1);
  timeline.happens(4, event);
  timeline.happens(5, event);
  timeline.change(5, number, std::int64_t{1} << 62);
  timeline.change(late(0), many[150], 0);
  timeline.change(late(0), text, 1);
  timeline.change(late(0), long_text, 0);
  timeline.write_before(late(1));
  for (Cycle cycle = 1; cycle < 2'000; ++cycle) {
    timeline.write_before(late(cycle));
    timeline.change(late(cycle), bit, cycle % 2);
    timeline.change(late(cycle), word, cycle / 10);
    timeline.change(late(cycle), many[static_cast<std::size_t>(cycle % 7)], cycle % 100);
    if (cycle % 5 == 0) timeline.change(late(cycle), text, cycle / 5 % 3);
    if (cycle > 1'500) timeline.happens(late(cycle), event);
  }
  timeline.finish(late(2'010));
}

void write_sample(const std::filesystem::path& file) {
  write_sample(make_wave_writer(wave_format(file.string()), file.string()));
}

}  // namespace

TEST_CASE("VCD and FST hold the same changes", "[waves]") {
  const Scratch folder;
  write_sample(folder / "a.vcd");
  write_sample(folder / "a.fst");
  CHECK(folder.names() == std::vector<std::string>{"a.fst", "a.vcd"});
  const auto vcd = read_wave(folder / "a.vcd");
  const auto fst = read_wave(folder / "a.fst");
  CHECK(vcd.times == fst.times);
  CHECK(vcd.times.size() == 4 + 2'000 + 1);
  CHECK(vcd.times.back() == 1'000'000'002'010);
  CHECK(vcd.signals.size() == 207);
  const auto& text = vcd.signals.at("top.inner.text");
  CHECK(value_at(text, 0) == "\"idle\"");
  CHECK(value_at(text, 1'000'000'000'000) == "\"two words, a \\ and \xc3\xa4\"");
  CHECK(value_at(text, 1'000'000'000'010) == "\"\"");
  CHECK(value_at(vcd.signals.at("top.inner.long_text"), 0) == '"' + long_states[1] + '"');
  CHECK(vcd.signals.at("top.number") ==
        Values{{0, "0"}, {3, "1"}, {4, std::string(64, '1')}, {5, '1' + std::string(62, '0')}});
  CHECK(fst.signals.size() == vcd.signals.size());
  for (const auto& [path, values] : vcd.signals) {
    INFO(path);
    CHECK(fst.signals.at(path) == values);
  }
}

TEST_CASE("the same calls give the same bytes", "[waves]") {
  const Scratch folder;
  for (const std::string ending : {".vcd", ".fst"}) {
    write_sample(folder / ("a" + ending));
    write_sample(folder / ("b" + ending));
    CHECK(contents(folder / ("a" + ending)) == contents(folder / ("b" + ending)));
  }
}

TEST_CASE("the ending of a name says the format, and other endings are refused", "[waves]") {
  CHECK(wave_format("out/run.vcd") == WaveFormat::vcd);
  CHECK(wave_format("run.fst") == WaveFormat::fst);
  for (const std::string name : {"run.lxt", "run", "fst", ".vcd", "run.vcd.gz", "run.VCD", ""}) {
    const auto said = refusal([&] { wave_format(name); });
    CHECK(contains(said, ".vcd or .fst"));
    CHECK(contains(said, "'" + name + "'"));
  }
}

TEST_CASE("a file that cannot be opened or written is named, with the reason", "[waves]") {
  const Scratch folder;
  for (const auto format : {WaveFormat::vcd, WaveFormat::fst}) {
    const auto file = (folder / "none/a").string();
    const auto said = refusal([&] { make_wave_writer(format, file); });
    CHECK(contains(said, file));
    CHECK(contains(said, "No such file"));
  }
  if (!std::filesystem::exists("/dev/full")) return;
  for (const std::string name : {"full.vcd", "full.fst"}) {
    std::filesystem::create_symlink("/dev/full", folder / name);
    const auto said = refusal([&] { write_sample(folder / name); });
    CHECK(contains(said, (folder / name).string()));
    CHECK(contains(said, "No space left"));
  }
}
