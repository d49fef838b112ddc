// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"
#include "waves/wave_writer.h"

using namespace isobar;
using namespace isobar::test;

namespace {

/// Every kind of declaration and change.
void write_sample(WaveWriter& writer) {
  writer.open_scope("top", "a comment");
  std::vector<WaveVariable> many;
  many.reserve(200);
  for (int i = 0; i < 200; ++i) many.push_back(writer.add_vector(fmt::format("v{}", i), 7));
  writer.open_scope("inner", "");
  const auto bit = writer.add_vector("bit", 1);
  const auto wide = writer.add_vector("wide", 100);
  const auto text = writer.add_text("text");
  writer.close_scope();
  const auto number = writer.add_vector("number", 64);
  writer.close_scope();

  writer.at(0);
  for (std::size_t i = 0; i < many.size(); ++i) {
    writer.change_number(many[i], 7, static_cast<std::int64_t>(i % 128));
  }
  writer.change_number(bit, 1, 0);
  writer.change_bits(wide, std::string(100, 'x'));
  writer.change_text(text, "idle");
  writer.change_number(number, 64, 0);
  writer.at(3);
  writer.change_number(bit, 1, 1);
  writer.change_bits(wide, "00z1" + std::string(96, '0'));
  writer.change_number(number, 64, -1);
  writer.at(1'000'000'000'000);
  writer.change_number(many[150], 7, 0);
  writer.change_text(text, "two words, a \\ and \xc3\xa4");
  writer.change_bits(wide, std::string(99, '0') + "1");
  writer.at(1'000'000'000'001);
  writer.close();
}

void write_sample(const std::filesystem::path& file) {
  write_sample(*make_wave_writer(wave_format(file.string()), file.string()));
}

}  // namespace

TEST_CASE("VCD and FST hold the same changes", "[waves]") {
  const Scratch folder;
  write_sample(folder / "a.vcd");
  write_sample(folder / "a.fst");
  CHECK(folder.names() == std::vector<std::string>{"a.fst", "a.vcd"});
  const auto vcd = read_wave(folder / "a.vcd");
  const auto fst = read_wave(folder / "a.fst");
  CHECK(vcd.times == std::vector<std::uint64_t>{0, 3, 1'000'000'000'000, 1'000'000'000'001});
  CHECK(vcd.signals.size() == 204);
  CHECK(vcd.signals.at("top.inner.text") ==
        Values{{0, "\"idle\""}, {1'000'000'000'000, "\"two words, a \\ and \xc3\xa4\""}});
  CHECK(vcd.signals.at("top.number") == Values{{0, "0"}, {3, std::string(64, '1')}});
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

TEST_CASE("a number must fit its vector", "[waves]") {
  const Scratch folder;
  const auto writer = make_wave_writer(WaveFormat::vcd, (folder / "a.vcd").string());
  const auto v = writer->add_vector("v", 3);
  writer->at(0);
  CHECK_NOTHROW(writer->change_number(v, 3, 7));
  CHECK_NOTHROW(writer->change_number(v, 3, -4));
  CHECK_THROWS_AS(writer->change_number(v, 3, 8), ModelError);
  CHECK_THROWS_AS(writer->change_number(v, 3, -5), ModelError);
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
  std::filesystem::create_symlink("/dev/full", folder / "full.vcd");
  const auto file = (folder / "full.vcd").string();
  const auto said = refusal([&] { write_sample(*make_wave_writer(WaveFormat::vcd, file)); });
  CHECK(contains(said, file));
  CHECK(contains(said, "No space left"));
}
