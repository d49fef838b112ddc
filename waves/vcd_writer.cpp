// SPDX-License-Identifier: Apache-2.0
#include "waves/vcd_writer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iterator>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

}  // namespace

VcdWriter::VcdWriter(const std::string& file)
    : file_(file), stream_(std::fopen(file.c_str(), "wb")) {
  if (!stream_) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(errno)));
  }
  // No date: the same run is to give the same bytes.
  buffer_ = "$version isobar $end\n$timescale 1 ps $end\n";
}

void VcdWriter::open_scope(const std::string& name, const std::string& comment) {
  fmt::format_to(std::back_inserter(buffer_), "$scope module {} $end\n", name);
  if (!comment.empty()) {
    fmt::format_to(std::back_inserter(buffer_), "$comment {} $end\n", comment);
  }
}

void VcdWriter::close_scope() { buffer_ += "$upscope $end\n"; }

WaveVariable VcdWriter::add_vector(const std::string& name, unsigned bits) {
  fmt::format_to(std::back_inserter(buffer_), "$var wire {} ", bits);
  put_id(variables_);
  fmt::format_to(std::back_inserter(buffer_), " {}", name);
  if (bits > 1) fmt::format_to(std::back_inserter(buffer_), " [{}:0]", bits - 1);
  buffer_ += " $end\n";
  flush();
  return variables_++;
}

WaveVariable VcdWriter::add_text(const std::string& name) { return add_typed("string", name); }

WaveVariable VcdWriter::add_event(const std::string& name) { return add_typed("event", name); }

WaveVariable VcdWriter::add_typed(std::string_view type, const std::string& name) {
  fmt::format_to(std::back_inserter(buffer_), "$var {} 1 ", type);
  put_id(variables_);
  fmt::format_to(std::back_inserter(buffer_), " {} $end\n", name);
  flush();
  return variables_++;
}

void VcdWriter::at(std::uint64_t picoseconds) {
  end_initial_values();
  const bool first = part_ == Part::header;
  if (first) end_header();
  fmt::format_to(std::back_inserter(buffer_), "#{}\n", picoseconds);
  if (first) buffer_ += "$dumpvars\n";
  flush();
}

void VcdWriter::change_bits(WaveVariable variable, std::string_view bits) {
  if (bits.size() > 1) {
    // Readers extend on the left with 0 if the first digit is 0 or 1, else with that digit.
    while (bits.size() > 1 && bits[0] == '0' && (bits[1] == '0' || bits[1] == '1')) {
      bits.remove_prefix(1);
    }
    buffer_ += 'b';
    buffer_ += bits;
    buffer_ += ' ';
  } else {
    buffer_ += bits;
  }
  put_id(variable);
  buffer_ += '\n';
}

void VcdWriter::change_text(WaveVariable variable, std::string_view text) {
  buffer_ += 's';
  for (const char c : text) {
    if (c > ' ' && c <= '~' && c != '\\') {
      buffer_ += c;
    } else {
      fmt::format_to(std::back_inserter(buffer_), "\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  buffer_ += ' ';
  put_id(variable);
  buffer_ += '\n';
}

void VcdWriter::close() {
  if (part_ == Part::header) end_header();
  end_initial_values();
  std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (error_ == 0 && (std::ferror(stream_.get()) != 0 || std::fflush(stream_.get()) != 0)) {
    error_ = errno;
  }
  if (std::fclose(stream_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(error_)));
  }
}

void VcdWriter::put_id(WaveVariable variable) {
  constexpr WaveVariable digits = '~' - '!' + 1;
  do {
    buffer_ += static_cast<char>('!' + variable % digits);
    variable /= digits;
  } while (variable > 0);
}

void VcdWriter::end_header() {
  buffer_ += "$enddefinitions $end\n";
  part_ = Part::initial_values;
}

void VcdWriter::end_initial_values() {
  if (part_ != Part::initial_values) return;
  buffer_ += "$end\n";
  part_ = Part::changes;
}

void VcdWriter::flush() {
  if (buffer_.size() < buffer_size) return;
  const auto written = std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (written != buffer_.size() && error_ == 0) error_ = errno;
  buffer_.clear();
}

}  // namespace isobar
