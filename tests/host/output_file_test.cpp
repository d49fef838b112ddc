// SPDX-License-Identifier: Apache-2.0
#include "host/output_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

namespace {

using isobar::test::contains;
using isobar::test::contents;
using isobar::test::refusal;

namespace fs = std::filesystem;
using isobar::OutputFile;

/// A folder that everyone may enter.
class TestFolder : public isobar::test::Scratch {
 public:
  TestFolder() { fs::permissions(path(), fs::perms{0755}); }
  std::size_t entries() const { return names().size(); }
};

/// Permissions hold for everyone but the superuser, who becomes someone else for a while.
class Unprivileged {
 public:
  Unprivileged() {
    if (::geteuid() == 0) changed_ = ::seteuid(65534) == 0;
  }
  ~Unprivileged() {
    if (changed_ && ::seteuid(0) != 0) std::abort();
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

  bool works() const { return ::geteuid() != 0; }

 private:
  bool changed_ = false;
};

/// No file can grow beyond so many bytes: a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small = {bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit old_ = {};
};

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("Output: a file appears when it is committed, whole", "[sim][output_file]") {
  const TestFolder folder;
  const auto target = folder / "out.json";
  OutputFile file(target);
  file.stream() << "a\n" << std::string(100'000, 'b') << std::flush;
  CHECK_FALSE(fs::exists(target));
  file.commit();
  CHECK(contents(target) == "a\n" + std::string(100'000, 'b'));
  CHECK(folder.entries() == 1);
}

TEST_CASE("Output: without commit nothing is left", "[sim][output_file]") {
  const TestFolder folder;
  write(folder / "old", "old");
  {
    OutputFile fresh(folder / "new");
    OutputFile again(folder / "old");
    fresh.stream() << "x" << std::flush;
    again.stream() << "y" << std::flush;
    CHECK(contents(folder / "old") == "old");
  }
  CHECK(contents(folder / "old") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("Output: an older file is replaced and keeps its permissions", "[sim][output_file]") {
  const TestFolder folder;
  const auto target = folder / "out";
  write(target, "old, and longer than the new one");
  fs::permissions(target, fs::perms{0640});
  fs::create_symlink("out", folder / "link");
  OutputFile file(folder / "link");
  file.stream() << "new";
  file.commit();
  CHECK(contents(target) == "new");
  CHECK(fs::status(target).permissions() == fs::perms{0640});
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("Output: a new file has the usual permissions", "[sim][output_file]") {
  const TestFolder folder;
  const auto mask = ::umask(022);
  OutputFile file(folder / "out");
  file.commit();
  ::umask(mask);
  CHECK(fs::status(folder / "out").permissions() == fs::perms{0644});
}

TEST_CASE("Output: several files in a folder do not disturb each other", "[sim][output_file]") {
  const TestFolder folder;
  OutputFile a(folder / "a");
  OutputFile b(folder / "b");
  OutputFile other_a(folder / "a");
  a.stream() << "a";
  b.stream() << "b";
  other_a.stream() << "later";
  a.commit();
  b.commit();
  CHECK(contents(folder / "a") == "a");
  other_a.commit();
  CHECK(contents(folder / "a") == "later");
  CHECK(contents(folder / "b") == "b");
  CHECK(folder.entries() == 2);
}

TEST_CASE("Output: what cannot be written is refused at once", "[sim][output_file]") {
  const TestFolder folder;
  write(folder / "file", "");
  const auto refused = [](const fs::path& path) { return refusal([&] { OutputFile{path}; }); };
  const auto missing = refused(folder / "none/out");
  CHECK(contains(missing, "none/out: cannot be written: No such file or directory"));
  CHECK(contains(refused(folder / "file/out"), "file/out: cannot be written: Not a directory"));
  CHECK(contains(refused(folder / "."), "cannot be written: Is a directory"));
  CHECK(contains(refused(folder / ""), "cannot be written: Is a directory"));
  CHECK(contains(refused(folder / "none/"), "cannot be written: Is a directory"));
  CHECK(contains(refused(""), "cannot be written: "));
  CHECK(folder.entries() == 1);
}

TEST_CASE("Output: permissions are respected", "[sim][output_file]") {
  const TestFolder folder;
  fs::create_directory(folder / "open");
  fs::create_directory(folder / "closed");
  write(folder / "open/protected", "old");
  fs::permissions(folder / "open/protected", fs::perms{0444});
  fs::permissions(folder / "open", fs::perms{0777});
  fs::permissions(folder / "closed", fs::perms{0555});
  const Unprivileged user;
  if (!user.works()) {
    WARN("this superuser cannot become another user: not tested");
    return;
  }
  CHECK(contains(refusal([&] { OutputFile{folder / "closed/out"}; }),
                 "closed/out: cannot be written: Permission denied"));
  CHECK(contains(refusal([&] { OutputFile{folder / "open/protected"}; }),
                 "open/protected: cannot be written: Permission denied"));
  OutputFile{folder / "open/out"}.commit();
  CHECK(fs::exists(folder / "open/out"));
}

TEST_CASE("Output: a full disk is noticed, whenever it fills up", "[sim][output_file]") {
  const TestFolder folder;
  write(folder / "out", "old");
  enum class Way { single, flushed, at_once };
  for (const auto way : {Way::single, Way::flushed, Way::at_once}) {
    for (const std::size_t size : {4097U, 100'000U, 1'000'000U}) {
      INFO(size << ", way " << static_cast<int>(way));
      const auto said = refusal([&] {
        const SmallDisk disk(4096);
        OutputFile file(folder / "out");
        if (way == Way::at_once) {
          file.stream() << std::string(size, 'x');
        } else {
          for (std::size_t i = 0; i < size; ++i) file.stream().put('x');
        }
        if (way == Way::flushed) file.stream().flush();
        file.commit();
      });
      CHECK(contains(said, "out: cannot be written: "));
      CHECK(contents(folder / "out") == "old");
      CHECK(folder.entries() == 1);
    }
  }
}

TEST_CASE("Output: a pipe is written, not replaced", "[sim][output_file]") {
  const TestFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  {
    OutputFile file(pipe);
    file.stream() << "through";
    file.commit();
  }
  char text[16] = {};
  CHECK(::read(reader, text, sizeof text) == 7);
  CHECK(std::string(text) == "through");
  ::close(reader);
  CHECK(fs::is_fifo(pipe));
  CHECK(folder.entries() == 1);
}
