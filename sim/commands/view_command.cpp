// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/view_command.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <netdb.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include "host/interrupt.h"
#include "models/errors.h"
#include "sim/commands/other_programs.h"
#include "sim/commands/run_server.h"
#include "sim/commands/served_place.h"
#include "sim/page/page.h"
#include "sim/page/saved_run.h"

namespace isobar {
namespace {

constexpr auto look_often = std::chrono::milliseconds(100);

/// Waits a little for the file of a run that was started just now.
void wait_for(const std::string& file) {
  constexpr int tries = 50;
  for (int i = 0; i < tries && !std::filesystem::exists(file); ++i) {
    std::this_thread::sleep_for(look_often);
  }
}

/// Throws ValueError for what is no address, nor a name of one.
ServedReach reach_of(const std::string& host) {
  addrinfo hints{};
  hints.ai_flags = AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (host.empty() || getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) {
    throw ValueError(fmt::format("--host '{}': this is no address", host));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, &freeaddrinfo);
  if (found->ai_family == AF_INET6) {
    const auto& address = reinterpret_cast<const sockaddr_in6*>(found->ai_addr)->sin6_addr;
    return {!IN6_IS_ADDR_LOOPBACK(&address), IN6_IS_ADDR_UNSPECIFIED(&address) != 0};
  }
  const auto address = ntohl(reinterpret_cast<const sockaddr_in*>(found->ai_addr)->sin_addr.s_addr);
  constexpr unsigned network_bits = 24;
  return {address >> network_bits != IN_LOOPBACKNET, address == INADDR_ANY};
}

void say_where(const std::string& run, const ServedPlace& place) {
  std::cout << fmt::format("{} is shown at http://{}:{}/ until Ctrl-C\n", run,
                           place.reach.all ? "localhost" : in_url(place.host), place.port)
            << std::flush;
  if (!place.reach.others) return;
  std::cerr << fmt::format(
      "isobar: --host {}: others who reach this machine see the run too, at http://{}:{}/\n",
      place.host, outer_name(place), place.port);
}

}  // namespace

CLI::App* add_view(CLI::App& app, ViewOptions& options) {
  auto* view = app.add_subcommand("view", other_command("view")->help);
  view->add_option("RUN", options.run, "the file of isobar run --save")->required();
  view->add_option("--port", options.port,
                   fmt::format("TCP port; 0: any that is free [{}]", options.port))
      ->check(CLI::Range(0, 65'535))
      ->type_name("N");
  view->add_option("--host", options.host,
                   fmt::format("address to listen at; with 0.0.0.0 or ::, all addresses of this "
                               "machine, others can see the run, too [{}]",
                               options.host))
      ->type_name("ADDRESS");
  view->footer(
      "Ctrl-C ends the server. It serves this run only.\n"
      "Example:\n"
      "  isobar run --fabric torus:64x64 --scheme lm-c5 --load spike:50 --save run.db &\n"
      "  isobar view run.db");
  return view;
}

int view_command(const ViewOptions& options) {
  const auto reach = reach_of(options.host);
  wait_for(options.run);
  store_state(options.run);  // only to see that it is a stored run
  page_html(Json());         // only to see that the page's parts exist
  httplib::Server server;
  // An address that another server has is an error, not shared with it.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const int port = options.port == 0 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, options.port) ? options.port
                                                                     : -1;
  if (port < 0) {
    throw ValueError(
        fmt::format("--host {} --port {}: this address cannot be had", options.host, options.port));
  }
  const ServedPlace place{options.host, reach, port};
  serve_run(server, options.run, place);
  const InterruptGuard guard;
  std::atomic<bool> over = false;
  std::thread listener([&] {
    server.listen_after_bind();
    over = true;
  });
  say_where(options.run, place);
  while (!InterruptGuard::interrupted() && !over) std::this_thread::sleep_for(look_often);
  while (!server.is_running() && !over) std::this_thread::sleep_for(look_often);
  server.stop();
  listener.join();
  if (InterruptGuard::interrupted()) return 0;
  throw ValueError(
      fmt::format("the server at {}:{} has ended by itself", in_url(options.host), port));
}

}  // namespace isobar
