// SPDX-License-Identifier: Apache-2.0
// Three fabrics in one simulation: Isobar's own PEs, PEs of this example with the same rule, and
// PEs that leave small differences alone.
#include <cstdio>
#include <memory>
#include <systemc>

#include "margin_pe.h"
#include "models/pe/attributes.h"
#include "models/pe/fabric_model.h"
#include "sim/config/config_toml.h"
#include "sim/config/resolve.h"

namespace {

isobar::FabricParts with_margin(isobar::Load margin) {
  isobar::FabricParts parts;
  parts.pe = [margin](const isobar::PeSite& site) {
    return std::make_unique<MarginPe>(site.name, site, margin);
  };
  return parts;
}

std::int64_t transfers(const isobar::RunResult& result) {
  std::int64_t all = 0;
  for (const auto& link : result.links) all += link.transfers;
  return all;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  isobar::ConfigText text;
  text.read_file(argc > 1 ? argv[1] : "ring.toml");
  const auto config = isobar::resolve(text);
  const auto& experiment = config.experiment;

  isobar::FabricModel built_in("built_in", experiment);
  isobar::FabricModel own("own", experiment, {}, nullptr, with_margin(0));
  isobar::FabricModel lazy("lazy", experiment, {}, nullptr, with_margin(3));
  const isobar::Attributes attributes(own, isobar::key_texts(config));
  sc_core::sc_start();

  const auto expected = built_in.finish();
  const auto found = own.finish();
  const auto with_3 = lazy.finish();
  std::printf("built in: %lld steps, %lld cycles, %lld transfers\n",
              static_cast<long long>(expected.run.steps),
              static_cast<long long>(expected.run.cycles),
              static_cast<long long>(transfers(expected)));
  std::printf("own PEs, the same rule: %lld steps, %lld cycles, %lld transfers\n",
              static_cast<long long>(found.run.steps), static_cast<long long>(found.run.cycles),
              static_cast<long long>(transfers(found)));
  std::printf("own PEs, a margin of 3: %lld steps, %lld transfers, balanced: %s\n",
              static_cast<long long>(with_3.run.steps), static_cast<long long>(transfers(with_3)),
              with_3.balanced ? "yes" : "no");
  const bool same = found.loads == expected.loads && found.run.cycles == expected.run.cycles &&
                    found.links == expected.links;
  std::printf("the first two are %s\n", same ? "the same" : "NOT the same");
  return same && own.get_attribute("scheme") != nullptr ? 0 : 1;
}
