// SPDX-License-Identifier: Apache-2.0
#include "sim/saved_run.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <limits>

#include "models/errors.h"
#include "sim/deflate.h"
#include "sim/store_schema.h"

namespace isobar {
namespace {

/// Says of what goes wrong in `read` which file it was in.
template <class Read>
auto reading(const std::string& file, Read read) {
  require_store(file);
  try {
    SQLite::Database database(file, SQLite::OPEN_READONLY, 5000);
    const SQLite::Transaction same_state(database);
    return read(database);
  } catch (const SQLite::Exception& error) {
    throw ValueError(fmt::format("{}: {}", file, error.what()));
  } catch (const Json::exception& error) {
    throw ValueError(fmt::format("{}: a part of it is no JSON: {}", file, error.what()));
  }
}

std::string text(const SQLite::Database& database, const std::string& key) {
  SQLite::Statement query(database, "SELECT value FROM meta WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

std::int32_t narrow(std::int64_t number) {
  if (number > std::numeric_limits<std::int32_t>::max() ||
      number < std::numeric_limits<std::int32_t>::min()) {
    throw ValueError(fmt::format("a load changes by {} tasks; pages go up to 2^31", number));
  }
  return static_cast<std::int32_t>(number);
}

std::vector<std::int64_t> numbers(const SQLite::Column& column, std::size_t most) {
  const std::string stream(static_cast<const char*>(column.getBlob()),
                           static_cast<std::size_t>(column.getBytes()));
  return from_little_endian<std::int64_t>(inflate(stream, most * sizeof(std::int64_t)));
}

Json frames_json(const SQLite::Database& database, std::size_t pes, std::size_t links) {
  Json json = {{"count", 0}};
  for (const char* name : {"step", "phase", "from", "to", "shifts", "step_end"}) {
    json[name] = Json::array();
  }
  std::vector<std::int32_t> loads;
  std::vector<std::int32_t> moves;
  SQLite::Statement query(
      database,
      "SELECT step, phase, cycle_from, cycle_to, shifts, step_end, loads, flows "
      "FROM frames ORDER BY number");
  std::int32_t frame = 0;
  for (; query.executeStep(); ++frame) {
    int at = 0;
    for (const char* name : {"step", "phase", "from", "to", "shifts", "step_end"}) {
      json[name].push_back(query.getColumn(at++).getInt64());
    }
    const auto changes = numbers(query.getColumn(6), pes);
    if (changes.size() != pes) throw ValueError("a frame has not as many loads as there are PEs");
    for (const auto change : changes) loads.push_back(narrow(change));
    const auto flows = numbers(query.getColumn(7), 2 * links);
    for (std::size_t i = 0; i + 1 < flows.size(); i += 2) {
      moves.insert(moves.end(), {frame, narrow(flows[i]), narrow(flows[i + 1])});
    }
  }
  json["count"] = frame;
  json["loads"] = base64(deflate(little_endian(loads)));
  json["moves"] = base64(deflate(little_endian(moves)));
  return json;
}

}  // namespace

StoreState store_state(const std::string& file) {
  return reading(file, [](const SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT count(*), coalesce(max(cycle_to), 0) FROM frames");
    query.executeStep();
    return StoreState{text(database, "state") == "ended", query.getColumn(0).getInt64(),
                      query.getColumn(1).getInt64()};
  });
}

Json saved_run(const std::string& file) {
  return reading(file, [](const SQLite::Database& database) {
    const auto part = [&](const char* key) { return Json::parse(text(database, key)); };
    const auto config = part("config");
    const auto result = text(database, "result");
    auto fabric = part("fabric");
    const auto pes = fabric.at("addresses").size();
    const auto links = fabric.at("links").size();
    Json json = {{"name", fmt::format("{} on {}, {}", config.at("scheme").get<std::string>(),
                                      config.at("fabric").get<std::string>(),
                                      config.at("load").get<std::string>())},
                 {"level", text(database, "level")},
                 {"ended", text(database, "state") == "ended"},
                 {"config", config},
                 {"result", result.empty() ? Json() : Json::parse(result)},
                 {"fabric", std::move(fabric)},
                 {"phases", part("phases")},
                 {"clock_hz", part("clock_hz")},
                 {"initial", part("initial_loads")},
                 {"tolerance", part("tolerance")}};
    const auto grain = text(database, "steps_a_frame");
    json["frames"] = frames_json(database, pes, links);
    json["frames"]["steps_per_frame"] = grain.empty() ? Json(0) : Json::parse(grain);
    return json;
  });
}

Json page_data(const std::vector<std::string>& files) {
  Json json = {{"schema", "isobar.page/1"}, {"program", "isobar " ISOBAR_VERSION}};
  json["runs"] = Json::array();
  for (const auto& file : files) json["runs"].push_back(saved_run(file));
  return json;
}

}  // namespace isobar
