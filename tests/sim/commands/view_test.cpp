// SPDX-License-Identifier: Apache-2.0
// The server of a run: what it serves, what it does not, and what it survives.
#include <SQLiteCpp/SQLiteCpp.h>
#include <arpa/inet.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "sim/result/run_lock.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::Ran;
using isobar::test::run_program;
using isobar::test::RunningProgram;
using isobar::test::Scratch;

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
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

/// `isobar view run.db` in a folder, while it lives.
class Viewer {
 public:
  explicit Viewer(const Scratch& folder, const std::string& host = "127.0.0.1")
      : program_({"view", "run.db", "--port", "0", "--host", host}, folder.path()) {
    constexpr int tries = 1000;
    for (int i = 0; i < tries && !contains(program_.out(), "\n"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    says_ = program_.out();
    const auto colon = says_.rfind(':');
    if (colon != std::string::npos) port_ = std::atoi(says_.c_str() + colon + 1);
  }

  const std::string& says() const { return says_; }
  int port() const { return port_; }
  /// After Ctrl-C.
  Ran end() {
    program_.send(SIGINT);
    return program_.wait();
  }

 private:
  RunningProgram program_;
  std::string says_;
  int port_ = 0;
};

}  // namespace

TEST_CASE("view serves a run and nothing else, whatever comes in") {
  const Scratch folder;
  folder.write("secret.txt", "not for others");
  REQUIRE(run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2",
                       "--save", "run.db"},
                      folder.path())
              .status == 0);
  Viewer viewer(folder);
  REQUIRE(contains(viewer.says(), "http://127.0.0.1:"));
  const int port = viewer.port();
  httplib::Client client("127.0.0.1", port);
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
  const auto elsewhere = client.Get("/data", {{"Host", "evil.example"}});
  REQUIRE(elsewhere);
  CHECK(elsewhere->status == 403);
  const auto large = client.Post("/none", std::string(100'000, 'x'), "text/plain");
  CHECK((!large || large->status == 413));
  // The address is taken.
  CHECK(run_program({"view", "run.db", "--port", std::to_string(port)}, folder.path()).status == 2);
  const auto ended = viewer.end();
  CHECK(ended.status == 0);
  CHECK(ended.err.empty());
}

TEST_CASE("view reads a run that is being written, as often as it is asked") {
  const Scratch folder;
  Ran ran;
  std::thread writer([&] {
    ran = run_program({"run", "--fabric", "torus:32x32", "--scheme", "lm-c5", "--load",
                       "spike:1000", "--save", "run.db", "--history", "50"},
                      folder.path(), 4000);
  });
  Viewer viewer(folder);
  std::vector<std::thread> readers;
  std::atomic<int> good = 0;
  std::atomic<int> bad = 0;
  readers.reserve(3);
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      httplib::Client client("127.0.0.1", viewer.port());
      client.set_read_timeout(100);
      for (int k = 0; k < 10; ++k) {
        for (const char* path : {"/state", "/data"}) {
          const auto answer = client.Get(path);
          (answer && answer->status == 200 ? good : bad) += 1;
        }
      }
    });
  }
  for (auto& reader : readers) reader.join();
  writer.join();
  CHECK(bad == 0);
  CHECK(good == 60);
  INFO(ran.err);
  CHECK(ran.status == 130);  // interrupted, with its result
  CHECK(!ran.out.empty());
  const auto ended = viewer.end();
  CHECK(ended.status == 0);
  CHECK(ended.err.empty());
}

