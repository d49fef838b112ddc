// SPDX-License-Identifier: Apache-2.0
#include "sim/view_command.h"

#include <fmt/format.h>
#include <httplib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

#include "models/errors.h"
#include "sim/interrupt.h"
#include "sim/page.h"
#include "sim/saved_run.h"

namespace isobar {
namespace {

constexpr auto look_often = std::chrono::milliseconds(100);
constexpr std::size_t most_payload = 4096;  ///< of a request, which has none that is looked at

/// A run that was started just now has its file in a moment.
void wait_for(const std::string& file) {
  constexpr int tries = 50;
  for (int i = 0; i < tries && !std::filesystem::exists(file); ++i) {
    std::this_thread::sleep_for(look_often);
  }
}

/// A page from elsewhere that got this machine's address by a trick of names asks by its own name.
void refuse_other_names(httplib::Server& server, const std::string& host,
                        const std::vector<std::string>& names) {
  if (host == "0.0.0.0" || host == "::") return;  // any of the machine's names
  server.set_pre_routing_handler(
      [names](const httplib::Request& request, httplib::Response& response) {
        const auto asked = request.get_header_value("Host");
        if (std::find(names.begin(), names.end(), asked) != names.end()) {
          return httplib::Server::HandlerResponse::Unhandled;
        }
        response.status = 403;
        return httplib::Server::HandlerResponse::Handled;
      });
}

Json live_page(const std::string& file) {
  auto data = page_data({file});
  data["live"] = true;
  return data;
}

Json state_json(const std::string& file) {
  const auto state = store_state(file);
  return {{"ended", state.ended}, {"frames", state.frames}, {"cycle", state.cycle}};
}

/// A page says what went wrong; the server goes on.
httplib::Server::Handler answer(const char* type, const std::function<std::string()>& make) {
  return [type, make](const httplib::Request& /*request*/, httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    response.set_header("X-Content-Type-Options", "nosniff");
    try {
      response.set_content(make(), type);
    } catch (const std::exception& error) {
      response.status = 500;
      response.set_content(error.what(), "text/plain");
    }
  };
}

}  // namespace

CLI::App* add_view(CLI::App& app, ViewOptions& options) {
  auto* view = app.add_subcommand("view", "Serve the page of a run that was kept or is going on");
  view->add_option("RUN", options.run, "what isobar run --save writes")->required();
  view->add_option("--port", options.port,
                   fmt::format("of TCP; 0: any that is free [{}]", options.port))
      ->type_name("N");
  view->add_option("--host", options.host,
                   fmt::format("address to listen at; others than this machine's own reach it only "
                               "if told so here [{}]",
                               options.host))
      ->type_name("ADDRESS");
  view->footer(
      "Ctrl-C ends it. Nothing but this run is served.\n"
      "Example:\n"
      "  isobar run --fabric torus:64x64 --scheme lm-c5 --load spike:50 --save run.db &\n"
      "  isobar view run.db");
  return view;
}

int view_command(const ViewOptions& options) {
  wait_for(options.run);
  store_state(options.run);  // only to see that it is one
  page_html(Json());         // likewise, that there is a page
  httplib::Server server;
  server.set_payload_max_length(most_payload);
  // An address that another server has is an error, not shared with it.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const auto& run = options.run;
  server.Get("/", answer("text/html; charset=utf-8", [&] { return page_html(live_page(run)); }));
  server.Get("/data", answer("application/json", [&] { return json_text(live_page(run)); }));
  server.Get("/state", answer("application/json", [&] { return json_text(state_json(run)); }));
  const int port = options.port == 0 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, options.port) ? options.port
                                                                     : -1;
  if (port < 0) {
    throw ValueError(
        fmt::format("--host {} --port {}: this address cannot be had", options.host, options.port));
  }
  const auto name =
      options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
  refuse_other_names(server, options.host,
                     {fmt::format("{}:{}", name, port), fmt::format("localhost:{}", port)});
  const InterruptGuard guard;
  std::atomic<bool> over = false;
  std::thread listener([&] {
    server.listen_after_bind();
    over = true;
  });
  std::cout << fmt::format("{} is shown at http://{}:{}/ until Ctrl-C\n", run, name, port)
            << std::flush;
  while (!InterruptGuard::interrupted() && !over) std::this_thread::sleep_for(look_often);
  while (!server.is_running() && !over) std::this_thread::sleep_for(look_often);
  server.stop();
  listener.join();
  if (InterruptGuard::interrupted()) return 0;
  throw ValueError(fmt::format("the server at {}:{} has ended by itself", name, port));
}

}  // namespace isobar
