// SPDX-License-Identifier: Apache-2.0
// libFuzzer on the parser that the environment's ISOBAR_FUZZ names. An exception that comes out of
// it is a finding, as is whatever the sanitizers object to.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/parsers.h"

namespace {

const isobar::test::FuzzedParser* chosen = nullptr;

}  // namespace

/// SystemC's main() would call it; libFuzzer's goes before that.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) { return 2; }

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* const name = std::getenv("ISOBAR_FUZZ");
  for (const auto& parser : isobar::test::fuzzed_parsers()) {
    if (name != nullptr && parser.name == name) chosen = &parser;
  }
  if (chosen != nullptr) return 0;
  std::fputs("ISOBAR_FUZZ is none of:", stderr);
  for (const auto& parser : isobar::test::fuzzed_parsers()) {
    std::fprintf(stderr, " %s", parser.name.c_str());
  }
  std::fputs("\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->parse({reinterpret_cast<const char*>(data), size});
  return 0;
}
