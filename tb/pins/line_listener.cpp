// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/line_listener.h"

#include <fmt/format.h>

namespace isobar {

std::string LineListener::hear(Cycle cycle, bool valid, const std::uint64_t* lines,
                               std::size_t offset) {
  const char* const kind = awaited_.kind == Message::Kind::word ? "word" : "task";
  if (!awaited_.has_bits(cycle)) {
    if (!valid) return {};
    if (awaited_.kind == Message::Kind::none) return "is high, where nothing is sent in this part";
    return fmt::format("is high, where a {} has its bits in cycles {} to {}", kind, awaited_.valid,
                       awaited_.end - 1);
  }
  if (cycle == awaited_.valid) there_ = valid;
  if (valid != there_) {
    return fmt::format("{} within a {}, which has its bits in cycles {} to {}",
                       valid ? "rises" : "falls", kind, awaited_.valid, awaited_.end - 1);
  }
  if (there_) awaited_.take_beat(cycle, *link_, lines, offset);
  return {};
}

}  // namespace isobar
