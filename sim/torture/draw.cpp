// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <set>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "sim/input/fabric_file.h"
#include "sim/torture/dice.h"
#include "sim/torture/draw_text.h"
#include "sim/torture/draw_value.h"

namespace isobar {
namespace {

using Note = std::function<void(const Trial&)>;

/// Keys that every trial has or may have, which are drawn first; the level rtl is another matter,
/// for it compiles; and the result goes where the judge reads it.
const std::set<std::string> not_drawn_later = {"fabric", "scheme",    "level",      "app", "load",
                                               "until",  "max_steps", "max_cycles", "json"};

class Drawing {
 public:
  Drawing(Dice dice, Note note) : dice_(std::move(dice)), note_(std::move(note)) {}

  Trial trial() {
    if (!draw_what_runs()) return trial_;
    draw_limits();
    const double part = 0.01 * static_cast<double>(dice_.whole(0, 25));
    for (const auto& section : key_sections()) {
      for (const auto& key : section.keys) {
        if (not_drawn_later.count(key.name) == 0 && dice_.chance(part)) draw_key(key);
      }
    }
    if (dice_.chance(0.15)) spoil();
    return trial_;
  }

 private:
  /// Whether the program takes the trial as it is.
  bool is_taken(const Trial& trial) {
    note_(trial);
    write_files(trial, ".");
    return isobar::is_taken(trial);
  }

  /// Keeps a trial that the program takes; returns whether it does.
  bool keep(const Trial& trial) {
    if (!is_taken(trial)) return false;
    trial_ = trial;
    return true;
  }

  /// Returns whether it can run.
  bool draw_what_runs() {
    constexpr int tries = 40;
    trial_.set("fabric", draw_fabric(dice_, trial_));
    note_(trial_);
    write_files(trial_, ".");
    try {
      pes_ = fabric_from(*trial_.find("fabric"), ".").pes();
    } catch (const ValueError&) {
      trial_.set("scheme", "none");
      trial_.set("load", "spike:1");
      return false;
    }
    std::vector<const SchemeEntry*> all;
    for (const auto& [name, entry] : schemes()) {
      if (!boost::starts_with(name, "test-")) all.push_back(&entry);
    }
    const auto work = dice_.word({"load", "app"});
    for (int i = 0; i < tries; ++i) {
      auto trial = trial_;
      trial.set(work, texts_to_draw().at(work)(dice_, pes_, trial));
      const auto* scheme = dice_.one_of(all);
      trial.set("scheme", draw_named(dice_, scheme->name, scheme->parameters));
      if (dice_.chance(0.5)) trial.set("level", "steps");
      if (keep(trial)) return true;
    }
    trial_.set("scheme", "none");
    trial_.set("load", "spike:1");
    return true;
  }

  /// So that it ends soon: where there are no steps, cycles limit it.
  void draw_limits() {
    auto limited = trial_;
    limited.set("max_steps", fmt::format("{:.0f}", dice_.logarithmic(1, 300) - 1));
    if (!keep(limited)) {
      limited = trial_;
      limited.set("max_cycles", fmt::format("{:.0f}", dice_.logarithmic(1, 100'000)));
      keep(limited);
    }
    if (!dice_.chance(0.6)) return;
    auto trial = trial_;
    trial.set("until", texts_to_draw().at("until")(dice_, pes_, trial));
    keep(trial);
  }

  void draw_key(const Key& key) {
    auto trial = trial_;
    auto name = key.name;
    if (key.per_dimension && dice_.chance(0.4)) {
      auto part = std::to_string(dice_.whole(1, 3));
      if (key.per_direction && dice_.chance(0.3)) {
        part += dice_.word({".successor", ".predecessor"});
      }
      name = of_part(key, part);
    }
    const auto text = texts_to_draw().find(key.name);
    const auto value =
        text == texts_to_draw().end() ? draw_by_kind(dice_, key) : text->second(dice_, pes_, trial);
    trial.set(name, value);
    if (!keep(trial) && dice_.chance(0.02)) trial_ = trial;
  }

  /// Puts a fault into one value, or gives a key that may mean nothing here.
  void spoil() {
    if (dice_.chance(0.2)) {
      const auto* key = dice_.one_of(config_keys());
      if (not_drawn_later.count(key->name) == 0) {
        trial_.set(key->name, dice_.word({"", "0", "-1", "1", "auto", "none", "x", key->name}));
      }
      return;
    }
    const auto at = dice_.whole(0, static_cast<std::int64_t>(trial_.options.size()) - 1);
    auto& value = trial_.options[static_cast<std::size_t>(at)].second;
    value = draw_fault(dice_, value);
  }

  Dice dice_;
  Note note_;
  Trial trial_;
  Node pes_ = 0;
};

}  // namespace

Trial draw_trial(std::uint64_t seed, std::uint64_t number,
                 const std::function<void(const Trial&)>& note) {
  return Drawing(Dice(random_stream(seed, fmt::format("torture {}", number))), note).trial();
}

}  // namespace isobar
