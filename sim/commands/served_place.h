// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// From where an address can be reached.
struct ServedReach {
  bool others = false;  ///< from other machines
  bool all = false;     ///< under all of this machine's addresses
};

/// Where a run is served.
struct ServedPlace {
  std::string host;
  ServedReach reach;
  int port = 0;
};

/// An address as it stands in a URL.
std::string in_url(const std::string& host);

/// The name under which other machines can open what is served.
std::string outer_name(const ServedPlace& place);

/// Whether `asked`, a host and a port, is a name of this place. A page from elsewhere that got this
/// machine's address by a trick of names asks by its own name, which is none of these.
bool is_own_name(const std::string& asked, const ServedPlace& place);

}  // namespace isobar
