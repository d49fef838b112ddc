// SPDX-License-Identifier: Apache-2.0
// Which keys are refused in which runs: tests/data/refusals.txt, a table of what the program said
// before each key had a row of its own.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/config/key_table.h"
#include "sim/config/resolve.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::Scratch;

namespace {

using Assignments = std::map<std::string, std::string>;

/// Runs that are told apart by what may be given there.
struct Kind {
  std::string name;
  bool allowed = true;
  bool whole_fabric = false;
  Assignments keys;
};

/// The message of a refusal; empty if there is none.
std::string refusal_of(const Kind& kind, const Assignments& more) {
  try {
    ConfigText text;
    auto keys = kind.keys;
    for (const auto& [key, value] : more) keys[key] = value;
    for (const auto& [key, value] : keys) text.set(key, value, "--set");
    resolve(text, kind.whole_fabric);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// Whether a message names the key, or another with which it does not go.
bool names_a_key(const std::string& said, const std::string& given) {
  if (contains(said, given + " = ") || contains(said, "'" + given + "'")) return true;
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) {
      if (contains(said, key.name + " = ")) return true;
    }
  }
  return false;
}

Kind read_kind(const std::string& line) {
  Kind kind;
  const auto end = line.find(']');
  kind.name = line.substr(1, end - 1);
  std::istringstream words(line.substr(end + 1));
  std::string word;
  words >> word;
  kind.allowed = word == "OK";
  while (words >> word) {
    const auto equals = word.find('=');
    if (word == "--whole") {
      kind.whole_fabric = true;
    } else {
      kind.keys[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return kind;
}

std::vector<std::string> lines_of_table() {
  std::ifstream in(ISOBAR_SOURCE_DIR "/tests/data/refusals.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.front() != '#') lines.push_back(line);
  }
  return lines;
}

/// Files that the values of the table name.
void write_files(const Scratch& folder) {
  folder.write("loads.csv", "3,0,0,9,1,1,1,1,1,1,1,1\n");
  std::string machines = "name,speed,memory\n";
  std::string fast = "speed\n";
  std::string roomy = "memory\n";
  std::string star;
  for (int pe = 0; pe < 12; ++pe) {
    const auto number = std::to_string(pe);
    machines += "m" + number + "," + std::to_string(1 + pe % 3) + ",64MB\n";
    fast += "2\n";
    roomy += "64MB\n";
    if (pe > 0) star += "0 " + number + "\n";
  }
  folder.write("machines.csv", machines);
  folder.write("fast.csv", fast);
  folder.write("roomy.csv", roomy);
  folder.write("star.graph", star);
  std::filesystem::create_directory(folder.path() / "mine");
  folder.write("mine/isobar_pe.sv", "module isobar_pe;\nendmodule\n");
}

}  // namespace

TEST_CASE("what was refused in a run of some kind is refused, and nothing else is") {
  const Scratch folder;
  write_files(folder);
  std::filesystem::current_path(folder.path());
  const auto before = folder.names();
  Kind kind;
  int refused = 0;
  int allowed = 0;
  for (const auto& line : lines_of_table()) {
    if (line.front() == '[') {
      kind = read_kind(line);
      INFO(line);
      CHECK(refusal_of(kind, {}).empty() == kind.allowed);
      continue;
    }
    std::istringstream cells(line);
    std::string key;
    std::getline(cells, key, '\t');
    for (std::string cell; std::getline(cells, cell, '\t');) {
      const auto value = cell.substr(1);
      const auto said = refusal_of(kind, {{key, value}});
      INFO(kind.name << ": " << key << " = " << value << ": " << said);
      const bool may_stand = cell.front() == '+';
      CHECK(said.empty() == may_stand);
      CHECK(said.find('\n') == std::string::npos);
      if (!may_stand) CHECK(names_a_key(said, key));
      ++(may_stand ? allowed : refused);
    }
  }
  CHECK(refused > 2500);
  CHECK(allowed > 1500);
  CHECK(folder.names() == before);
}

TEST_CASE("a key that says nothing of a run is refused with its place, its value and the reason") {
  const Scratch folder;
  const auto said = [&](const std::string& toml) {
    folder.write("run.toml", toml);
    ConfigText text;
    text.read_file(folder / "run.toml");
    try {
      resolve(text);
    } catch (const InputError& error) {
      const std::string message = error.what();
      return message.substr(message.rfind("run.toml"));
    }
    return std::string();
  };
  const std::string ring = "fabric = \"ring:8\"\nload = \"spike:2\"\n";
  const auto rtl = ring + "scheme = \"lm-c5\"\nlevel = \"rtl\"\n";
  CHECK(said(ring + "scheme = \"gde\"\nbuffers = 2\n") ==
        "run.toml:4: buffers = 2: gde is synchronous: this is for message-driven schemes");
  CHECK(said(ring + "scheme = \"gde\"\nbuffers = 1\n").empty());
  // A default stays one in other words.
  CHECK(said(ring + "scheme = \"gde\"\nhandling = \"4ns\"\n").empty());
  CHECK(said(ring + "scheme = \"gde\"\nhandling = \"5ns\"\n") ==
        "run.toml:4: handling = 5ns: gde is synchronous: this is for message-driven schemes");
  CHECK(said(ring + "scheme = \"sid\"\npoll_cost = 0\n") ==
        "run.toml:4: poll_cost = 0: a balancer in hardware does not poll");
  CHECK(said(ring + "scheme = \"sid\"\nswitching = \"circuit\"\nbuffers = 1\n") ==
        "run.toml:5: buffers = 1: a circuit needs no buffers");
  CHECK(said(ring + "scheme = \"sid\"\nswitching = \"cut-through\"\nbuffers = 1\n").empty());
  const auto circuit = ring + "scheme = \"hbm\"\nswitching = \"circuit\"\n";
  CHECK(
      said(circuit + "routing = \"random\"\n") ==
      "run.toml:5: routing = random: circuits would wait for each other for ever over routes that "
      "are not in dimension order; allowed with switching = circuit: shortest");
  CHECK(said(circuit + "routing = \"shortest\"\nbroadcast = \"sends\"\n").empty());
  CHECK(
      said(circuit + "broadcast = \"tree\"\n") ==
      "run.toml:5: broadcast = tree: a circuit leads to one destination; allowed with switching = "
      "circuit: sends");
  CHECK(said(ring + "scheme = \"sid\"\nbroadcast = \"tree\"\n") ==
        "run.toml:4: broadcast = tree: sid sends no word to many PEs");
  CHECK(said(ring + "scheme = \"sid\"\nbroadcast = \"sends\"\n").empty());
  CHECK(said(ring + "scheme = \"hbm\"\nbroadcast = \"tree\"\nrouting = \"random\"\n").empty());
  CHECK(said(ring + "scheme = \"lm-c5\"\nrouting = \"random\"\n") ==
        "run.toml:4: routing = random: lm-c5 is synchronous: this is for message-driven schemes");
  CHECK(said(ring + "scheme = \"lm-c5\"\nswitching = \"cut-through\"\n") ==
        "run.toml:4: switching = cut-through: lm-c5 is synchronous: this is for message-driven "
        "schemes");
  CHECK(said(ring + "scheme = \"gde\"\n[link.1]\nlanes = 2\n") ==
        "run.toml:5: link.1.lanes = 2: this is for level rtl only");
  CHECK(said(ring + "scheme = \"gde\"\nhistory = 9\n") ==
        "run.toml:4: history = 9: the run is not saved; --save FILE (save) does so");
  CHECK(said(rtl + "traffic = 0.5\npicture = \"p.svg\"\n") ==
        "run.toml:6: picture = p.svg: with traffic loads change in the middle of phases");
  CHECK(said(ring + "app = \"uts\"\nscheme = \"gde\"\n") ==
        "run.toml:2: load = spike:2: the application brings its own tasks");
}
