// SPDX-License-Identifier: Apache-2.0
#include "sim/input/application_file.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "models/unknown_name.h"
#include "sim/input/lbdatafile_application.h"
#include "sim/input/replay_application.h"
#include "sim/input/tardiness_application.h"

namespace isobar {

namespace fs = std::filesystem;

const std::vector<FileApplication>& file_applications() {
  static const std::vector<FileApplication> all = {lbdatafile_application(), replay_application(),
                                                   tardiness_application()};
  return all;
}

namespace {

ApplicationMaker from_files(const FileApplication& row, const std::string& text, Node nodes,
                            const Rational& clock, const fs::path& folder) {
  const auto [path, rest] =
      parse_file_value(text, row.form, form_list(forms_of(file_applications())));
  std::optional<std::string_view> given;
  if (!rest.empty()) given = rest.substr(1);
  const auto parameters = parse_parameters(given, row.parameters, row.form.name());
  auto read = row.read({path, folder, nodes, clock, parameters});
  ApplicationMaker maker{std::move(read.make), read.creates_tasks};
  maker.notes = parameters.notes();
  maker.notes.insert(maker.notes.end(), read.notes.begin(), read.notes.end());
  return maker;
}

ApplicationMaker registered(const std::string& text, Node nodes, std::uint64_t seed,
                            const Rational& clock) {
  const auto choice = ApplicationChoice::parse(text);
  const ApplicationSetting setting{nodes, seed, clock, choice.parameters};
  ApplicationMaker maker{choice.entry->maker(setting), choice.entry->creates_tasks};
  maker.notes = choice.parameters.notes();
  return maker;
}

ApplicationMaker maker_of(const std::string& text, Node nodes, std::uint64_t seed,
                          const Rational& clock, const fs::path& folder) {
  if (const auto* row = find_format(file_applications(), text)) {
    return from_files(*row, text, nodes, clock, folder);
  }
  const NamedText named(text);
  if (applications().count(std::string(named.name)) > 0) {
    return registered(text, nodes, seed, clock);
  }
  std::vector<std::string> allowed = {"none"};
  for (const auto& [name, entry] : applications()) allowed.push_back(name);
  for (const auto& form : form_texts(forms_of(file_applications()))) allowed.push_back(form);
  throw ValueError(unknown_name("application", named.name, allowed));
}

}  // namespace

ApplicationMaker application_from(const std::string& text, Node nodes, std::uint64_t seed,
                                  const Rational& clock, const fs::path& folder) {
  if (text == "none") return {};
  auto maker = maker_of(text, nodes, seed, clock, folder);
  // What cannot be made is refused here, before the run begins.
  const auto application = maker.make();
  maker.initial_loads = application->initial_loads();
  maker.is_persistent = application->iterations() > 0;
  maker.has_turns = application->step_cycles() > 0;
  return maker;
}

std::string application_with_absolute_path(const std::string& text, const fs::path& folder) {
  return with_absolute_path(file_applications(), text, folder);
}

std::vector<std::string> application_lines() {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, std::string_view help, std::string_view source,
                       const std::vector<Parameter>& parameters) {
    lines.push_back(fmt::format("{:<16} {}", name, help));
    const std::string indent(17, ' ');
    lines.push_back(fmt::format("{}[{}]", indent, source));
    for (const auto& p : parameters) lines.push_back(indent + p.line());
  };
  for (const auto& [name, entry] : applications()) {
    add(name, entry.help, entry.source, entry.parameters);
  }
  for (const auto& row : file_applications()) {
    add(row.form.form, row.form.help, row.source, row.parameters);
  }
  return lines;
}

}  // namespace isobar
