// SPDX-License-Identifier: Apache-2.0
#include "waves/fst_writer.h"

#include <fmt/format.h>
#include <gtkwave/fstapi.h>

#include <cerrno>
#include <cstring>

#include "models/errors.h"
#include "waves/fst_bytes.h"

namespace isobar {
namespace {

/// The width of a state in the list of widths.
constexpr std::uint32_t any_width = 0xFFFFFFFF;

/// The number by which readers recognise the byte order of a double.
constexpr double byte_order = 2.7182818284590452354;

void append_text(std::string& bytes, const std::string& text) {
  bytes += text;
  bytes += '\0';
}

std::string padded(std::string text, std::size_t length) {
  text.resize(length, '\0');
  return text;
}

/// A block with its type and length.
std::string block(unsigned type, const std::string& content) {
  std::string bytes(1, static_cast<char>(type));
  append_fixed(bytes, sizeof(std::uint64_t) + content.size());
  return bytes + content;
}

}  // namespace

FstWriter::FstWriter(const std::string& file)
    : file_(file), stream_(std::fopen(file.c_str(), "wb")) {
  if (!stream_) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(errno)));
  }
}

void FstWriter::open_scope(const std::string& name, const std::string& comment) {
  names_ += static_cast<char>(FST_ST_VCD_SCOPE);
  names_ += static_cast<char>(FST_ST_VCD_MODULE);
  append_text(names_, name);
  append_text(names_, "");  // the module's type
  ++scopes_;
  if (comment.empty()) return;
  names_ += static_cast<char>(FST_ST_GEN_ATTRBEGIN);
  names_ += static_cast<char>(FST_AT_MISC);
  names_ += static_cast<char>(FST_MT_COMMENT);
  append_text(names_, comment);
  append_varint(names_, 0);
}

void FstWriter::close_scope() { names_ += static_cast<char>(FST_ST_VCD_UPSCOPE); }

void FstWriter::add_vector(const std::string& name, unsigned bits) {
  add(FST_VT_VCD_WIRE, bits, bits > 1 ? fmt::format("{} [{}:0]", name, bits - 1) : name);
  blocks_.add({FstKind::Type::vector, bits, {}});
}

void FstWriter::add_state(const std::string& name, gsl::span<const std::string> names) {
  add(FST_VT_GEN_STRING, 0, name);
  blocks_.add({FstKind::Type::state, 0, {names.begin(), names.end()}});
}

void FstWriter::add_event(const std::string& name) {
  add(FST_VT_VCD_EVENT, 1, name);
  blocks_.add({FstKind::Type::event, 0, {}});
}

void FstWriter::add(unsigned type, unsigned bits, const std::string& name) {
  names_ += static_cast<char>(type);
  names_ += static_cast<char>(FST_VD_IMPLICIT);
  append_text(names_, name);
  append_varint(names_, bits);
  append_varint(names_, 0);  // the variable is no alias of another one
  append_varint(widths_, bits == 0 ? any_width : bits);
  ++variables_;
}

void FstWriter::write(const WaveBlock& block) {
  if (blocks_written_ == 0) {
    begin_ = end_ = block.times.front();
    put(header());
  }
  put(blocks_.make(block, end_));
  end_ = block.times.back();
  ++blocks_written_;
}

void FstWriter::close() {
  if (blocks_written_ == 0) put(header());
  put(widths());
  put(names());
  if (error_ == 0 && std::fseek(stream_.get(), 0, SEEK_SET) != 0) note_failure();
  put(header());
  if (std::fclose(stream_.release()) != 0) note_failure();
  if (error_ != 0) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(error_)));
  }
}

/// The header, which is written again at the end with what is known only then.
std::string FstWriter::header() const {
  std::string bytes;
  append_fixed(bytes, begin_);
  append_fixed(bytes, end_);
  bytes.append(reinterpret_cast<const char*>(&byte_order), sizeof byte_order);
  append_fixed(bytes, 0);  // the memory that the writer used, which is left out
  for (const auto count : {scopes_, variables_, variables_, blocks_written_}) {
    append_fixed(bytes, count);
  }
  bytes += static_cast<char>(-12);  // picoseconds
  // There is no date, so that the same run gives the same bytes.
  bytes += padded("isobar", 128) + padded("", 119);
  bytes += static_cast<char>(FST_FT_VERILOG);
  append_fixed(bytes, 0);  // times count from 0
  return block(FST_BL_HDR, bytes);
}

std::string FstWriter::widths() const {
  std::string bytes;
  append_fixed(bytes, widths_.size());
  append_fixed(bytes, variables_);
  return block(FST_BL_GEOM, bytes + deflated(widths_));
}

std::string FstWriter::names() const {
  std::string bytes;
  append_fixed(bytes, names_.size());
  return block(FST_BL_HIER, bytes + gzipped(names_));
}

void FstWriter::put(const std::string& bytes) {
  if (error_ != 0) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) note_failure();
}

void FstWriter::note_failure() {
  if (error_ == 0) error_ = errno != 0 ? errno : EIO;
}

}  // namespace isobar
