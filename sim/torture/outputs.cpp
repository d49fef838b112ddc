// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/outputs.h"

#include <utility>

namespace isobar {
namespace {

const std::vector<OutputName>& usual_outputs() {
  static const std::vector<OutputName> outputs = {
      {"json", "out.json"},   {"csv", "out.csv"},  {"record", "out.jsonl"}, {"save", "out.db"},
      {"picture", "out.svg"}, {"wave", "out.vcd"}, {"trace", "trace.json"}};
  return outputs;
}

}  // namespace

std::vector<OutputName> output_names(const Trial& trial) {
  std::vector<OutputName> names;
  for (const auto& [key, usual] : usual_outputs()) {
    const auto* file = trial.find(key);
    if (file != nullptr && *file != "-") names.push_back({key, *file});
  }
  return names;
}

Trial with_all_outputs(Trial trial) {
  for (const auto& [key, file] : usual_outputs()) {
    if (trial.find(key) != nullptr) continue;
    auto more = trial;
    more.set(key, file);
    if (is_taken(more)) trial = std::move(more);
  }
  return trial;
}

}  // namespace isobar
