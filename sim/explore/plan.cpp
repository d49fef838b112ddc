// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "models/errors.h"
#include "models/text.h"
#include "models/unknown_name.h"
#include "sim/config/config_text.h"
#include "sim/config/input_error.h"
#include "sim/explore/scenario_keys.h"
#include "sim/input/toml_text.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

constexpr std::int64_t most_points = 10'000'000;
constexpr std::int64_t most_values = 1'000'000;

/// A table of the plan, of which every member is to be taken.
class Section {
 public:
  Section(const toml::table& table, std::string file, std::string name)
      : table_(table), file_(std::move(file)), name_(std::move(name)) {}

  const toml::node* take(const std::string& key) {
    taken_.insert(key);
    return table_.get(key);
  }
  std::string place(const toml::node& node) const {
    return fmt::format("{}:{}", file_, node.source().begin.line);
  }
  std::string place() const { return place(table_); }

  [[noreturn]] void fail(const std::string& key, const toml::node& node,
                         const std::string& why) const {
    throw InputError(
        fmt::format("{}: {}{} = {}: {}", place(node), name_, key, toml_text(node), why));
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", place(), why));
  }

  std::optional<std::string> text(const std::string& key) {
    const auto* node = take(key);
    if (node == nullptr) return {};
    if (!node->is_string()) fail(key, *node, "a text in quotes is needed");
    return node->as_string()->get();
  }
  std::optional<std::int64_t> integer(const std::string& key, std::int64_t lo, std::int64_t hi) {
    const auto* node = take(key);
    if (node == nullptr) return {};
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < lo || value->get() > hi) {
      fail(key, *node, fmt::format("a whole number from {} to {} is needed", lo, hi));
    }
    return value->get();
  }
  std::optional<double> number(const std::string& key) {
    const auto* node = take(key);
    if (node == nullptr) return {};
    const auto value = node->value<double>();
    if (!node->is_number() || !std::isfinite(*value)) fail(key, *node, "a number is needed");
    return value;
  }
  std::optional<bool> flag(const std::string& key) {
    const auto* node = take(key);
    if (node == nullptr) return {};
    if (!node->is_boolean()) fail(key, *node, "true or false is needed");
    return node->as_boolean()->get();
  }
  std::optional<Section> section(const std::string& key) {
    const auto* node = take(key);
    if (node == nullptr) return {};
    if (!node->is_table()) fail(key, *node, "a table is needed");
    return Section(*node->as_table(), file_, name_ + key + ".");
  }
  /// The sections of an array of tables, `[[name]]` in TOML.
  std::vector<Section> sections(const std::string& key) {
    const auto* node = take(key);
    std::vector<Section> found;
    if (node == nullptr) return found;
    const auto* array = node->as_array();
    if (array == nullptr || !array->is_homogeneous(toml::node_type::table)) {
      fail(key, *node, fmt::format("tables are needed, each headed [[{}]]", key));
    }
    for (const auto& item : *array) {
      found.emplace_back(*item.as_table(), file_, name_ + key + ".");
    }
    return found;
  }

  const toml::table& table() const { return table_; }

  /// Throws InputError for a member that was not taken. To be called when all known ones were.
  void refuse_the_rest() const {
    const std::vector<std::string> known(taken_.begin(), taken_.end());
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (taken_.count(name) > 0) continue;
      throw InputError(fmt::format("{}: unknown key '{}{}' (= {});{} allowed here: {}", place(node),
                                   name_, name, toml_text(node), did_you_mean(name, known),
                                   fmt::join(known, ", ")));
    }
  }

 private:
  const toml::table& table_;
  std::string file_;
  std::string name_;
  std::set<std::string> taken_;
};

/// A key that a point of a campaign can be given, by its name of today: another may be that of a
/// metric. Throws InputError if it cannot.
std::string checked_key(const std::string& key, const std::string& value,
                        const std::string& place) {
  ConfigText().set(key, value, place);
  const auto* row = find_key(key);
  if (!row->output) return current_name(key, *row);
  throw InputError(fmt::format("{}: {} = {}: a campaign keeps the results of its points itself",
                               place, key, value));
}

