// SPDX-License-Identifier: Apache-2.0
// Colours are for terminals, and not for whoever asks for none.
#include "sim/terminal/colour.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "tests/catch.h"
#include "tests/support/program.h"

using isobar::Colour;
using isobar::coloured;

namespace {

/// Both ends of a terminal.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    REQUIRE(master_ >= 0);
    REQUIRE(grantpt(master_) == 0);
    REQUIRE(unlockpt(master_) == 0);
    name_ = ptsname(master_);
    slave_ = open(name_.c_str(), O_RDWR | O_NOCTTY);
    REQUIRE(slave_ >= 0);
  }
  ~Terminal() {
    close(slave_);
    close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int end() const { return slave_; }
  const std::string& name() const { return name_; }
  /// What was written to it.
  std::string written() const {
    std::string text;
    std::array<char, 4096> some{};
    for (pollfd ready{master_, POLLIN, 0}; poll(&ready, 1, 0) == 1;) {
      const auto count = read(master_, some.data(), some.size());
      if (count <= 0) break;
      text.append(some.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int master_;
  int slave_ = -1;
  std::string name_;
};

void set_terminal(const char* kind, const char* no_colour) {
  setenv("TERM", kind, 1);
  setenv("NO_COLOR", no_colour, 1);
}

}  // namespace

TEST_CASE("a colour goes to a terminal that has colours, unless NO_COLOR is set", "[colour]") {
  const Terminal terminal;
  set_terminal("xterm", "");
  CHECK(coloured("no", Colour::bad, terminal.end()) == "\x1b[1;31mno\x1b[0m");
  CHECK(coloured("yes", Colour::good, terminal.end()) == "\x1b[1;32myes\x1b[0m");
  set_terminal("xterm", "1");
  CHECK(coloured("no", Colour::bad, terminal.end()) == "no");
  set_terminal("dumb", "");
  CHECK(coloured("no", Colour::bad, terminal.end()) == "no");
  set_terminal("xterm", "");
  const int file = open("/dev/null", O_WRONLY);
  CHECK(coloured("no", Colour::bad, file) == "no");
  close(file);
}

TEST_CASE("the verdict of a run has a colour on a terminal, and none in a pipe", "[colour]") {
  const std::vector<std::string> run = {"run",   "--fabric", "ring:8",  "--scheme",
                                        "lm-c5", "--load",   "spike:2", "--quiet"};
  const std::string verdict = "Balanced after 18 steps: T = 18 shifts, 1494 cycles, 5.976 us.";
  const auto shown = [&] {
    const Terminal terminal;
    CHECK(isobar::test::run_program(run, ".", 0, terminal.name()).status == 0);
    return terminal.written();
  };
  set_terminal("xterm", "");
  CHECK(shown() == "\x1b[1;32m" + verdict + "\x1b[0m\r\n");
  CHECK(isobar::test::run_program(run).out == verdict + "\n");
  set_terminal("xterm", "1");
  CHECK(shown() == verdict + "\r\n");
}
