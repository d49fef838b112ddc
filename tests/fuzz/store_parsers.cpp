// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/store_parsers.h"

#include <sstream>

#include "sim/config/config_json.h"
#include "sim/explore/analysis/read_campaign.h"
#include "sim/explore/analysis/study.h"
#include "sim/explore/campaign_schema.h"
#include "sim/explore/campaign_store.h"
#include "sim/explore/page/campaign_page.h"
#include "sim/explore/plan.h"
#include "sim/explore/query.h"
#include "sim/explore/space.h"
#include "sim/explore/status.h"
#include "sim/page/saved_run.h"
#include "tests/fuzz/law.h"
#include "tests/fuzz/memory_file.h"
#include "tests/support/scratch.h"

namespace isobar::test {

void parse_plan(const std::string& bytes) {
  const MemoryFile file(bytes);
  parsed(bytes, [&] {
    const auto plan = read_plan(file.path());
    law(!plan.axes.empty(), "a plan varies something");
    for (const auto& axis : plan.axes) {
      law(!axis.keys.empty(), "an axis has a key");
      law(axis.values.empty() == axis.range.has_value(), "an axis has either values or a range");
      for (const auto& value : axis.values) {
        law(value.texts.size() == axis.keys.size(), "a value is of all keys of its axis");
      }
    }
    const Space constraints_are_sql(plan);
  });
}

void parse_stored_run(const std::string& bytes) {
  const Scratch folder;
  const auto file = (folder / "run.db").string();
  folder.write("run.db", bytes);
  parsed(bytes, [&] {
    const auto state = store_state(file);
    law(state.frames >= 0, "no run has less than no frame");
    const auto more = saved_since(file, state.version, 0);
    law(!more || state.state == RunState::running, "only a run that goes on has more to come");
  });
  parsed(bytes, [&] {
    const auto run = saved_run(file);
    law(run.at("fabric").at("addresses").size() == run.at("initial").size(),
        "a run says of every PE where it is and what it had");
    json_text(run);
  });
}

void parse_campaign(const std::string& bytes) {
  const Scratch folder;
  folder.write(campaign_file, bytes);
  parsed(bytes, [&] {
    const Study study(read_campaign(folder.path()));
    json_text(campaign_page_data(study, {}));
  });
  parsed(bytes, [&] { status_text(folder.path()); });
  std::ostringstream out;
  parsed(bytes, [&] { export_campaign(folder.path(), RowFormat::csv, out); });
  parsed(bytes, [&] {
    query_campaign(folder.path(), "SELECT * FROM results LIMIT 9", RowFormat::json, out);
  });
}

void parse_campaign_store(const std::string& bytes) {
  const Scratch folder;
  folder.write(campaign_file, bytes);
  parsed(bytes, [&] {
    CampaignStore store(folder.path());
    const auto counts = store.counts();
    law(counts.waiting >= 0 && counts.run() >= 0, "no state has less than no point");
    for (const auto& point : store.waiting()) store.metrics_of(point.number);
    store.measured();
    store.close();
  });
}

}  // namespace isobar::test
