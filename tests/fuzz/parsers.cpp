// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/parsers.h"

#include "tests/fuzz/input_parsers.h"
#include "tests/fuzz/request_parser.h"
#include "tests/fuzz/store_parsers.h"

namespace isobar::test {

const std::vector<FuzzedParser>& fuzzed_parsers() {
  static const std::vector<FuzzedParser> parsers = {
      {"brotli", parse_brotli},
      {"campaign", parse_campaign},
      {"campaign_store", parse_campaign_store},
      {"config", parse_config},
      {"graph", parse_graph},
      {"lbdatafile", parse_lbdatafile},
      {"links", parse_links},
      {"load_csv", parse_load_csv},
      {"machines_csv", parse_machines_csv},
      {"machines_toml", parse_machines_toml},
      {"npy", parse_npy},
      {"npz", parse_npz},
      {"or_library", parse_or_library},
      {"plan", parse_plan},
      {"requests", parse_requests},
      {"stored_run", parse_stored_run},
  };
  return parsers;
}

}  // namespace isobar::test
