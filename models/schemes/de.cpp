// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/de.h"

#include "models/schemes/needs.h"
#include "models/schemes/registry.h"

namespace isobar {

DimensionExchange::DimensionExchange(const Fabric& fabric, std::int64_t load_bits)
    : PairExchange(fabric, load_bits, 1) {}

namespace {

const RegisterScheme registered(
    {"de",
     "dimension exchange: pairs of neighbours average their loads, dimension by dimension",
     "Cybenko 1989; Xu and Lau 1993; Henrich, Section 2.2",
     {},
     needs_dimensions,
     [](const SchemeSetting& setting) {
       return std::make_unique<DimensionExchange>(setting.fabric, setting.load_bits);
     }});

}  // namespace
}  // namespace isobar
