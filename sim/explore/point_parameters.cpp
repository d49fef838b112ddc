// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/point_parameters.h"

#include <vector>

#include "models/errors.h"
#include "models/parameter.h"
#include "models/schemes/contract/registry.h"
#include "models/text.h"
#include "models/workloads/application.h"
#include "sim/explore/space.h"

namespace isobar {
namespace {

/// The parameters that the text `NAME:PARAMETER=VALUE,…` names, by their names of today.
PointParameters named_in(const std::string& text, const std::vector<Parameter>& known) {
  PointParameters values;
  const NamedText parts(text);
  if (!parts.parameters) return values;
  for (const auto part : split(*parts.parameters, ',')) {
    const auto equals = part.find('=');
    const std::string name(part.substr(0, equals));
    for (const auto& parameter : known) {
      if (parameter.name != name && (parameter.formerly.empty() || parameter.formerly != name)) {
        continue;
      }
      values[parameter.name] = std::string(part.substr(equals + 1));
    }
  }
  return values;
}

template <class Choice>
void add(PointParameters& all, const char* key, const Assignment& point, bool with_defaults) {
  const auto given = point.find(key);
  const auto text = given != point.end() ? given->second : default_value(key);
  try {
    const auto& known = Choice::parse(text).entry->parameters;
    const auto column = [&](const std::string& name) { return std::string(key) + "_" + name; };
    if (with_defaults) {
      for (const auto& parameter : known) all[column(parameter.name)] = parameter.default_text;
    }
    for (const auto& [name, value] : named_in(text, known)) all[column(name)] = value;
  } catch (const ValueError&) {
    // One that is read from a file, or that the run will refuse.
  }
}

PointParameters all_of(const Assignment& point, bool with_defaults) {
  PointParameters all;
  add<SchemeChoice>(all, "scheme", point, with_defaults);
  add<ApplicationChoice>(all, "app", point, with_defaults);
  return all;
}

}  // namespace

PointParameters named_parameters(const Assignment& point) { return all_of(point, false); }
PointParameters parameters_of(const Assignment& point) { return all_of(point, true); }

}  // namespace isobar
