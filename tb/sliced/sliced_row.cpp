// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_row.h"

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {
namespace {

using Layout = SlicedRowLayout;

/// The RTL's port that shows a part, and where a RowLayout has it.
struct Place {
  const char* port;
  std::size_t in_row;
};

Place place_of(const RowLayout& row, Layout::Part part) {
  switch (part) {
    case Layout::dimension:
      return {"obs_dimension_o", RowLayout::dimension};
    case Layout::part:
      return {"obs_part_o", RowLayout::part};
    case Layout::load:
      return {"obs_load_o", RowLayout::load};
    case Layout::accepts:
      return {"sink_tready_o", RowLayout::accepts};
    case Layout::holds:
      return {"source_tvalid_o", RowLayout::holds};
    case Layout::errors:
      return {"error_o", RowLayout::errors};
    case Layout::valid:
      return {"valid_o", RowLayout::valid};
    case Layout::starts:
      return {"obs_transfer_start_o", RowLayout::starts};
    case Layout::ends:
      return {"obs_transfer_end_o", RowLayout::ends};
    case Layout::line:
      return {"line_o", row.lines()};
    case Layout::shift:
      return {"obs_shift_o", RowLayout::shift};
    case Layout::lands:
      return {"obs_landing_o", RowLayout::lands};
    case Layout::held:
      return {"source_tdata_o", row.held()};
    case Layout::leaving:
      return {"obs_head_o", row.leaving()};
    default:
      return {"obs_landed_o", row.landed()};
  }
}

}  // namespace

SlicedRowLayout::SlicedRowLayout(const RowLayout& row, const SlicedModule& module)
    : row_(row), words_(module.words()), offered_(module.port("sink_tvalid_i")) {
  for (std::size_t p = 0; p < parts; ++p) {
    ports_.push_back(module.port(place_of(row, static_cast<Part>(p)).port));
    bits_[p] = ports_.back().bits();
    first_[p + 1] = first_[p] + bits_[p] * words_;
  }
}

void SlicedRowLayout::read(std::uint64_t* numbers) const {
  for (std::size_t p = 0; p < held; ++p) {
    auto* to = numbers + first_[p];
    for (std::size_t bit = 0; bit < bits_[p]; ++bit) {
      for (std::size_t w = 0; w < words_; ++w) *to++ = ports_[p].word(bit, w);
    }
  }
  for (std::size_t w = 0; w < words_; ++w) numbers[first_[accepts] + w] &= offered_.word(0, w);
  for (const auto p : {held, leaving, landed}) {
    const auto* counts = numbers + first_[signal_of(p)];
    if (!any(numbers, signal_of(p))) continue;
    auto* to = numbers + first_[p];
    for (std::size_t bit = 0; bit < bits_[p]; ++bit) {
      for (std::size_t w = 0; w < words_; ++w) *to++ = ports_[p].word(bit, w) & counts[w];
    }
  }
}

bool SlicedRowLayout::any(const std::uint64_t* numbers, Part one_bit) const {
  const auto* line = numbers + first_[one_bit];
  return std::any_of(line, line + words_, [](auto word) { return word != 0; });
}

bool SlicedRowLayout::is_set(const std::uint64_t* numbers, Part p, std::size_t pe,
                             std::size_t bit) const {
  return ((numbers[at(p, bit) + pe / word_bits] >> (pe % word_bits)) & 1U) != 0;
}

void SlicedRowLayout::row(const std::uint64_t* numbers, std::size_t pe, std::uint64_t* row) const {
  std::fill_n(row, row_.size(), 0);
  for (std::size_t p = 0; p < parts; ++p) {
    auto* to = row + place_of(row_, static_cast<Part>(p)).in_row;
    if (p >= held && !is_set(numbers, signal_of(static_cast<Part>(p)), pe)) continue;
    for (std::size_t bit = 0; bit < bits_[p]; ++bit) {
      const bool on = is_set(numbers, static_cast<Part>(p), pe, bit);
      to[bit / word_bits] |= std::uint64_t{on} << (bit % word_bits);
    }
  }
}

}  // namespace isobar
