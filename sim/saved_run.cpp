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

/// The result of a run that is still going, as far as its frames say: words and cycles of links are
/// not known, and goals are seen at frame ends only.
Json result_so_far(const SQLite::Database& database, const Json& config, const Json& fabric,
                   std::int64_t tolerance, double clock) {
  Json json = {{"schema", "isobar.run/1"},
               {"config", config},
               {"pes", fabric.at("addresses").size()},
               {"level", text(database, "level")},
               {"ended", nullptr}};
  for (const char* goal : {"shared", "balanced"}) json[goal] = false;
  for (const char* scale : {"steps", "shifts", "cycles", "seconds"}) {
    json[scale] = {{"run", 0}, {"to_share", nullptr}, {"to_balance", nullptr}};
  }
  SQLite::Statement query(database,
                          "SELECT step + step_end, shifts, cycle_to, min, max - min, step_end "
                          "FROM frames ORDER BY number");
  const auto note = [&](const char* when) {
    json["steps"][when] = query.getColumn(0).getInt64();
    json["shifts"][when] = query.getColumn(1).getInt64();
    json["cycles"][when] = query.getColumn(2).getInt64();
    json["seconds"][when] = static_cast<double>(query.getColumn(2).getInt64()) / clock;
  };
  while (query.executeStep()) {
    note("run");
    if (query.getColumn(5).getInt() == 0) continue;
    json["shared"] = query.getColumn(3).getInt64() >= 1;
    json["balanced"] = query.getColumn(4).getInt64() <= tolerance;
    if (json["shared"] && json["steps"]["to_share"].is_null()) note("to_share");
    if (json["balanced"] && json["steps"]["to_balance"].is_null()) note("to_balance");
  }
  std::vector<std::int64_t> tasks(fabric.at("links").size());
  SQLite::Statement flows(database, "SELECT flows FROM frames");
  while (flows.executeStep()) {
    const auto pairs = numbers(flows.getColumn(0), 2 * tasks.size());
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      tasks.at(static_cast<std::size_t>(pairs[i])) += pairs[i + 1];
    }
  }
  auto& links = json["links"] = Json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto& link = fabric.at("links")[i];
    links.push_back({{"from", link[0]},
                     {"to", link[1]},
                     {"dimension", link[2]},
                     {"words", nullptr},
                     {"transfers", nullptr},
                     {"tasks", tasks[i]}});
  }
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
    const auto clock = part("clock_hz");
    const auto tolerance = part("tolerance");
    auto result_json = result.empty() ? result_so_far(database, config, fabric, tolerance, clock)
                                      : Json::parse(result);
    Json json = {{"name", fmt::format("{} on {}, {}", config.at("scheme").get<std::string>(),
                                      config.at("fabric").get<std::string>(),
                                      config.at("load").get<std::string>())},
                 {"level", text(database, "level")},
                 {"ended", text(database, "state") == "ended"},
                 {"config", config},
                 {"result", std::move(result_json)},
                 {"fabric", std::move(fabric)},
                 {"phases", part("phases")},
                 {"clock_hz", clock},
                 {"initial", part("initial_loads")},
                 {"tolerance", tolerance}};
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
