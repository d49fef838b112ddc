// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/reproduce/comparison.h"

namespace isobar {

/// A table, figure, formula, theorem or statement of a paper, and what shows it: comparisons of a
/// reproduction, or a test.
struct InventoryItem {
  std::string paper;              ///< `Henrich`
  std::string item;               ///< `Table 3`, `eq. 12`, `Theorem 2`
  std::string what;               ///< in a few words
  std::string id;                 ///< of the reproduction
  std::vector<std::string> rows;  ///< patterns of what is compared there
  std::string test;               ///< name of the test, where no reproduction shows it
};

/// Shown by comparisons of the reproduction `id`: those that a pattern names, or all.
InventoryItem shown_by(const std::string& item, const std::string& what, const std::string& id,
                       std::vector<std::string> rows = {"*"});
/// Held by a test.
InventoryItem held_by(const std::string& item, const std::string& what, const std::string& test);

/// All items, paper by paper, in the order of the papers.
const std::vector<InventoryItem>& inventory();

/// An item with what was found.
struct InventoryRow {
  InventoryItem item;
  std::size_t comparisons = 0;
  /// The worst of its comparisons; none if a test holds it or its reproduction was not run.
  std::optional<Comparison::Verdict> verdict;
  std::string published;
  std::string measured;
  std::string band;
  std::string fault;  ///< what is wrong with the item itself: nothing shows it, or no row does
};

/// Joins the items with the results ID.json in a folder. Throws ValueError for a file that is no
/// result of `reproduce`.
std::vector<InventoryRow> inventory_of(const std::vector<InventoryItem>& items,
                                       const std::filesystem::path& folder);

/// The rows as Markdown tables, a paper each, under a table of counts.
std::string inventory_text(const std::vector<InventoryRow>& rows);

/// Rows that fail: by a comparison that failed or by a fault of their own.
std::size_t failed(const std::vector<InventoryRow>& rows);

}  // namespace isobar
