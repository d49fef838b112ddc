// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

#include "models/errors.h"
#include "models/text.h"
#include "sim/page/page.h"
#include "sim/page/saved_run.h"

namespace isobar {
namespace {

constexpr std::size_t most_payload = 4096;  ///< bytes of a request's body, which is not used

void refuse_other_names(httplib::Server& server, const ServedPlace& place) {
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

void serve_run(httplib::Server& server, const std::string& run, const ServedPlace& place) {
  using Asked = httplib::Params;
  server.set_payload_max_length(most_payload);
  refuse_other_names(server, place);
  server.Get("/", answer("text/html; charset=utf-8",
                         [run](const Asked&) { return page_html(live_page(run)); }));
  server.Get("/data", answer("application/json", [run](const Asked& asked) {
               return json_text(data_json(run, asked));
             }));
  server.Get("/state", answer("application/json",
                              [run](const Asked&) { return json_text(state_json(run)); }));
}

}  // namespace isobar
