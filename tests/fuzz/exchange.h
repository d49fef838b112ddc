// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <httplib.h>

#include <algorithm>
#include <string>

namespace isobar::test {

/// A connection without a socket: what a client sends, and what it is answered.
class Exchange final : public httplib::Stream {
 public:
  explicit Exchange(std::string sent) : sent_(std::move(sent)) {}

  const std::string& answered() const { return answered_; }
  bool at_end() const { return read_ == sent_.size(); }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* bytes, std::size_t size) override {
    const auto count = sent_.copy(bytes, size, read_);
    read_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* bytes, std::size_t size) override {
    answered_.append(bytes, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  std::string sent_;
  std::size_t read_ = 0;
  std::string answered_;
};

}  // namespace isobar::test
