// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "sim/config/config.h"
#include "sim/config/config_text.h"
#include "sim/input/application_file.h"
#include "sim/input/link_table.h"

namespace isobar {

struct Key;

/// A configuration while it is resolved: what the keys so far have set. Keys are resolved in the
/// order of their table, so a key can look at what those before it have set, and at nothing else.
class Draft {
 public:
  Draft(const ConfigText& given_text, bool is_whole_fabric)
      : whole_fabric(is_whole_fabric), text_(given_text) {}

  const bool whole_fabric;  ///< the run is a whole-fabric co-simulation
  Level level = Level::cycles;
  SchemeChoice scheme{};
  std::int64_t seed = 1;
  ApplicationMaker application{};
  /// By dimension − 1, those towards successors and those towards predecessors.
  std::vector<std::array<LinkClass, 2>> links;
  std::vector<LinkTable> link_tables;  ///< of single links; each goes before those above it
  std::vector<std::int64_t> lanes;     ///< by dimension − 1; 0 where nothing is asked for
  bool has_small_queues = false;       ///< less deep than by default
  Outputs outputs;
  unsigned threads = 0;  ///< 0: as many as help
  std::optional<CosimSetting> rtl;
  std::map<std::filesystem::path, std::string> written;  ///< files, and as what they are written
  std::vector<ResolvedKey> keys;
  std::vector<std::string> notes;  ///< what the configuration's author should know, a line each

  /// Begins the experiment, which needs a fabric.
  void begin(Fabric fabric) { experiment_.emplace(std::move(fabric)); }
  Experiment& experiment() { return *experiment_; }
  const Experiment& experiment() const { return *experiment_; }
  std::uint64_t random_seed() const { return static_cast<std::uint64_t>(seed); }
  bool has_application() const { return experiment_->application != nullptr; }
  bool has_traffic() const { return rtl && rtl->traffic.any(); }

  const ConfigText& text() const { return text_; }
  bool given(const std::string& key) const { return text_.entries().count(key) > 0; }
  /// Whether the value that is given for a key is its default, in whatever words.
  bool gives_default(const Key& key) const;
  /// Gives a key further down in the table another default: the value that follows from the key
  /// `by`. For dimension D it goes before what is given for all dimensions.
  void imply(const std::string& key, const std::string& value, const std::string& by);
  /// Values that follow from other keys, by key, where none was given.
  const std::map<std::string, ConfigText::Entry>& implied() const { return implied_; }
  /// What was written, or what follows from another key, or the key's default, which has no place.
  ConfigText::Entry entry(const std::string& key) const;
  /// That relative paths in the key's value are taken from.
  std::filesystem::path folder(const std::string& key) const { return entry(key).folder; }

  /// Says that the value of `key` does not go with the others. Throws InputError.
  [[noreturn]] void reject(const std::string& key, const std::string& why) const;
  /// What `make` objects to with a ValueError is said of `key`.
  template <class Make>
  auto blame(const std::string& key, Make make) const {
    try {
      return make();
    } catch (const ValueError& error) {
      reject(key, error.what());
    }
  }

 private:
  const ConfigText& text_;
  std::map<std::string, ConfigText::Entry> implied_;
  std::optional<Experiment> experiment_;
};

}  // namespace isobar