class PlanReader {
 public:
  PlanReader(const toml::table& table, const std::filesystem::path& file)
      : whole_(table, file.string(), ""), folder_(file.parent_path()) {}

  Plan read() {
    Plan plan;
    if (auto base = whole_.section("base")) read_base(base->table(), "", *base, plan.base);
    for (auto& section : whole_.sections("axis")) plan.axes.push_back(read_axis(section));
    check_axes(plan);
    if (auto constraints = whole_.section("constraints")) {
      plan.where = constraints->text("where").value_or("");
      plan.total_bandwidth = constraints->text("total_bandwidth");
      constraints->refuse_the_rest();
    }
    if (auto design = whole_.section("design")) plan.design = read_design(*design);
    plan.repeats = whole_.integer("repeats", 1, most_values).value_or(1);
    plan.objectives = read_objectives(plan.notes);
    plan.scenario = read_scenario(plan.axes);
    whole_.refuse_the_rest();
    check_whole(plan);
    return plan;
  }

 private:
  /// Tables within become dotted keys.
  void read_base(const toml::table& table, const std::string& prefix, const Section& base,
                 Assignment& out) {
    for (const auto& [name, node] : table) {
      const auto key = prefix + std::string(name.str());
      if (const auto* inner = node.as_table()) {
        read_base(*inner, key + ".", base, out);
        continue;
      }
      if (node.is_array()) {
        base.fail(key, node, "one value is needed; several are those of an [[axis]]");
      }
      const auto value = toml_text(node);
      out[checked_key(key, value, base.place(node))] = absolute_paths(key, value, folder_);
    }
  }

  Axis read_axis(Section& section) {
    Axis axis;
    axis.place = section.place();
    const auto key = section.text("key");
    const auto* keys = section.take("keys");
    if (key.has_value() == (keys != nullptr)) {
      section.fail("an axis needs either a key, or keys = [...] that vary together");
    }
    if (key) axis.keys = {*key};
    if (keys != nullptr) axis.keys = texts("keys", *keys, section);
    for (auto& name : axis.keys) name = checked_key(name, "...", axis.place);
    axis.when = read_when(section);
    const auto* values = section.take("values");
    const auto from = section.number("from");
    if ((values != nullptr) == from.has_value()) {
      section.fail("an axis needs either values = [...], or from and to");
    }
    if (values != nullptr) {
      axis.values = read_values(*values, axis, section);
    } else {
      read_range(*from, axis, section);
    }
    section.refuse_the_rest();
    return axis;
  }

  static void require_list(const toml::array* array, const std::string& key, const toml::node& node,
                           const Section& section) {
    if (array == nullptr) section.fail(key, node, "a list is needed");
    if (array->empty()) section.fail(key, node, "the list is empty; one value or more is needed");
  }

  static std::vector<std::string> texts(const std::string& key, const toml::node& node,
                                        const Section& section) {
    std::vector<std::string> found;
    const auto* array = node.as_array();
    require_list(array, key, node, section);
    for (const auto& item : *array) {
      if (item.is_array() || item.is_table()) section.fail(key, item, "one value is needed");
      found.push_back(toml_text(item));
    }
    return found;
  }

  static std::vector<AxisCondition> read_when(Section& section) {
    std::vector<AxisCondition> conditions;
    auto when = section.section("when");
    if (!when) return conditions;
    collect_when(when->table(), "", *when, conditions);
    return conditions;
  }
  static void collect_when(const toml::table& table, const std::string& prefix,
                           const Section& section, std::vector<AxisCondition>& out) {
    for (const auto& [name, node] : table) {
      const auto key = prefix + std::string(name.str());
      if (const auto* inner = node.as_table()) {
        collect_when(*inner, key + ".", section, out);
        continue;
      }
      const auto current = checked_key(key, toml_text(node), section.place(node));
      if (node.is_array()) {
        out.push_back({current, texts(key, node, section)});
      } else {
        out.push_back({current, {toml_text(node)}});
      }
    }
  }

