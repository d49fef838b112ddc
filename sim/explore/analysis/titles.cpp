// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/titles.h"

#include <map>
#include <set>

#include "models/parameter.h"
#include "models/text.h"
#include "sim/explore/analysis/words.h"

namespace isobar {
namespace {

using Texts = std::vector<std::string>;

/// The parts of `NAME:PARAMETER=VALUE,…` behind the colon.
Texts parts_of(const std::string& level) {
  Texts parts;
  const auto colon = level.find(':');
  if (colon == std::string::npos) return parts;
  for (const auto part : split(std::string_view(level).substr(colon + 1), ',')) {
    parts.emplace_back(part);
  }
  return parts;
}

Texts without_shared_parameters(const std::string& key, const Texts& levels) {
  const auto name_of = [](const std::string& level) { return level.substr(0, level.find(':')); };
  std::map<std::string, std::size_t> members;                      // by name
  std::map<std::string, std::map<std::string, std::size_t>> with;  // by name and part
  for (const auto& level : levels) {
    ++members[name_of(level)];
    for (const auto& part : parts_of(level)) ++with[name_of(level)][part];
  }
  Texts titles;
  for (const auto& level : levels) {
    const auto name = name_of(level);
    std::string differing;
    for (const auto& part : parts_of(level)) {
      if (with[name][part] < members[name]) differing += (differing.empty() ? ":" : ",") + part;
    }
    titles.push_back((key == "scheme" ? scheme_words(name) : name) + differing);
  }
  return titles;
}

/// `csv:/home/loads.csv` as `csv:loads.csv`.
std::string without_folder(const std::string& level) {
  for (std::size_t at = level.find('/'); at != std::string::npos; at = level.find('/', at + 1)) {
    const bool begins_path = at == 0 || level[at - 1] == ':' || level[at - 1] == '=';
    if (!begins_path) continue;
    const auto end = std::min(level.find(',', at), level.size());
    const auto last = level.rfind('/', end - 1);
    return level.substr(0, at) + level.substr(last + 1);
  }
  return level;
}

bool all_differ(const Texts& texts) {
  return std::set<std::string>(texts.begin(), texts.end()).size() == texts.size();
}

}  // namespace

std::vector<std::string> level_titles(const std::string& key, const Texts& levels) {
  const bool has_parameters = key == "scheme" || key == "app";
  Texts whole;
  for (const auto& level : levels) whole.push_back(key == "scheme" ? scheme_words(level) : level);
  auto files = levels;
  for (auto& level : files) level = without_folder(level);
  for (const auto& base : {files, levels}) {
    const auto titles =
        has_parameters && levels.size() > 1 ? without_shared_parameters(key, base) : base;
    const bool are_plain = has_parameters && levels.size() == 1;
    if (all_differ(titles)) return are_plain ? whole : titles;
  }
  return whole;
}

}  // namespace isobar
