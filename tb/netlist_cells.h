// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace isobar {

/// What Yosys says of its models of cells after `read_verilog -ppdump`, as Verilog: no macros, no
/// includes. Throws ModelError if there is no such part in its words.
std::string preprocessed_cells(const std::string& said);

/// The modules of `models` with these names, and those that they are made of in turn, without their
/// delays. Throws ModelError for a cell of which there is no model, or one that is only a shell.
std::string models_of(const std::set<std::string>& cells, const std::string& models);

}  // namespace isobar