  std::vector<AxisValue> read_values(const toml::node& node, const Axis& axis, Section& section) {
    const auto* array = node.as_array();
    require_list(array, "values", node, section);
    std::vector<AxisValue> values;
    for (const auto& item : *array) {
      AxisValue value;
      const toml::node* what = &item;
      if (const auto* table = item.as_table()) {
        Section inner(*table, folder_file(section), "axis.values.");
        what = inner.take("value");
        if (what == nullptr) inner.fail("a value with conditions is {value = ..., when = {...}}");
        value.when = read_when(inner);
        inner.refuse_the_rest();
      }
      if (what->is_array()) {
        value.texts = texts("values", *what, section);
      } else {
        value.texts = {toml_text(*what)};
      }
      if (value.texts.size() != axis.keys.size()) {
        section.fail("values", *what,
                     fmt::format("a value for each of the {} keys is needed", axis.keys.size()));
      }
      for (std::size_t i = 0; i < value.texts.size(); ++i) {
        checked_key(axis.keys[i], value.texts[i], section.place(*what));
        value.texts[i] = absolute_paths(axis.keys[i], value.texts[i], folder_);
      }
      values.push_back(std::move(value));
    }
    return values;
  }

  static std::string folder_file(const Section& section) {
    const auto place = section.place();
    return place.substr(0, place.rfind(':'));
  }

  static void read_range(double from, Axis& axis, Section& section) {
    AxisRange range;
    const auto to = section.number("to");
    if (!to || !(*to > from)) section.fail("an axis with from needs a to above it");
    range.lo = from;
    range.hi = *to;
    range.whole = section.flag("whole").value_or(false);
    range.format = section.text("format").value_or("{}");
    if (range.format.find("{}") == std::string::npos) {
      section.fail("the format of a range needs {} where the number goes, as in \"{}Mb/s\"");
    }
    const auto scale = section.text("scale").value_or("linear");
    if (scale != "linear" && scale != "log") {
      section.fail(fmt::format("scale = {}: linear or log is needed", scale));
    }
    range.logarithmic = scale == "log";
    if (range.logarithmic && from <= 0) section.fail("a log scale begins above 0");
    if (axis.keys.size() != 1) section.fail("a range is of one key");
    const auto count = section.integer("count", 2, most_values);
    const auto step = section.number("step");
    const auto factor = section.number("factor");
    if ((count ? 1 : 0) + (step ? 1 : 0) + (factor ? 1 : 0) > 1) {
      section.fail("only one of count, step and factor can be given");
    }
    if (!count && !step && !factor) {
      axis.range = range;
      return;
    }
    const auto numbers = numbers_of(range, count, step, factor, section);
    for (const auto number : numbers) {
      AxisValue value;
      value.texts = {range_text(range, number)};
      if (axis.values.empty() || axis.values.back().texts != value.texts) {
        axis.values.push_back(std::move(value));
      }
    }
  }

  static std::vector<double> numbers_of(const AxisRange& range, std::optional<std::int64_t> count,
                                        std::optional<double> step, std::optional<double> factor,
                                        const Section& section) {
    std::vector<double> numbers;
    if (count) {
      for (std::int64_t i = 0; i < *count; ++i) {
        numbers.push_back(
            range_number(range, static_cast<double>(i) / static_cast<double>(*count - 1)));
      }
      return numbers;
    }
    if ((step && !(*step > 0)) || (factor && !(*factor > 1))) {
      section.fail("a step is above 0, a factor above 1");
    }
    // Values are computed from their number and not added up, so that a hundred steps of a tenth
    // are
    // exactly ten.
    constexpr double rounding = 1e-9;
    for (std::int64_t i = 0;; ++i) {
      const auto at = static_cast<double>(i);
      const double number = step ? range.lo + at * *step : range.lo * std::pow(*factor, at);
      if (number > range.hi * (range.hi > 0 ? 1 + rounding : 1 - rounding)) return numbers;
      numbers.push_back(number);
      if (i == most_values) section.fail("these are too many values");
    }
  }

