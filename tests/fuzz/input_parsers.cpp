// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/input_parsers.h"

#include <algorithm>
#include <sstream>

#include "sim/config/resolve.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"
#include "sim/input/read_lbdatafile.h"
#include "sim/input/read_links_csv.h"
#include "sim/input/read_machines_csv.h"
#include "sim/input/read_machines_toml.h"
#include "sim/input/read_or_library.h"
#include "sim/input/unpack_brotli.h"
#include "tests/fuzz/law.h"
#include "tests/fuzz/memory_file.h"

namespace isobar::test {
namespace {

const Fabric& fabric() {
  static const Fabric torus = Fabric::parse("torus:3x2");
  return torus;
}

/// Loads by a rule `kind:FILE` of the bytes, as the program takes them.
void parse_loads(const std::string& bytes, const std::string& kind,
                 const std::string& parameter = "") {
  const MemoryFile file(bytes);
  parsed(bytes, [&] {
    std::string rule = kind;
    rule.append(":").append(file.path()).append(parameter);
    const auto loads = load_from(rule, fabric(), 0, "/").loads;
    law(loads.size() == fabric().pes(), "a load for every PE");
    law(std::all_of(loads.begin(), loads.end(), [](Load load) { return load >= 0; }),
        "no load is negative");
  });
}

void require_machines(const MachineTable& table) {
  const auto fits = [](std::size_t rows) { return rows == 0 || rows == fabric().pes(); };
  law(fits(table.speeds.size()) && fits(table.executors.size()) && fits(table.memories.size()) &&
          fits(table.names.size()) && fits(table.formats.size()),
      "a quantity is of every machine or of none");
}

}  // namespace

void parse_config(const std::string& bytes) {
  const MemoryFile file(bytes);
  parsed(bytes, [&] {
    ConfigText text;
    text.read_file(file.path());
    // What a fabric of its own size takes in time and memory says nothing of the parser.
    text.set("fabric", "torus:3x2", "--fabric");
    resolve(text);
  });
}

void parse_load_csv(const std::string& bytes) {
  parse_loads(bytes, "csv");
  parse_loads(bytes, "csv", ",column=load");
}

void parse_npy(const std::string& bytes) { parse_loads(bytes, "npy"); }

void parse_npz(const std::string& bytes) { parse_loads(bytes, "npz"); }

void parse_lbdatafile(const std::string& bytes) {
  for (const auto detail : {LbDetail::counts, LbDetail::times, LbDetail::persistent_tasks}) {
    std::istringstream in(bytes);
    parsed(bytes, [&] {
      const auto read = read_lbdatafile(in, {detail, {}});
      law(!read.phases.empty(), "a file has a phase");
      for (const auto& phase : read.phases) law(phase.tasks >= 0, "no phase has less than no task");
    });
  }
}

void parse_brotli(const std::string& bytes) {
  constexpr std::size_t most = 1 << 20;
  parsed(bytes, [&] {
    const auto unpacked = unpack_brotli(bytes, most);
    law(!unpacked || unpacked->size() <= most, "no more is unpacked than may be");
  });
}

void parse_graph(const std::string& bytes) {
  const MemoryFile file(bytes);
  parsed(bytes, [&] {
    const auto read = read_fabric("graph:" + file.path(), "/");
    law(read.fabric.pes() >= 1, "a fabric has a PE");
    law(read.fabric.pes() <= read.fabric.nodes(), "PEs are among the nodes");
  });
}

void parse_links(const std::string& bytes) {
  std::istringstream in(bytes);
  parsed(bytes, [&] {
    const auto slots = fabric().link_slots();
    for (const auto& row : read_links_csv(in, fabric())) {
      law(!row.links.empty(), "a row is of a link");
      for (const auto link : row.links) law(link < slots, "a row is of links that there are");
    }
  });
}

void parse_machines_csv(const std::string& bytes) {
  std::istringstream in(bytes);
  parsed(bytes, [&] { require_machines(read_machines_csv(in, fabric().pes())); });
}

void parse_machines_toml(const std::string& bytes) {
  std::istringstream in(bytes);
  parsed(bytes, [&] { require_machines(read_machines_toml(in, fabric().pes())); });
}

void parse_or_library(const std::string& bytes) {
  std::istringstream in(bytes);
  parsed(bytes, [&] {
    const auto instances = read_or_library(in, {});
    law(!instances.empty(), "a file has an instance");
    for (const auto& jobs : instances) {
      law(jobs.size() == instances.front().size(), "all instances have as many jobs");
    }
  });
}

}  // namespace isobar::test
