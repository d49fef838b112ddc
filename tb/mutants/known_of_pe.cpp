// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/known_of_pe.h"

#include <algorithm>

#include "tb/mutants/way_stops.h"

namespace isobar {

KnownOfPe known_of_pe(const MutantSubject& subject) {
  KnownOfPe known;
  if (!subject.passes_on()) return known;
  const auto fabric = Fabric::parse(subject.fabric);
  const auto parameters = parameters_of(subject);
  const auto pes = static_cast<std::size_t>(fabric.pes());
  const auto address = static_cast<std::size_t>(parameters.address_bits);
  const auto below = [&](const char* net, std::size_t most) {
    KnownValues values{{{net, 0, address}}, std::vector<bool>(std::size_t{1} << address)};
    std::fill_n(values.may_be.begin(), most, true);
    known.values.push_back(values);
  };
  below("own_i", pes);
  below("first_asker", pes);
  // How far a PE is behind this one, less one
  for (const char* net : {"given_to", "turn", "victim"}) below(net, pes - 1);
  const auto width = parameters.header_bits + std::max(parameters.task_bits, parameters.load_bits);
  const auto first = known.values.size();
  for (std::size_t port = 0; port < parameters.ports(); ++port) {
    const auto header = port * static_cast<std::size_t>(width);
    known.values.push_back({{{"own_i", 0, address}, {"u_router.message", header + 2, 2 * address}},
                            std::vector<bool>(std::size_t{1} << 3 * address)});
  }
  for (const auto& stop : way_stops(fabric, parameters)) {
    const auto number = stop.at | stop.to << address | stop.from << 2 * address;
    known.values[first + stop.port].may_be[number] = true;
  }
  known.passing = {".way_q"};
  return known;
}

}  // namespace isobar
