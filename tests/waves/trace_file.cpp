// SPDX-License-Identifier: Apache-2.0
#include "tests/waves/trace_file.h"

#include <fmt/format.h>

#include "tests/support/scratch.h"

namespace isobar::test {

using Json = nlohmann::json;

Trace::Trace(const std::filesystem::path& file) {
  const auto json = Json::parse(contents(file));
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("ph") != "M") {
      events.push_back(event);
      continue;
    }
    const auto& name = event.at("name");
    if (name == "process_name") processes[event.at("pid")] = event.at("args").at("name");
    if (name == "thread_name") threads[event.at("tid")] = event.at("args").at("name");
  }
}

std::string Trace::thread(const Json& event) const {
  return processes.at(event.at("pid")) + "/" + threads.at(event.at("tid"));
}

std::vector<Json> Trace::slices(const std::string& of) const {
  std::vector<Json> found;
  for (const auto& event : events) {
    if (event.at("ph") == "X" && thread(event) == of) found.push_back(event);
  }
  return found;
}

Cycle cycles(const Json& slice) {
  return slice.at("args").at("cycles")[1].get<Cycle>() -
         slice.at("args").at("cycles")[0].get<Cycle>();
}

std::string link_thread(const Fabric& fabric, std::uint64_t slot) {
  const auto link = *fabric.link(slot);
  const auto& port = fabric.ports()[link.port];
  return fmt::format("PE {}/link_{}_{} to PE {}", fabric.address(link.from), port.dimension,
                     port.direction == Direction::successor ? "succ" : "pred",
                     fabric.address(link.to));
}

}  // namespace isobar::test
