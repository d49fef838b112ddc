// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/request_parser.h"

#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>

#include "sim/commands/run_server.h"
#include "tests/fuzz/exchange.h"
#include "tests/fuzz/law.h"
#include "tests/support/scratch.h"

namespace isobar::test {
namespace {

/// A server whose connections are no sockets.
class SocketlessServer : public httplib::Server {
 public:
  /// What the requests of one connection are answered. An exception that comes out of this would
  /// end the program.
  std::string answers(const std::string& sent) {
    Exchange exchange(sent);
    bool closed = false;
    for (auto left = keep_alive_max_count_; left > 0 && !closed && !exchange.at_end(); --left) {
      if (!process_request(exchange, left == 1, closed, nullptr)) break;
    }
    return exchange.answered();
  }
};

/// `isobar view` of a stored run at 127.0.0.1:8642.
class View {
 public:
  View() {
    const std::filesystem::path corpus = ISOBAR_SOURCE_DIR "/tests/fuzz/corpus";
    folder_.write("run.db", contents(corpus / "stored_run" / "steps.db"));
    serve_run(server_, (folder_ / "run.db").string(), {"127.0.0.1", {}, 8642});
  }
  std::string answers(const std::string& sent) { return server_.answers(sent); }

 private:
  Scratch folder_;
  SocketlessServer server_;
};

}  // namespace

void parse_requests(const std::string& bytes) {
  static View view;
  const std::string start = "HTTP/1.1 ";
  const auto answers = view.answers(bytes);
  law(answers.empty() || answers.compare(0, start.size(), start) == 0,
      "what is answered is answered in HTTP");
  // The same from elsewhere: whoever does not know the server's name gets nothing of the run.
  auto foreign = boost::erase_all_copy(bytes, "%");  // a name can be written in percents, too
  for (const char* own : {"127.0.0.1", "localhost"}) {
    boost::ireplace_all(foreign, own, "evil.test");
  }
  const auto refusals = view.answers(foreign);
  law(refusals.find("HTTP/1.1 2") == std::string::npos, "nothing is served under a foreign name");
}

}  // namespace isobar::test
