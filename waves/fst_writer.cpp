// SPDX-License-Identifier: Apache-2.0
#include "waves/fst_writer.h"

#include <fmt/format.h>
#include <gtkwave/fstapi.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "models/errors.h"

namespace isobar {
namespace {

/// A block of a file that still lies in a processor's cache when it is packed: GTKWave's own 128
/// MiB take one and a half times as long. Much smaller ones make the file larger.
constexpr std::size_t block_changes = std::size_t{1} << 20;

/// GTKWave's writer does not tell when the disk is full. But the file is a chain of blocks, each
/// a type and a length in 8 bytes that counts all but the type; and what is cut off is missing at
/// the end of the chain.
bool is_whole(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in.tellg();
  bool names = false;
  bool widths = false;
  std::streamoff at = 0;
  while (in && at < size) {
    std::array<char, 9> head{};
    in.seekg(at);
    in.read(head.data(), head.size());
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < head.size(); ++i) {
      length = length << 8 | static_cast<unsigned char>(head[i]);
    }
    const int type = static_cast<unsigned char>(head[0]);
    if (length < 8 || length > static_cast<std::uint64_t>(size - at - 1)) return false;
    names = names || type == FST_BL_HIER || type == FST_BL_HIER_LZ4 || type == FST_BL_HIER_LZ4DUO;
    widths = widths || type == FST_BL_GEOM;
    at += 1 + static_cast<std::streamoff>(length);
  }
  return in && names && widths;
}

}  // namespace

FstWriter::FstWriter(const std::string& file)
    : file_(file), context_(fstWriterCreate(file.c_str(), 1)) {
  if (context_ == nullptr) {
    throw ValueError(fmt::format("cannot write '{}': {}", file_, std::strerror(errno)));
  }
  fstWriterSetPackType(context_, FST_WR_PT_LZ4);  // twice as fast as ZLIB on the whole
  fstWriterSetTimescale(context_, -12);
  // The same run is to give the same bytes.
  fstWriterSetDate(context_, "");
  fstWriterSetVersion(context_, "isobar");
}

FstWriter::~FstWriter() {
  if (context_ != nullptr) end();
}

void FstWriter::end() {
  // LZ4 would map the list of names into memory, and on a full disk that ends the program.
  fstWriterSetPackType(context_, FST_WR_PT_ZLIB);
  fstWriterClose(context_);
  context_ = nullptr;
}

void FstWriter::open_scope(const std::string& name, const std::string& comment) {
  fstWriterSetScope(context_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
  if (!comment.empty()) fstWriterSetComment(context_, comment.c_str());
}

void FstWriter::close_scope() { fstWriterSetUpscope(context_); }

WaveVariable FstWriter::add_vector(const std::string& name, unsigned bits) {
  const auto full = bits > 1 ? fmt::format("{} [{}:0]", name, bits - 1) : name;
  return fstWriterCreateVar(context_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, full.c_str(), 0);
}

WaveVariable FstWriter::add_text(const std::string& name) {
  return fstWriterCreateVar(context_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name.c_str(), 0);
}

WaveVariable FstWriter::add_event(const std::string& name) {
  return fstWriterCreateVar(context_, FST_VT_VCD_EVENT, FST_VD_IMPLICIT, 1, name.c_str(), 0);
}

void FstWriter::at(std::uint64_t picoseconds) {
  if (changes_ >= block_changes) {
    fstWriterFlushContext(context_);
    changes_ = 0;
  }
  fstWriterEmitTimeChange(context_, picoseconds);
}

void FstWriter::change_bits(WaveVariable variable, std::string_view bits) {
  ++changes_;
  fstWriterEmitValueChange(context_, variable, bits.data());
}

void FstWriter::change_text(WaveVariable variable, std::string_view text) {
  ++changes_;
  fstWriterEmitVariableLengthValueChange(context_, variable, text.data(),
                                         static_cast<std::uint32_t>(text.size()));
}

void FstWriter::close() {
  const bool sought = fstWriterGetFseekFailed(context_) == 0;
  end();
  if (!sought || !is_whole(file_)) {
    throw ValueError(fmt::format("cannot write '{}': it is not whole; is the disk full?", file_));
  }
}

}  // namespace isobar
