// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_json.h"

#include "sim/config/config_json.h"
#include "sim/result/provenance.h"
#include "sim/result/statistics_json.h"
#include "tb/cosim.h"

namespace isobar {

MeasuredRun measured_run(const Config& config, const RunResult& result, const CosimResult* rtl) {
  MeasuredRun run(config.experiment, result);
  run.level = level_name(config.level);
  if (rtl != nullptr) {
    run.rtl = {static_cast<std::int64_t>(config.rtl->nodes.size()), rtl->pe_cycles, rtl->events};
  }
  return run;
}

void write_json(const Config& config, const RunResult& result, const CosimResult* rtl, bool summary,
                std::ostream& out) {
  const auto run = measured_run(config, result, rtl);
  Json json;
  json["schema"] = result_schema_name;
  json["program"] = provenance_json();
  json["config"] = config_json(config);
  json.update(statistics_json(run, summary));
  auto text = json_text(json);
  if (summary) {
    out << text << '\n';
    return;
  }
  text.pop_back();  // the closing brace
  out << text << ",\"links\":";
  write_links(run, out);
  out << "}\n";
}

}  // namespace isobar
