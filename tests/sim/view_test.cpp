// SPDX-License-Identifier: Apache-2.0
// The server of a run: what it serves, what it does not, and what it survives.
#include <arpa/inet.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::Ran;
using isobar::test::run_program;
using isobar::test::Scratch;

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// A port that nobody has.
int free_port() {
  const int holder = socket(AF_INET, SOCK_STREAM, 0);
  auto address = loopback(0);
  socklen_t size = sizeof address;
  bind(holder, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(holder, reinterpret_cast<sockaddr*>(&address), &size);
  close(holder);
  return ntohs(address.sin_port);
}

/// Sends these bytes as they are, and hears nothing.
void send_raw(int port, const std::string& bytes) {
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  const auto address = loopback(port);
  if (connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    [[maybe_unused]] const auto sent = write(client, bytes.data(), bytes.size());
  }
  close(client);
}

/// Calls `ask` while `isobar view run.db` goes on in `folder`.
template <class Ask>
Ran viewing(const Scratch& folder, Ask ask) {
  const int port = free_port();
  Ran ran;
  std::thread server([&] {
    ran = run_program({"view", "run.db", "--port", std::to_string(port)}, folder.path(), 4000);
  });
  httplib::Client client("127.0.0.1", port);
  for (int tries = 0; tries < 100 && !client.Get("/state"); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ask(client, port);
  server.join();
  return ran;
}

}  // namespace

TEST_CASE("view serves a run and nothing else, whatever comes in") {
  const Scratch folder;
  folder.write("secret.txt", "not for others");
  REQUIRE(run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2",
                       "--save", "run.db"},
                      folder.path())
              .status == 0);
  const auto ran = viewing(folder, [](httplib::Client& client, int port) {
    const auto page = client.Get("/");
    REQUIRE(page);
    CHECK(page->status == 200);
    CHECK(contains(page->body, "lm-c5 on ring:8, spike:2"));
    const auto data = client.Get("/data");
    REQUIRE(data);
    CHECK(nlohmann::json::parse(data->body)["runs"][0]["frames"]["count"] == 18);
    for (const char* path :
         {"/secret.txt", "/run.db", "/../secret.txt", "/%2e%2e/secret.txt", "//"}) {
      const auto other = client.Get(path);
      INFO(path);
      REQUIRE(other);
      CHECK(other->status == 404);
    }
    const auto posted = client.Post("/data", "x", "text/plain");
    REQUIRE(posted);
    CHECK(posted->status != 200);
    send_raw(port, "\r\n\r\n");
    send_raw(port, "GET");
    send_raw(port, std::string("GET / HTTP/9.9\r\nHost: \0\r\n\r\n", 27));
    send_raw(port, "POST /data HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n");
    send_raw(port, std::string(100'000, 'A'));
    const auto after = client.Get("/state");
    REQUIRE(after);
    CHECK(nlohmann::json::parse(after->body)["ended"] == true);
  });
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "http://127.0.0.1:"));
}

TEST_CASE("view refuses what is no stored run") {
  const Scratch folder;
  folder.write("other.txt", "text");
  CHECK(run_program({"view", "missing.db"}, folder.path()).status == 2);
  CHECK(contains(run_program({"view", "other.txt"}, folder.path()).err, "other.txt"));
}
