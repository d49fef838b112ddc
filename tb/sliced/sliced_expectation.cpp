// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_expectation.h"

#include <algorithm>

#include "models/errors.h"
#include "models/packed_words.h"

namespace isobar {
namespace {

using Layout = SlicedRowLayout;

void add(const std::vector<std::uint64_t>& line, std::uint64_t* to) {
  for (const auto word : line) *to++ |= word;
}

}  // namespace

SlicedExpectation::SlicedExpectation(const RtlParameters& parameters, const SlicedRowLayout& layout,
                                     const SlicedLinks& links)
    : parameters_(parameters), layout_(layout), links_(links), messages_(parameters.ports()) {
  const auto most = static_cast<std::size_t>(std::max(parameters.task_bits, parameters.load_bits));
  for (auto& m : messages_) {
    m.pes.resize(layout.words());
    m.payload.resize(most * layout.words());
  }
}

void SlicedExpectation::message(std::size_t pe, std::size_t rtl_port, const Passage& passage) {
  auto& m = messages_[rtl_port];
  const auto words = layout_.words();
  if (!m.any || m.start != passage.start) {
    if (m.any && m.end > passage.start) throw ModelError("the PEs of a fabric are not in one slot");
    m.any = true;
    m.are_tasks = passage.kind == Message::Kind::transfer;
    m.start = passage.start;
    m.valid = passage.valid;
    m.end = passage.end;
    m.bits = static_cast<std::size_t>(passage.bits);
    std::fill(m.pes.begin(), m.pes.end(), 0);
    std::fill_n(m.payload.begin(), m.bits * words, 0);
  }
  const auto word = pe / word_bits;
  m.pes[word] |= std::uint64_t{1} << (pe % word_bits);
  auto* line = m.payload.data() + word;
  for (std::size_t bit = 0; bit < m.bits; ++bit, line += words) {
    *line |= ((passage.payload[bit / word_bits] >> (bit % word_bits)) & 1U) << (pe % word_bits);
  }
}

void SlicedExpectation::write_tasks(const Messages& m, Cycle cycle, std::size_t port,
                                    std::uint64_t* numbers) const {
  const auto words = layout_.words();
  if (m.start == cycle) add(m.pes, numbers + layout_.at(Layout::starts, port));
  if (m.end == cycle + 1) add(m.pes, numbers + layout_.at(Layout::ends, port));
  if (m.start == cycle + 1) {
    add(m.pes, numbers + layout_.at(Layout::shift));
    std::copy_n(m.payload.begin(), m.bits * words, numbers + layout_.at(Layout::leaving));
  }
  if (m.end + parameters_.link(port).latency == cycle + 1) {
    links_.carry(port, m.pes.data(), numbers + layout_.at(Layout::lands));
    for (std::size_t bit = 0; bit < m.bits; ++bit) {
      links_.carry(port, m.payload.data() + bit * words, numbers + layout_.at(Layout::landed, bit));
    }
  }
}

void SlicedExpectation::write(Cycle cycle, std::uint64_t* numbers) const {
  const auto words = layout_.words();
  const auto lanes = static_cast<std::size_t>(parameters_.max_lanes());
  std::fill(numbers + layout_.at(Layout::valid), numbers + layout_.size_without_tasks(), 0);
  for (std::size_t port = 0; port < messages_.size(); ++port) {
    const auto& m = messages_[port];
    if (!m.any) continue;
    if (m.are_tasks) write_tasks(m, cycle, port, numbers);
    if (cycle < m.valid || cycle >= m.end) continue;
    const auto& link = parameters_.link(port);
    add(m.pes, numbers + layout_.at(Layout::valid, port));
    const auto first =
        static_cast<std::size_t>((cycle - m.valid) / link.cycles_per_bit * link.lanes);
    const auto beat = std::min(static_cast<std::size_t>(link.lanes), m.bits - first);
    std::copy_n(m.payload.begin() + static_cast<std::ptrdiff_t>(first * words), beat * words,
                numbers + layout_.at(Layout::line, port * lanes));
  }
}

}  // namespace isobar
