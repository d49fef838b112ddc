// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/reproduce/inventory.h"

namespace isobar {

// The items of each paper, without its name.
std::vector<InventoryItem> henrich_items();
std::vector<InventoryItem> hhc_items();
std::vector<InventoryItem> lueling_monien_items();
std::vector<InventoryItem> watts_items();
std::vector<InventoryItem> willebeek_items();

}  // namespace isobar
