// SPDX-License-Identifier: Apache-2.0
#include "sim/config/output_files.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "sim/config/parsers.h"
#include "waves/layout_files.h"
#include "waves/wave_writer.h"

namespace isobar {
namespace {

/// Where a path leads, whether or not anything is there.
std::filesystem::path destination(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
}

}  // namespace

void claim(Draft& draft, const std::string& key, const std::filesystem::path& file,
           const std::string& what) {
  const auto [before, is_new] = draft.written.emplace(destination(file), what);
  if (!is_new) draft.reject(key, "this file is written as the run's " + before->second);
}

void claim_waves(Draft& draft, const std::string& key, const std::string& file,
                 const std::string& what) {
  claim(draft, key, file, what);
  for (const auto& layout : layout_paths(file)) claim(draft, key, layout, what + "' layout");
}

Parser<std::string> output_file() {
  return text<std::string>("name of a file", [](const std::string& name, const Draft& /*draft*/) {
    if (name.empty()) throw ValueError("the name of a file is needed");
    if (name == "-") throw ValueError("a file is needed; standard output is the result's");
    return name;
  });
}

Parser<std::string> output_file(const std::string& what, const std::string& ending) {
  return text<std::string>(fmt::format("name of a file that ends in {}", ending),
                           [what, ending](const std::string& name, const Draft& /*draft*/) {
                             if (std::filesystem::path(name).extension() == ending) return name;
                             throw ValueError(fmt::format("{}'s name ends in {}", what, ending));
                           });
}

Parser<std::string> wave_file() {
  return text<std::string>("name of a file that ends in .vcd or .fst",
                           [](const std::string& name, const Draft& /*draft*/) {
                             if (name.empty()) throw ValueError("the name of a file is needed");
                             wave_format(name);
                             return name;
                           });
}

Objection writes_files(const Draft& draft, const KeySection& /*section*/) {
  return {draft.whole_fabric ? "this does not go with --whole" : ""};
}

}  // namespace isobar
