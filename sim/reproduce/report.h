// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "sim/reproduce/reproduction.h"

namespace isobar {

/// A paper with the verdict on its headline, in Markdown; empty if there is none.
std::string headline_text(const std::string& paper);

/// An entry's result in Markdown: published beside measured, remarks, the table unless it
/// is long. `folder` is where the other files lie.
std::string reproduction_text(const ReproductionEntry& entry, const Reproduction& reproduction,
                              const std::string& folder);

/// Writes the table as RFC 4180 has it; a missing value is an empty field.
void write_csv(const DataTable& table, std::ostream& out);

inline constexpr const char* reproduction_schema_name = "isobar.reproduction/2";

/// The verdict that a result names. Throws ValueError for another word.
Comparison::Verdict verdict_of(const std::string& key);

/// Writes the result as JSON in the schema `reproduction_schema_name` (docs/reproduce.md).
void write_json(const ReproductionEntry& entry, const Reproduction& reproduction,
                std::ostream& out);

}  // namespace isobar
