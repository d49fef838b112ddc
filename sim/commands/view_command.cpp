// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/view_command.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <netdb.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <thread>

#include "host/interrupt.h"
#include "models/errors.h"
#include "models/text.h"
#include "sim/commands/other_programs.h"
#include "sim/page/page.h"
#include "sim/page/saved_run.h"

namespace isobar {
namespace {

constexpr auto look_often = std::chrono::milliseconds(100);
constexpr std::size_t most_payload = 4096;  ///< bytes of a request's body, which is not used

/// Waits a little for the file of a run that was started just now.
void wait_for(const std::string& file) {
  constexpr int tries = 50;
  for (int i = 0; i < tries && !std::filesystem::exists(file); ++i) {
    std::this_thread::sleep_for(look_often);
  }
}

/// From where an address can be reached.
struct Reach {
  bool others = false;  ///< from other machines
  bool all = false;     ///< under all of this machine's addresses
};

/// Throws ValueError for what is no address, nor a name of one.
Reach reach_of(const std::string& host) {
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

/// Where the run is served.
struct Place {
  std::string host;
  Reach reach;
  int port = 0;
};

/// An address as it stands in a URL.
std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

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

/// Whether `asked`, a host and a port, is a name of this server. A page from elsewhere that
/// got this machine's address by a trick of names asks by its own name, which is none of these.
bool is_own_name(const std::string& asked, const Place& place) {
  constexpr int usual_port = 80;  // browsers leave it out
  const auto ending = fmt::format(":{}", place.port);
  const auto at = asked.rfind(ending);
  const bool says_port = at != std::string::npos && at + ending.size() == asked.size();
  if (!says_port && place.port != usual_port) return false;
  const auto name = says_port ? asked.substr(0, at) : asked;
  if (name == "localhost" || name == in_url(place.host)) return true;
  return place.reach.all && (is_address(name) || name == machine_name());
}

/// The name under which other machines can open the page.
std::string outer_name(const Place& place) {
  return place.reach.all ? machine_name() : in_url(place.host);
}

void refuse_other_names(httplib::Server& server, const Place& place) {
  server.set_pre_routing_handler(
      [place](const httplib::Request& request, httplib::Response& response) {
        if (is_own_name(request.get_header_value("Host"), place)) {
          return httplib::Server::HandlerResponse::Unhandled;
        }
        response.status = 403;
        response.set_content(
            fmt::format("this is served as http://{}:{}/\n", outer_name(place), place.port),
            "text/plain");
        return httplib::Server::HandlerResponse::Handled;
      });
}

void say_where(const std::string& run, const Place& place) {
  std::cout << fmt::format("{} is shown at http://{}:{}/ until Ctrl-C\n", run,
                           place.reach.all ? "localhost" : in_url(place.host), place.port)
            << std::flush;
  if (!place.reach.others) return;
  std::cerr << fmt::format(
      "isobar: --host {}: others who reach this machine see the run too, at http://{}:{}/\n",
      place.host, outer_name(place), place.port);
}

Json live_page(const std::string& file) {
  auto data = page_data({file});
  data["live"] = true;
  return data;
}

/// The error for a request that makes no sense.
struct BadRequest : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t frame_number(const std::string& text) {
  try {
    return parse_integer(text, "after", 0, std::numeric_limits<std::int32_t>::max());
  } catch (const ValueError& error) {
    throw BadRequest(error.what());
  }
}

/// All of the run, or what has come since (docs/page.md).
Json data_json(const std::string& file, const httplib::Params& asked) {
  if (asked.empty()) return live_page(file);
  const auto version = asked.find("version");
  const auto after = asked.find("after");
  if (asked.size() != 2 || version == asked.end() || after == asked.end()) {
    throw BadRequest("data takes version and after, or neither");
  }
  auto more = saved_since(file, version->second, frame_number(after->second));
  if (!more) return live_page(file);
  return {{"schema", "isobar.page/1"}, {"live", true}, {"more", std::move(*more)}};
}

Json state_json(const std::string& file) {
  const auto state = store_state(file);
  return {{"ended", state.state != RunState::running},
          {"frames", state.frames},
          {"cycle", state.cycle},
          {"version", state.version}};
}

/// Answers a request; an error becomes the answer's text, and the server goes on.
httplib::Server::Handler answer(const char* type,
                                const std::function<std::string(const httplib::Params&)>& make) {
  return [type, make](const httplib::Request& request, httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    response.set_header("X-Content-Type-Options", "nosniff");
    const auto refuse = [&](int status, const std::exception& error) {
      response.status = status;
      response.set_content(error.what(), "text/plain");
    };
    try {
      response.set_content(make(request.params), type);
    } catch (const BadRequest& error) {
      refuse(400, error);
    } catch (const std::exception& error) {
      refuse(500, error);
    }
  };
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
  server.set_payload_max_length(most_payload);
  // An address that another server has is an error, not shared with it.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const auto& run = options.run;
  using Asked = httplib::Params;
  server.Get("/", answer("text/html; charset=utf-8",
                         [&](const Asked&) { return page_html(live_page(run)); }));
  server.Get("/data", answer("application/json",
                             [&](const Asked& asked) { return json_text(data_json(run, asked)); }));
  server.Get("/state",
             answer("application/json", [&](const Asked&) { return json_text(state_json(run)); }));
  const int port = options.port == 0 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, options.port) ? options.port
                                                                     : -1;
  if (port < 0) {
    throw ValueError(
        fmt::format("--host {} --port {}: this address cannot be had", options.host, options.port));
  }
  const Place place{options.host, reach, port};
  refuse_other_names(server, place);
  const InterruptGuard guard;
  std::atomic<bool> over = false;
  std::thread listener([&] {
    server.listen_after_bind();
    over = true;
  });
  say_where(run, place);
  while (!InterruptGuard::interrupted() && !over) std::this_thread::sleep_for(look_often);
  while (!server.is_running() && !over) std::this_thread::sleep_for(look_often);
  server.stop();
  listener.join();
  if (InterruptGuard::interrupted()) return 0;
  throw ValueError(
      fmt::format("the server at {}:{} has ended by itself", in_url(options.host), port));
}

}  // namespace isobar
