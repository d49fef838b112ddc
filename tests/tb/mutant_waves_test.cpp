// SPDX-License-Identifier: Apache-2.0
// Changed modules: which signal of the wave file that the mismatch leaves shows the change, and
// when (the table in docs/rtl.md).
#include <fmt/format.h>

#include <filesystem>

#include "host/cache.h"
#include "host/data_root.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/waves/wave_file.h"

using namespace isobar;

namespace {

namespace fs = std::filesystem;
using Options = std::vector<std::string>;

const Options ring = {"--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2"};
const Options cube = {"--fabric", "hypercube:3", "--scheme", "lm-c4", "--load", "spike:2"};

/// What a signal holds in a cycle.
struct Shown {
  const char* signal;  ///< below isobar.pe_N.inside
  std::uint64_t cycle;
  std::uint64_t value;
};

struct Mutant {
  const char* module;
  const char* from;
  const char* to;
  Options options;
  const char* pe;
  std::uint64_t mismatch;  ///< its cycle
  std::vector<Shown> shows;
};

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

const Options traffic = {"--traffic", "0.3", "--stalls", "0.1", "--until", "steps:50"};

const std::vector<Mutant> mutants = {
    {"isobar_condition",
     "level     = own_i >= successor_i",
     "level     = own_i > successor_i",
     ring,
     "1",
     183,
     {{"u_condition.own_i", 183, 1},
      {"u_condition.successor_i", 183, 1},
      {"u_condition.level", 183, 0}}},
    {"isobar_slot",
     "if (cycle_q == last_cycle) begin",
     "if (cycle_q == last_cycle - 1'b1) begin",
     ring,
     "7",
     82,
     {{"u_slot.cycle_q", 81, 81}, {"u_slot.last_cycle", 81, 82}, {"u_slot.cycle_d", 81, 0}}},
    {"isobar_queue",
     "if (push_i) tail_d = (tail_q == Last)",
     "if (push_i) tail_d = (tail_q == Last - 1'b1)",
     with(with(ring, traffic), {"--queue-depth", "17"}),
     "4",
     111,
     {{"u_queue.tail_q", 104, 15}, {"u_queue.tail_q", 105, 0}}},
    {"isobar_queue",
     "passes_d = push_i && tail_q == head_d",
     "passes_d = push_i && tail_q == head_q",
     with(ring, traffic),
     "1",
     4,
     {{"u_queue.push_i", 2, 1},
      {"u_queue.tail_q", 2, 1},
      {"u_queue.head_d", 2, 1},
      {"u_queue.g_block.passes_d", 2, 0}}},
    {"isobar_serializer",
     "shift_d = shift_q >> lanes_i",
     "shift_d = shift_q >> 1'b1",
     with(ring, {"--link-bandwidth", "500Mb/s"}),
     "0",
     2,
     {{"u_serializer.lanes_i", 0, 2},
      {"u_serializer.shift_q", 0, 16},
      {"u_serializer.shift_q", 1, 8}}},
    {"isobar_serializer",
     "if (setup_q != '0) setup_d = setup_q - 1'b1;",
     "if (setup_q > CountBits'(1)) setup_d = setup_q - 1'b1;",
     with(ring, {"--link-setup", "4"}),
     "7",
     4,
     {{"u_serializer.setup_q", 3, 1}, {"u_serializer.setup_q", 4, 1}}},
    {"isobar_deserializer",
     "{Width{beat_q != '0}}",
     "{Width{hold_q == '0}}",
     ring,
     "1",
     165,
     {{"u_predecessor.beat_q", 102, 0}, {"u_predecessor.message_d", 102, 0x7b1dcdaf00000001}}},
    {"isobar_counter",
     "count_q + Bits'(count_i)",
     "count_q + Bits'(count_i && !count_q[3])",
     ring,
     "0",
     1494,
     {{"g_port_0.u_transfer_counter.count_i", 1430, 1},
      {"g_port_0.u_transfer_counter.g_count.count_q", 1430, 8},
      {"g_port_0.u_transfer_counter.g_count.count_q", 1431, 8}}},
    {"isobar_errors",
     "!successor_came_q || successor_load_i > LoadBits'(Depth)",
     "!successor_came_q || successor_load_i >= LoadBits'(Depth >> 2)",
     ring,
     "7",
     18,
     {{"u_errors.successor_load_i", 17, 16}, {"u_errors.successor_wrong", 17, 1}}},
    {"isobar_pe",
     "assign sink_tready_o = !landing && load",
     "assign sink_tready_o = load",
     with(ring, {"--traffic", "0.2", "--stalls", "0.3"}),
     "7",
     331,
     {{"landing", 331, 1}, {"sink_tready_o", 331, 1}}},
    {"isobar_pe",
     "Radix2[dimension] ? successor_port : successor_port + 1'b1",
     "successor_port + 1'b1",
     cube,
     "111",
     18,
     {{"valid_i", 1, 1}, {"predecessor_port", 1, 1}}},
};

void is_shown(const Mutant& mutant) {
  INFO(mutant.module << ": " << mutant.to);
  const test::Scratch folder;
  const auto file = std::string(mutant.module) + ".sv";
  fs::create_directory(folder.path() / "mine");
  for (const auto& source : rtl_sources(data_root())) {
    if (source.filename() == file) fs::copy(source, folder.path() / "mine");
  }
  auto text = folder.read("mine/" + file);
  const auto at = text.find(mutant.from);
  REQUIRE(at != std::string::npos);
  folder.write("mine/" + file, text.replace(at, std::string(mutant.from).size(), mutant.to));
  const auto ran =
      test::run_program(with(with({"cosim"}, mutant.options), {"--rtl", "mine"}), folder.path());
  INFO(ran.err);
  CHECK(ran.status == 1);
  CHECK(ran.err.find(fmt::format("PE {}, cycle {},", mutant.pe, mutant.mismatch)) !=
        std::string::npos);
  const auto waves = test::read_wave(folder.path() / "isobar-mismatch.fst");
  const auto node = std::string(mutant.pe) == "111" ? std::string("7") : std::string(mutant.pe);
  for (const auto& [signal, cycle, value] : mutant.shows) {
    INFO(signal << " in cycle " << cycle);
    const auto& values = waves.signals.at(fmt::format("isobar.pe_{}.inside.{}", node, signal));
    constexpr std::uint64_t cycle_time = 4000;  // in picoseconds, at 250 MHz
    CHECK(test::value_at(values, cycle * cycle_time) == test::bits(value));
  }
}

}  // namespace

TEST_CASE("a mismatch's wave shows the signal inside that is wrong: condition, slot", "[rtl]") {
  for (std::size_t i = 0; i < 2; ++i) is_shown(mutants[i]);
}

TEST_CASE(
    "a mismatch's wave shows the signal inside that is wrong: queue, links, counter, errors, PE",
    "[rtl][long]") {
  CHECK(mutants.size() == 11);
  for (std::size_t i = 2; i < mutants.size(); ++i) is_shown(mutants[i]);
}
