// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/space.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/config/config_text.h"
#include "sim/config/input_error.h"
#include "sim/explore/facts.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

bool fits(const std::string& value, const std::string& pattern) {
  const bool negated = pattern.rfind('!', 0) == 0;
  const bool found = fnmatch(pattern.c_str() + (negated ? 1 : 0), value.c_str(), 0) == 0;
  return found != negated;
}

bool hold(const std::vector<AxisCondition>& conditions, const Assignment& so_far) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const AxisCondition& condition) {
    const auto found = so_far.find(condition.key);
    const auto value = found != so_far.end() ? found->second : default_value(condition.key);
    return std::any_of(condition.patterns.begin(), condition.patterns.end(),
                       [&](const std::string& pattern) { return fits(value, pattern); });
  });
}

std::vector<const AxisValue*> allowed_values(const Axis& axis, const Assignment& so_far) {
  std::vector<const AxisValue*> allowed;
  for (const auto& value : axis.values) {
    if (hold(value.when, so_far)) allowed.push_back(&value);
  }
  return allowed;
}

void give(const Axis& axis, const std::vector<std::string>& texts, Assignment& point) {
  for (std::size_t i = 0; i < axis.keys.size(); ++i) point[axis.keys[i]] = texts[i];
}

std::string quoted_name(const std::string& name) { return '"' + name + '"'; }

}  // namespace

/// The plan's condition on whole points, which SQLite evaluates.
class Space::Constraint {
 public:
  explicit Constraint(const Plan& plan) : database_(":memory:") {
    std::string columns;
    for (const auto* key : config_keys()) {
      if (!key->output) names_.push_back(key->name);
    }
    for (const auto& axis : plan.axes) {
      for (const auto& key : axis.keys) {
        if (std::count(names_.begin(), names_.end(), key) == 0) names_.push_back(key);
      }
    }
    for (const auto& fact : metrics_before()) names_.push_back(fact);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      columns += fmt::format("{}?{} AS {}", i > 0 ? ", " : "", i + 1, quoted_name(names_[i]));
    }
    try {
      query_.emplace(database_, fmt::format("SELECT ({}) FROM (SELECT {})", plan.where, columns));
    } catch (const SQLite::Exception& error) {
      std::string known;
      for (const auto& name : names_) known += (known.empty() ? "" : ", ") + name;
      throw InputError(
          fmt::format("{}: constraints.where = {}: {}; names are {} (in \"quotes\" "
                      "where they have a dot)",
                      plan.file.string(), plan.where, error.what(), known));
    }
  }

  bool allows(const Assignment& point, const std::map<std::string, double>& facts) {
    query_->reset();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const int at = static_cast<int>(i) + 1;
      const auto fact = facts.find(names_[i]);
      if (fact != facts.end()) {
        query_->bind(at, fact->second);
        continue;
      }
      const auto found = point.find(names_[i]);
      const auto text = found != point.end() ? found->second : default_value(names_[i]);
      double number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size()) {
        query_->bind(at, number);
      } else {
        query_->bind(at, text);
      }
    }
    return query_->executeStep() && query_->getColumn(0).getInt() != 0;
  }

 private:
  SQLite::Database database_;
  std::vector<std::string> names_;
  std::optional<SQLite::Statement> query_;
};

std::string default_value(const std::string& key) {
  if (key == "level") return "auto";
  const auto* row = part_of(key).empty() ? find_key(key) : nullptr;
  return row == nullptr ? "" : row->default_value;
}

std::string identity(const Assignment& point) {
  std::string text;
  for (const auto& [key, value] : point) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", key, value);
  }
  return text;
}

Space::Space(const Plan& plan) : plan_(plan) {
  if (!plan.where.empty()) constraint_ = std::make_unique<Constraint>(plan);
}
Space::~Space() = default;

/// The point with its share of the total bandwidth, once all axes are chosen; nothing if the
/// constraint excludes it.
std::optional<Assignment> Space::completed(Assignment point) const {
  if (constraint_ || plan_.total_bandwidth) {
    try {
      if (plan_.total_bandwidth) {
        point["link.bandwidth"] = shared_bandwidth(point, *plan_.total_bandwidth);
      }
      if (constraint_ && !constraint_->allows(point, facts(point))) return {};
    } catch (const InputError&) {
      // It is kept: when it is run, its error is recorded with it.
    }
  }
  for (auto at = point.begin(); at != point.end();) {
    at = at->second == default_value(at->first) ? point.erase(at) : std::next(at);
  }
  return point;
}

std::optional<Assignment> Space::at(const std::vector<double>& places) const {
  Assignment point = plan_.base;
  for (std::size_t i = 0; i < axes().size(); ++i) {
    const auto& axis = axes()[i];
    if (!hold(axis.when, point)) continue;
    if (axis.range) {
      give(axis, {range_text(*axis.range, range_number(*axis.range, places[i]))}, point);
      continue;
    }
    const auto allowed = allowed_values(axis, point);
    if (allowed.empty()) return {};
    const auto count = static_cast<double>(allowed.size());
    const auto which = static_cast<std::size_t>(std::clamp(places[i] * count, 0.0, count - 1));
    give(axis, allowed[which]->texts, point);
  }
  return completed(std::move(point));
}

void Space::each(const std::function<void(const Assignment&)>& take) const {
  for (const auto& axis : axes()) {
    if (!axis.range) continue;
    throw InputError(fmt::format(
        "{}: a grid needs the number of values of {}: count = N, step = S or factor = F",
        axis.place, axis.keys.front()));
  }
  each_from(0, plan_.base, take);
}

void Space::each_from(std::size_t first, const Assignment& so_far,
                      const std::function<void(const Assignment&)>& take) const {
  if (first == axes().size()) {
    if (const auto point = completed(so_far)) take(*point);
    return;
  }
  const auto& axis = axes()[first];
  if (!hold(axis.when, so_far)) return each_from(first + 1, so_far, take);
  for (const auto* value : allowed_values(axis, so_far)) {
    Assignment point = so_far;
    give(axis, value->texts, point);
    each_from(first + 1, point, take);
  }
}

}  // namespace isobar
