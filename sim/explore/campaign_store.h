// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/explore/cost.h"
#include "sim/explore/plan.h"
#include "sim/explore/run_point.h"

namespace SQLite {
class Database;
}

namespace isobar {

/// How many points of the plan are in each state.
struct PointCounts {
  std::int64_t waiting = 0;
  std::int64_t done = 0;
  std::int64_t unreached = 0;  ///< that were run and ended without their goal, at a limit
  std::int64_t failed = 0;

  std::int64_t run() const { return done + unreached + failed; }
  std::int64_t all() const { return waiting + run(); }
  /// Moves a waiting point to the state that its result gives it.
  void settle(const PointResult& result);
};

/// A campaign's database for its one writer, schema isobar.campaign/1 (docs/explore.md). What a
/// call has written survives a kill at any later time. Every call throws ValueError, naming
/// the file, where the database cannot do it (a full disk, a damaged file).
class CampaignStore {
 public:
  /// Opens the folder's database or makes one.
  explicit CampaignStore(const std::filesystem::path& folder);
  ~CampaignStore();
  CampaignStore(const CampaignStore&) = delete;
  CampaignStore& operator=(const CampaignStore&) = delete;

  /// Makes this plan the campaign's. No point belongs to it until it is entered.
  void begin(const Plan& plan);
  /// Puts points into the plan. Those that were there before keep their numbers and what became of
  /// them, the others get the next numbers in order. Returns the number of each.
  std::vector<std::int64_t> enter(const std::vector<Assignment>& points);
  /// Makes failed points wait again, so that they are run once more.
  void forget_failures();

  /// Points of the plan that have no result, in order of their numbers.
  std::vector<NumberedPoint> waiting() const;
  PointCounts counts() const;
  /// The metrics of a point that is done; nothing for other points.
  std::optional<MetricValues> metrics_of(std::int64_t point) const;

  /// Whether that point is in the campaign, under that number.
  bool has(const NumberedPoint& point) const;
  /// Points that were run, with the time that each took.
  std::vector<MeasuredPoint> measured() const;

  /// Records all of the results or none. A point that has a result keeps it.
  void record(const std::vector<PointResult>& results);

  /// Closes the database, so that it is a single file that can be copied. Columns that are empty at
  /// all points are left out of the view `results`, unless points wait.
  void close();

  const std::filesystem::path& file() const { return file_; }

 private:
  struct Column {
    std::string name;
    std::string type;
  };

  static std::vector<Column> metric_columns();
  template <class Work>
  auto guarded(Work work) const;
  void make();
  void check() const;
  bool add_columns(const std::string& table, const std::vector<Column>& columns);
  void rename_metrics();
  void make_view();
  void leave_out_empty_columns();
  void make_view_of(const std::string& columns);
  void describe_columns();
  void enter_parameters(const std::vector<NumberedPoint>& points);
  void put_parameters(const NumberedPoint& point, const std::set<std::string>& columns);
  void put(const std::string& key, const std::string& value);

  std::filesystem::path file_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace isobar
