// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/de.h"

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"

namespace isobar {

DimensionExchange::DimensionExchange(const Fabric& fabric, std::int64_t load_bits,
                                     const EndCapacities& ends)
    : PairExchange(fabric, load_bits, weighted_cycles(ends, 1, 2, load_bits), Rational(1, 2),
                   ends) {}

namespace {

const RegisterScheme registered(
    {"de",
     "dimension exchange: pairs of neighbours average their loads, dimension by dimension",
     "Cybenko 1989; Xu and Lau 1993; Henrich, Section 2.2",
     {weighted_parameter()},
     needs_dimensions,
     [](const SchemeSetting& setting) {
       return std::make_unique<DimensionExchange>(setting.fabric, setting.load_bits,
                                                  EndCapacities(setting));
     }},
    "DE");

}  // namespace
}  // namespace isobar
