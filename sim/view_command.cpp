// SPDX-License-Identifier: Apache-2.0
#include "sim/view_command.h"

#include <fmt/format.h>
#include <httplib.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <iostream>
#include <thread>

#include "models/errors.h"
#include "sim/interrupt.h"
#include "sim/page.h"
#include "sim/saved_run.h"

namespace isobar {
namespace {

constexpr auto look_for_interrupt = std::chrono::milliseconds(100);

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
  store_state(options.run);  // only to see that it is one
  httplib::Server server;
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
  const InterruptGuard guard;
  std::thread listener([&] { server.listen_after_bind(); });
  std::cout << fmt::format("{} is shown at http://{}:{}/ until Ctrl-C\n", run, options.host, port)
            << std::flush;
  while (!InterruptGuard::interrupted()) std::this_thread::sleep_for(look_for_interrupt);
  server.stop();
  listener.join();
  return 0;
}

}  // namespace isobar