TEST_CASE("a page that has a part of a run gets the rest, in pieces of bounded size", "[volume]") {
  using nlohmann::json;
  const Scratch folder;
  const auto file = (folder.path() / "run.db").string();
  REQUIRE(run_program({"run", "--fabric", "torus:64x64", "--scheme", "lm-c5", "--load", "spike:50",
                       "--level", "steps", "--until", "steps:300", "--save", "run.db"},
                      folder.path())
              .status == 0);
  // As it was while the run went on.
  const isobar::RunLock lock(file);
  SQLite::Database(file, SQLite::OPEN_READWRITE)
      .exec(
          "UPDATE meta SET value = 'running' WHERE key = 'state';"
          "DELETE FROM meta WHERE key = 'result'");
  Viewer viewer(folder);
  httplib::Client client("127.0.0.1", viewer.port());
  client.set_read_timeout(100);
  const auto get = [&](const std::string& query) {
    const auto answer = client.Get("/data" + query);
    REQUIRE(answer);
    INFO(query << ": " << answer->body.substr(0, 200));
    REQUIRE(answer->status == 200);
    return answer->body;
  };
  const auto whole_text = get("");
  const auto whole = json::parse(whole_text);
  const auto& all = whole["runs"][0];
  const auto frames = all["frames"]["count"].get<std::size_t>();
  REQUIRE(frames == 600);
  const auto version = all["version"].get<std::string>();
  CHECK(version.size() > 16);

  // The newest frame alone.
  const auto last_text = get("?version=" + version + "&after=599");
  const auto last = json::parse(last_text);
  CHECK(last["more"]["frames"]["count"] == 1);
  CHECK(last["more"]["total"] == 600);
  CHECK(last["more"]["result"]["steps"] == all["result"]["steps"]);
  CHECK_FALSE(last.contains("runs"));
  CHECK(last_text.size() < 20'000);
  CHECK(whole_text.size() > 500'000);
  CHECK(json::parse(get("?version=" + version + "&after=600"))["more"]["frames"]["count"] == 0);

  // All of it, piece by piece, is the whole.
  json steps = json::array();
  for (std::size_t after = 0, pieces = 0; after < frames; ++pieces) {
    const auto more =
        json::parse(get("?version=" + version + "&after=" + std::to_string(after)))["more"];
    CHECK(more["after"] == after);
    const auto count = more["frames"]["count"].get<std::size_t>();
    REQUIRE(count > 0);
    CHECK(count * 4096 <= 1'000'000);
    for (const auto& step : more["frames"]["step"]) steps.push_back(step);
    after += count;
    CHECK(pieces < 3);
  }
  CHECK(steps == all["frames"]["step"]);

  // What fits nothing that there is gets all; what is no number is refused.
  for (const auto& query : {"?version=other.0&after=5", "?version=&after=5"}) {
    CHECK(json::parse(get(query))["runs"][0]["frames"]["count"] == 600);
  }
  CHECK(json::parse(get("?version=" + version + "&after=601"))["runs"][0].is_object());
  for (const std::string after :
       {"-1", "x", "1e3", "1.5", "", "99999999999999999999", "%00", "5 "}) {
    std::string query = "/data?version=" + version;
    query.append("&after=").append(after);
    const auto answer = client.Get(query);
    INFO(query);
    REQUIRE(answer);
    CHECK(answer->status == 400);
    CHECK(contains(answer->body, "after"));
  }
  for (const std::string query : {"?after=5", "?version=5", "?version=5&after=5&after=6",
                                  "?version=5&after=5&to=9", "?from=1"}) {
    const auto answer = client.Get("/data" + query);
    INFO(query);
    REQUIRE(answer);
    CHECK(answer->status == 400);
  }
  CHECK(viewer.end().status == 0);
}

TEST_CASE("view that is open to others says so, can be opened, and goes by its own names only") {
  const auto* host = GENERATE("0.0.0.0", "::", "0");
  const Scratch folder;
  REQUIRE(run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2",
                       "--save", "run.db"},
                      folder.path())
              .status == 0);
  Viewer viewer(folder, host);
  const auto port = std::to_string(viewer.port());
  INFO(viewer.says());
  CHECK(contains(viewer.says(), "http://localhost:" + port + "/"));
  // By address: a bare machine need not know the name localhost.
  httplib::Client client(host == std::string("::") ? "::1" : "127.0.0.1", viewer.port());
  const auto status = [&](const std::string& name) {
    const auto answer = client.Get("/state", {{"Host", name}});
    return answer ? answer->status : -1;
  };
  CHECK(status("localhost:" + port) == 200);
  CHECK(status("127.0.0.1:" + port) == 200);
  CHECK(status("192.0.2.7:" + port) == 200);  // any address, for there may be several
  CHECK(status("[2001:db8::7]:" + port) == 200);
  std::array<char, 256> machine{};
  REQUIRE(gethostname(machine.data(), machine.size() - 1) == 0);
  CHECK(status(std::string(machine.data()) + ":" + port) == 200);
  for (const auto& other :
       std::vector<std::string>{"evil.example:" + port, "192.0.2.7.evil.example:" + port,
                                "[evil]:" + port, "localhost:1", "localhost", "", ":" + port}) {
    INFO(other);
    CHECK(status(other) == 403);
  }
  const auto ended = viewer.end();
  CHECK(ended.status == 0);
  CHECK(contains(ended.err, "others who reach this machine see the run"));
}

TEST_CASE("view refuses what is no stored run") {
  const Scratch folder;
  folder.write("other.txt", "text");
  CHECK(run_program({"view", "missing.db"}, folder.path()).status == 2);
  CHECK(contains(run_program({"view", "other.txt", "--host", ""}, folder.path()).err,
                 "--host '': this is no address"));
  CHECK(contains(run_program({"view", "other.txt"}, folder.path()).err, "other.txt"));
}
