// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace isobar {

/// Adds `report`, `export` and `query` to `isobar explore`. The one that is parsed puts its
/// action into `command`, which must outlive the app.
void add_answers(CLI::App& explore, std::function<int()>& command);

}  // namespace isobar