  static void check_axes(const Plan& plan) {
    std::set<std::string> before;
    for (const auto& [key, value] : plan.base) before.insert(key);
    std::set<std::string> varied;
    for (const auto& axis : plan.axes) {
      const auto check = [&](const std::vector<AxisCondition>& when) {
        for (const auto& condition : when) {
          bool later = std::count(axis.keys.begin(), axis.keys.end(), condition.key) > 0;
          for (const auto& other : plan.axes) {
            const auto& keys = other.keys;
            later = later || (varied.count(condition.key) == 0 &&
                              std::count(keys.begin(), keys.end(), condition.key) > 0);
          }
          if (!later) continue;
          throw InputError(
              fmt::format("{}: the condition is on {}, which is not chosen before; "
                          "write its axis first",
                          axis.place, condition.key));
        }
      };
      check(axis.when);
      for (const auto& value : axis.values) check(value.when);
      for (const auto& key : axis.keys) {
        if (varied.insert(key).second) continue;
        throw InputError(fmt::format("{}: {} is varied by an axis before", axis.place, key));
      }
    }
  }

  DesignPlan read_design(Section& section) {
    DesignPlan design;
    const auto kind = section.text("kind").value_or("grid");
    static const std::map<std::string, DesignPlan::Kind> kinds = {
        {"grid", DesignPlan::Kind::grid},
        {"random", DesignPlan::Kind::random},
        {"latin-hypercube", DesignPlan::Kind::latin_hypercube},
        {"sobol", DesignPlan::Kind::sobol},
        {"search", DesignPlan::Kind::search}};
    const auto found = kinds.find(kind);
    if (found == kinds.end()) {
      section.fail("kind", *section.take("kind"),
                   "allowed: grid, random, latin-hypercube, sobol, search");
    }
    design.kind = found->second;
    const auto points = section.integer("points", 1, most_points);
    const bool is_grid = design.kind == DesignPlan::Kind::grid;
    if (is_grid && points) section.fail("a grid has the points it has; points is for the others");
    if (!is_grid && !points) section.fail("points = N is needed: how many are to be run at most");
    design.points = points.value_or(0);
    const auto population = section.integer("population", 8, most_values);
    if (population && design.kind != DesignPlan::Kind::search) {
      section.fail("population is for kind = \"search\"");
    }
    if (population.value_or(0) % 4 != 0) section.fail("population is a multiple of 4");
    design.population = population.value_or(0);
    design.seed = static_cast<std::uint64_t>(
        section.integer("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(1));
    section.refuse_the_rest();
    return design;
  }

  std::vector<Objective> read_objectives(std::vector<std::string>& notes) {
    const auto* node = whole_.take("objectives");
    if (node == nullptr) return {{"seconds", true}, {"energy_pj", true}};
    std::vector<Objective> objectives;
    for (const auto& text : texts("objectives", *node, whole_)) {
      const auto parts = split(text, ' ');
      const bool known = parts.size() == 2 && (parts[0] == "min" || parts[0] == "max");
      if (!known)
        whole_.fail("objectives", *node, "each is written as \"min METRIC\" or \"max METRIC\"");
      try {
        const std::string given(parts[1]);
        objectives.push_back({metric(given).name, parts[0] == "min"});
        if (given == objectives.back().metric) continue;
        notes.push_back(fmt::format("{}: objectives: the metric {} is called {} now",
                                    whole_.place(*node), given, objectives.back().metric));
      } catch (const ValueError& error) {
        whole_.fail("objectives", *node, error.what());
      }
    }
    return objectives;
  }

  /// The keys of axes that the plan names, or else those of which it is usual.
  std::vector<std::string> read_scenario(const std::vector<Axis>& axes) {
    std::vector<std::string> varied;
    for (const auto& axis : axes) {
      varied.insert(varied.end(), axis.keys.begin(), axis.keys.end());
    }
    std::vector<std::string> scenario;
    const auto* node = whole_.take("scenario");
    if (node == nullptr) {
      std::copy_if(varied.begin(), varied.end(), std::back_inserter(scenario), is_scenario_key);
      return scenario;
    }
    const auto* array = node->as_array();
    if (array == nullptr) {
      whole_.fail("scenario", *node, "a list of keys is needed; an empty one where all are chosen");
    }
    if (array->empty()) return scenario;
    for (const auto& text : texts("scenario", *node, whole_)) {
      const auto key = checked_key(text, "...", whole_.place(*node));
      if (key == "seed") {
        whole_.fail("scenario", *node, "a setting is the mean over its seeds; seed is no scenario");
      }
      if (std::count(varied.begin(), varied.end(), key) == 0) {
        whole_.fail(
            "scenario", *node,
            fmt::format("{} is varied by no axis; the axes vary {}", key, fmt::join(varied, ", ")));
      }
      if (std::count(scenario.begin(), scenario.end(), key) > 0) {
        whole_.fail("scenario", *node, fmt::format("{} stands there twice", key));
      }
      scenario.push_back(key);
    }
    return scenario;
  }

  void check_whole(const Plan& plan) const {
    if (plan.axes.empty()) whole_.fail("no [[axis]] is given: what is to be varied?");
    const auto given = [&](const std::string& key) {
      return plan.base.count(key) > 0 ||
             std::any_of(plan.axes.begin(), plan.axes.end(), [&](const Axis& axis) {
               return std::count(axis.keys.begin(), axis.keys.end(), key) > 0;
             });
    };
    for (const char* key : {"fabric", "scheme"}) {
      if (!given(key))
        whole_.fail(fmt::format("no {} is given, neither in [base] nor by an axis", key));
    }
    if (!given("load") && !given("app")) {
      whole_.fail("neither load nor app is given, neither in [base] nor by an axis");
    }
    if (plan.repeats > 1 && given("seed")) {
      whole_.fail("repeats choose the seed; it cannot be given as well");
    }
    if (plan.total_bandwidth && given("link.bandwidth")) {
      whole_.fail("constraints.total_bandwidth sets link.bandwidth; it cannot be given as well");
    }
    const bool search = plan.design.kind == DesignPlan::Kind::search;
    if (search && plan.objectives.size() < 2) {
      whole_.fail("a search weighs two objectives or more");
    }
  }

  Section whole_;
  std::filesystem::path folder_;
};

}  // namespace

double range_number(const AxisRange& range, double place) {
  const double number = range.logarithmic ? range.lo * std::pow(range.hi / range.lo, place)
                                          : range.lo + (range.hi - range.lo) * place;
  return range.whole ? std::round(number) : number;
}

std::string range_text(const AxisRange& range, double number) {
  // No model distinguishes values that agree in six digits, and the text stays readable.
  constexpr int digits = 6;
  const double scale =
      number == 0 ? 1 : std::pow(10, digits - 1 - std::floor(std::log10(std::abs(number))));
  const auto text = range.whole ? fmt::format("{:.0f}", number)
                                : fmt::format("{}", std::round(number * scale) / scale);
  return boost::replace_all_copy(range.format, "{}", text);
}

Plan read_plan(const std::filesystem::path& file) {
  const auto name = file.string();
  auto in = open_toml(file, "a plan (TOML)");
  std::stringstream whole;
  if (!(whole << in.rdbuf())) throw InputError(fmt::format("{}: is empty", name));
  try {
    const auto table = toml::parse(whole.str(), name);
    auto plan = PlanReader(table, file).read();
    plan.file = file;
    plan.text = whole.str();
    return plan;
  } catch (const toml::parse_error& error) {
    const auto& where = error.source().begin;
    throw InputError(fmt::format("{}:{}: column {}: not TOML: {}", name, where.line, where.column,
                                 toml_complaint(error)));
  }
}

}  // namespace isobar
