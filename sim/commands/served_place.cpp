// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/served_place.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <climits>

namespace isobar {
namespace {

std::string machine_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

/// An address in numbers, as in a URL.
bool is_address(std::string host) {
  std::array<char, sizeof(in6_addr)> ignored{};
  if (inet_pton(AF_INET, host.c_str(), ignored.data()) == 1) return true;
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return false;
  host = host.substr(1, host.size() - 2);
  return inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

}  // namespace

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

std::string outer_name(const ServedPlace& place) {
  return place.reach.all ? machine_name() : in_url(place.host);
}

bool is_own_name(const std::string& asked, const ServedPlace& place) {
  constexpr int usual_port = 80;  // browsers leave it out
  const auto ending = fmt::format(":{}", place.port);
  const auto at = asked.rfind(ending);
  const bool says_port = at != std::string::npos && at + ending.size() == asked.size();
  if (!says_port && place.port != usual_port) return false;
  const auto name = says_port ? asked.substr(0, at) : asked;
  if (name == "localhost" || name == in_url(place.host)) return true;
  return place.reach.all && (is_address(name) || name == machine_name());
}

}  // namespace isobar
