// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace isobar {

/// What a column of the view `results` is.
struct ResultColumn {
  std::string name;
  std::string unit;     ///< empty: a plain number, or a text
  std::string meaning;  ///< one line; empty where nothing is known of it
};

/// Of a column by its name: of a point, a key, a parameter or a metric.
ResultColumn result_column(const std::string& name);

/// The columns of the view `results` that have a value at a point of the plan; all of them while
/// points wait to be run. The outcome of points is always among them.
std::vector<std::string> shown_columns(const SQLite::Database& database);

}  // namespace isobar
