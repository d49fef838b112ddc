// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/outcome.h"

#include <fmt/format.h>

#include "host/cache.h"
#include "sim/torture/outputs.h"
#include "sim/torture/trial_folder.h"

namespace isobar {
namespace {

/// Whether what writes such a file says in it when it did, or of which version it is itself.
bool is_dated(const std::filesystem::path& file) {
  const auto ending = file.extension();
  return ending != ".csv" && ending != ".jsonl" && ending != ".vcd" && ending != ".json";
}

}  // namespace

std::string outcome_of(const Trial& trial, const std::filesystem::path& folder, Json result,
                       const std::string& sentences) {
  result.erase("program");
  auto outcome = fmt::format("{} cycles; json {}, text {}", result.at("cycles").at("run").dump(),
                             digest(result.dump()), digest(without_folder(sentences, folder)));
  for (const auto& [key, file] : output_names(trial)) {
    const std::string is = key;
    if (is == "json" || is_dated(file)) continue;
    const auto text = without_folder(contents(folder / file), folder);
    if (!text.empty()) outcome += fmt::format(", {} {}", is, digest(text));
  }
  return outcome;
}

}  // namespace isobar
