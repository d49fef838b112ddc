// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar::test {

// The tables of docs/symmetries.md, as Markdown.

/// What is done to an experiment.
std::string table_of_transformations();
/// Schemes against transformations.
std::string table_of_symmetries();
/// Why a scheme is not symmetric, with a case.
std::string table_of_reasons();

}  // namespace isobar::test
