// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/commands/served_place.h"

namespace httplib {
class Server;
}

namespace isobar {

/// Has the server answer for a stored run: its page at `/`, `/data` and `/state` (docs/page.md), to
/// whoever asks by a name of this place, and nothing else. What goes wrong is an answer's text; no
/// request ends the server.
void serve_run(httplib::Server& server, const std::string& run, const ServedPlace& place);

}  // namespace isobar
