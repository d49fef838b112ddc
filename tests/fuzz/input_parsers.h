// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// The program's readers of files that people and other programs write, for fuzzed_parsers().
namespace isobar::test {

void parse_brotli(const std::string& bytes);
void parse_config(const std::string& bytes);
void parse_graph(const std::string& bytes);
void parse_lbdatafile(const std::string& bytes);
void parse_links(const std::string& bytes);
void parse_load_csv(const std::string& bytes);
void parse_machines_csv(const std::string& bytes);
void parse_machines_toml(const std::string& bytes);
void parse_npy(const std::string& bytes);
void parse_npz(const std::string& bytes);
void parse_or_library(const std::string& bytes);

}  // namespace isobar::test
