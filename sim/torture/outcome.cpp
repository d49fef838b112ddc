// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/outcome.h"

#include <fmt/format.h>

#include <boost/algorithm/string/erase.hpp>

#include "host/cache.h"
#include "sim/torture/outputs.h"
#include "sim/torture/trial_folder.h"

namespace isobar {

std::string outcome_of(const Trial& trial, const std::filesystem::path& folder, Json result) {
  result.erase("program");
  auto outcome = fmt::format("{} cycles; json {}", result.at("cycles").at("run").dump(),
                             digest(result.dump()));
  for (const auto& [key, file] : output_names(trial)) {
    const std::string is = key;
    // A database and a picture have the versions of what writes them in them.
    if (is == "json" || is == "save" || is == "picture") continue;
    auto text = contents(folder / file);
    boost::erase_all(text, folder.string() + "/");
    if (!text.empty()) outcome += fmt::format(", {} {}", is, digest(text));
  }
  return outcome;
}

}  // namespace isobar
