// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/list_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/link/technologies.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"
#include "sim/config/key_table.h"
#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/file_application.h"
#include "sim/input/load_file.h"
#include "sim/result/metrics.h"
#include "sim/result/statistics_reference.h"

namespace isobar {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered parameters_json(const std::vector<Parameter>& parameters) {
  auto list = Ordered::array();
  for (const auto& p : parameters) {
    list.push_back({{"name", p.name},
                    {"help", p.help},
                    {"default", p.default_text},
                    {"allowed", p.range_text},
                    {"auto", p.automatic}});
  }
  return list;
}

Ordered form_json(const ValueForm& form) {
  return {{"name", form.name()}, {"form", form.form}, {"help", form.help}};
}

Ordered schemes_json() {
  auto list = Ordered::array();
  for (const auto& [name, scheme] : schemes()) {
    list.push_back({{"name", name},
                    {"help", scheme.help},
                    {"source", scheme.source},
                    {"parameters", parameters_json(scheme.parameters)}});
  }
  return list;
}

Ordered fabrics_json() {
  auto list = Ordered::array();
  for (const auto& form : fabric_forms()) list.push_back(form_json(form));
  return list;
}

Ordered workloads_json() {
  auto list = Ordered::array();
  for (const auto& form : load_forms()) {
    auto entry = form_json(form);
    for (const auto& format : load_formats()) {
      if (format.form.form == form.form) entry["parameters"] = parameters_json(format.parameters);
    }
    list.push_back(entry);
  }
  return list;
}

Ordered applications_json() {
  auto list = Ordered::array();
  for (const auto& [name, entry] : applications()) {
    list.push_back({{"name", name},
                    {"help", entry.help},
                    {"source", entry.source},
                    {"parameters", parameters_json(entry.parameters)}});
  }
  for (const auto& row : file_applications()) {
    auto entry = form_json(row.form);
    entry["source"] = row.source;
    entry["parameters"] = parameters_json(row.parameters);
    list.push_back(entry);
  }
  return list;
}

Ordered links_json() {
  auto list = Ordered::array();
  for (const auto& t : link_technologies()) {
    Ordered entry = {{"name", t.name}, {"help", t.what}, {"length", t.length}};
    for (const auto& [key, value] : t.values()) entry[key] = value;
    list.push_back(entry);
  }
  return list;
}

Ordered metrics_json() {
  auto list = Ordered::array();
  for (const auto& m : metrics()) {
    const char* better = m.better == Better::less ? "less" : m.better == Better::more ? "more" : "";
    list.push_back({{"name", m.name}, {"help", m.help}, {"unit", m.unit}, {"better", better}});
  }
  return list;
}

Ordered statistics_json_list() {
  auto list = Ordered::array();
  for (const auto& one : statistics_description()) {
    Ordered entry = {{"name", one.at("path")}};
    for (const auto& [name, value] : one.items()) {
      if (name != "path") entry[name] = value;
    }
    list.push_back(entry);
  }
  return list;
}

Ordered keys_json() {
  auto list = Ordered::array();
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) {
      const auto& kind = key.kind;
      list.push_back({{"name", key.name},
                      {"help", key.help},
                      {"default", key.default_value},
                      {"unit", key.unit},
                      {"allowed", kind.title},
                      {"words", kind.words},
                      {"option", key.option()},
                      {"section", section.title},
                      {"only", key.where.empty() ? section.where : key.where}});
    }
  }
  return list;
}

}  // namespace

std::string list_json(const std::string& what) {
  Ordered all = {{"schemes", schemes_json()},
                 {"fabrics", fabrics_json()},
                 {"workloads", workloads_json()},
                 {"applications", applications_json()},
                 {"links", links_json()},
                 {"metrics", metrics_json()},
                 {"statistics", statistics_json_list()},
                 {"keys", keys_json()}};
  if (what.empty()) return all.dump(1) + "\n";
  if (all.contains(what)) return Ordered{{what, all[what]}}.dump(1) + "\n";
  Ordered found = Ordered::object();
  for (const auto& [section, entries] : all.items()) {
    for (const auto& entry : entries) {
      if (entry.at("name") == what) found[section].push_back(entry);
    }
  }
  return found.empty() ? "" : found.dump(1) + "\n";
}

}  // namespace isobar
