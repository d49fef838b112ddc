// SPDX-License-Identifier: Apache-2.0
#include "waves/vcd_writer.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

std::string identifier(std::size_t number) {
  constexpr std::size_t digits = '~' - '!' + 1;
  std::string id;
  do {
    id += static_cast<char>('!' + number % digits);
    number /= digits;
  } while (number > 0);
  return id;
}

std::string escaped(const std::string& text) {
  std::string visible;
  for (const char c : text) {
    if (c > ' ' && c <= '~' && c != '\\') {
      visible += c;
    } else {
      visible += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return visible;
}

}  // namespace

VcdWriter::VcdWriter(const std::string& file)
    : file_(file), stream_(std::fopen(file.c_str(), "wb")) {
  if (!stream_) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(errno)));
  }
  // There is no date, so that the same run gives the same bytes.
  buffer_ = "$version isobar $end\n$timescale 1 ps $end\n";
}

void VcdWriter::open_scope(const std::string& name, const std::string& comment) {
  fmt::format_to(std::back_inserter(buffer_), "$scope module {} $end\n", name);
  if (!comment.empty()) {
    fmt::format_to(std::back_inserter(buffer_), "$comment {} $end\n", comment);
  }
}

void VcdWriter::close_scope() { buffer_ += "$upscope $end\n"; }

void VcdWriter::add_vector(const std::string& name, unsigned bits) {
  add("wire", bits > 1 ? fmt::format("{} [{}:0]", name, bits - 1) : name, bits);
}

void VcdWriter::add_state(const std::string& name, gsl::span<const std::string> names) {
  add("string", name, 0);
  auto& [id, bits, changes] = variables_.back();
  for (const auto& text : names) changes.push_back(fmt::format("s{} {}\n", escaped(text), id));
}

void VcdWriter::add_event(const std::string& name) { add("event", name, 1); }

void VcdWriter::add(std::string_view type, const std::string& name, unsigned bits) {
  variables_.push_back({identifier(variables_.size()), bits, {}});
  fmt::format_to(std::back_inserter(buffer_), "$var {} {} {} {} $end\n", type, bits == 0 ? 1 : bits,
                 variables_.back().id, name);
  flush();
}

/// The changes of a block are stored by variable; here they are put in order of time.
void VcdWriter::write(const WaveBlock& block) {
  std::vector<std::size_t> ends(block.times.size() + 1);  // by time: the end of its changes
  for (const auto column : block.columns) {
    for (const auto& change : block.of_column(column)) ++ends[change.time + 1];
  }
  for (std::size_t time = 1; time < ends.size(); ++time) ends[time] += ends[time - 1];
  std::vector<Change> changes(ends.back());
  for (WaveVariable variable = 0; variable < block.columns.size(); ++variable) {
    for (const auto& change : block.of_column(block.columns[variable])) {
      changes[ends[change.time]++] = {variable, change.value};
    }
  }
  if (!begun_) buffer_ += "$enddefinitions $end\n";
  std::size_t next = 0;
  for (std::size_t time = 0; time < block.times.size(); ++time) {
    fmt::format_to(std::back_inserter(buffer_), "#{}\n", block.times[time]);
    if (!begun_) buffer_ += "$dumpvars\n";
    for (; next < ends[time]; ++next) put_change(changes[next]);
    if (!begun_) buffer_ += "$end\n";
    begun_ = true;
    flush();
  }
}

void VcdWriter::put_change(const Change& change) {
  const auto& [id, bits, changes] = variables_[change.variable];
  if (bits == 0) {
    buffer_ += changes[change.value];
    return;
  }
  // Leading zeros are left out; readers add them.
  std::array<char, 64> digits{};
  auto first = digits.end();
  auto rest = change.value;
  do {
    *--first = (rest & 1) == 0 ? '0' : '1';
    rest >>= 1;
  } while (rest > 0);
  if (bits > 1) buffer_ += 'b';
  buffer_.append(first, digits.end());
  if (bits > 1) buffer_ += ' ';
  buffer_ += id;
  buffer_ += '\n';
}

void VcdWriter::flush() {
  if (buffer_.size() < buffer_size) return;
  const auto written = std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (written != buffer_.size() && error_ == 0) error_ = errno;
  buffer_.clear();
}

void VcdWriter::close() {
  std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (error_ == 0 && (std::ferror(stream_.get()) != 0 || std::fflush(stream_.get()) != 0)) {
    error_ = errno;
  }
  if (std::fclose(stream_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(error_)));
  }
}

}  // namespace isobar
