// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// The program's readers of what it stored itself, and of the plans of what it is to store, for
/// fuzzed_parsers().
namespace isobar::test {

/// As whoever asks a campaign something reads it.
void parse_campaign(const std::string& bytes);
/// As whoever goes on with it does.
void parse_campaign_store(const std::string& bytes);
void parse_plan(const std::string& bytes);
void parse_stored_run(const std::string& bytes);

}  // namespace isobar::test
