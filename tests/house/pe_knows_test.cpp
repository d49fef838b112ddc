// SPDX-License-Identifier: Apache-2.0
// A PE knows only what came over its ports: its sources name nothing by which it could look at
// another PE, a router, or those who measure.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/scratch.h"

namespace {

namespace fs = std::filesystem;

const fs::path root = ISOBAR_SOURCE_DIR;

/// The sources of PEs and routers and of their parts. What is not here builds fabrics, or stands
/// between PEs and those who measure: run_side.h, pe_reports.h.
const std::vector<std::string> inside = {
    "models/network/circuit_router.cpp",
    "models/network/circuit_router.h",
    "models/network/routed_link_interfaces.h",
    "models/network/router.cpp",
    "models/network/router.h",
    "models/pe/agent_side.cpp",
    "models/pe/agent_side.h",
    "models/pe/departures.cpp",
    "models/pe/departures.h",
    "models/pe/inbox.h",
    "models/pe/message_driven_balancer.cpp",
    "models/pe/message_driven_balancer.h",
    "models/pe/message_driven_pe.cpp",
    "models/pe/message_driven_pe.h",
    "models/pe/message_driven_pe_interface.h",
    "models/pe/outside_queue.h",
    "models/pe/pe.cpp",
    "models/pe/pe.h",
    "models/pe/pe_hardware.h",
    "models/pe/pe_interface.h",
    "models/pe/pe_queue.cpp",
    "models/pe/pe_queue.h",
    "models/pe/persistent_side.cpp",
    "models/pe/persistent_side.h",
    "models/pe/slot_interface.h",
};

/// The lines of a file that name something which knows more than one PE, each `FILE: LINE`.
std::vector<std::string> glances(const fs::path& tree, const std::string& file) {
  static const std::regex known_by_nobody(
      R"re(\b(PeStates|Meter|MessageDrivenMeter|MessageDrivenRun|Lockstep|FabricModel|)re"
      R"re(MessageDrivenFabric|LoadsView|PeState\s*\*|)re"
      R"re(\w*(Router|Pe|PeInterface)\s*[*&]|)re"
      R"re((vector|unique_ptr|optional)<(const )?\w*(Pe|PeState|PeInterface|Router)\b))re");
  std::ifstream in(tree / file);
  std::vector<std::string> found;
  if (!in) found.push_back(file + ": is not there");
  for (std::string line; std::getline(in, line);) {
    const auto code = line.substr(0, line.find("//"));
    if (std::regex_search(code, known_by_nobody)) found.push_back(file + ": " + line);
  }
  return found;
}

}  // namespace

TEST_CASE("no PE and no router can look at another", "[house]") {
  for (const auto& file : inside) CHECK(glances(root, file) == std::vector<std::string>{});
}

TEST_CASE("a glance at another PE is seen", "[house]") {
  const isobar::test::Scratch tree;
  tree.write("pe.h", "// not PeStates\nclass Pe {\n  PeStates& states_;\n  Router* other_;\n};\n");
  CHECK(glances(tree.path(), "pe.h") ==
        std::vector<std::string>{"pe.h:   PeStates& states_;", "pe.h:   Router* other_;"});
  CHECK(glances(tree.path(), "gone.h").size() == 1);
}
