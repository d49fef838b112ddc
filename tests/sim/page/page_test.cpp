// SPDX-License-Identifier: Apache-2.0
#include "sim/page/page.h"

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/refusal.h"

using isobar::page_html;
using isobar::test::count;

TEST_CASE("nothing in a page's data ends its element or begins a comment", "[sim][page]") {
  const auto plain = page_html({{"name", "run"}});
  const auto hostile = page_html({{"name", "</script><!--<script>"}});
  for (const char* mark : {"</script>", "<!--", "<script"}) {
    INFO(mark);
    CHECK(count(hostile, mark) == count(plain, mark));
  }
  CHECK(count(hostile, "\\u003c/script>") == count(plain, "\\u003c/script>") + 1);
}
