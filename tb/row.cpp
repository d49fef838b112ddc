// SPDX-License-Identifier: Apache-2.0
#include "tb/row.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {

std::uint64_t RowLayout::Signal::of(const std::uint64_t* row) const {
  auto value = row[word] >> bit;
  if (bit + bits > word_bits) value |= row[word + 1] << (word_bits - bit);
  return bits < word_bits ? value & ((std::uint64_t{1} << bits) - 1) : value;
}

std::string RowLayout::Signal::text(std::uint64_t value) const {
  if (value < states.size()) return states[value];
  return bits > 32 ? fmt::format("0x{:x}", value) : fmt::format("{}", value);
}

RowLayout::RowLayout(const RtlParameters& parameters, const Fabric& fabric)
    : task_bits_(static_cast<std::size_t>(parameters.task_bits)),
      load_bits_(static_cast<unsigned>(parameters.load_bits)),
      task_numbers_(words_for(task_bits_)),
      places_(parameters.ports_at_once()),
      links_(parameters.ports()) {
  const auto lanes = static_cast<std::size_t>(parameters.max_lanes());
  size_ = lines() + words_for(parameters.ports() * lanes);
  for (const auto& port : fabric.ports()) {
    links_[parameters.port(port)] = fmt::format(
        "link_{}_{}", port.dimension, port.direction == Direction::successor ? "succ" : "pred");
  }
  for (std::size_t port = 0; port < links_.size(); ++port) {  // the predecessor's at radix 2
    if (links_[port].empty()) links_[port] = fmt::format("no_link_{}", port);
  }
  std::vector<std::string> dimensions;
  if (parameters.design == RtlDesign::averaging) {
    dimensions.emplace_back("all_dimensions");
  } else {
    if (parameters.design == RtlDesign::hhc) dimensions.emplace_back("reports");
    for (const auto& ring : parameters.rings) {
      dimensions.push_back(fmt::format("dimension_{}", ring.dimension));
    }
  }
  dimensions.emplace_back("none");  // for numbers that only a faulty RTL shows
  const auto number = [&](const std::string& name, std::size_t word, unsigned bits) {
    signals_.push_back({name, word, 0, bits});
  };
  /// Adds `bits` bits from bit `bit` of the number at `word` on, in parts of at most 64 bits.
  const auto vector = [&](const std::string& name, std::size_t word, std::size_t bit,
                          std::size_t bits) {
    for (std::size_t done = 0; done < bits; done += word_bits) {
      const auto at = bit + done;
      signals_.push_back({bits > word_bits ? fmt::format("{}_{}", name, done) : name,
                          word + at / word_bits, static_cast<unsigned>(at % word_bits),
                          static_cast<unsigned>(std::min<std::size_t>(word_bits, bits - done))});
    }
  };
  signals_.push_back({"phase", dimension, 0, 8, dimensions});
  signals_.push_back({"phase_part", part, 0, 2, {"words", "decision", "transfer", "landing"}});
  number("load", load, static_cast<unsigned>(parameters.load_bits));
  const bool one = parameters.design == RtlDesign::liquid;
  for (std::size_t place = 0; place < places_; ++place) {
    const auto at = places_ == 1 ? std::string() : links_[place] + ".";
    number(at + (one ? "shift" : "gives"), gives(place),
           one ? 1 : static_cast<unsigned>(parameters.load_bits));
    vector(at + "leaving", leaving(place), 0, task_bits_);
    signals_.push_back({at + "lands", lands, static_cast<unsigned>(place), 1});
    vector(at + "landed", landed(place), 0, task_bits_);
  }
  number("accepts", accepts, 1);
  number("holds", holds, 1);
  vector("held", held(), 0, task_bits_);
  number("errors", errors, 3);
  for (std::size_t port = 0; port < links_.size(); ++port) {
    const auto bit = static_cast<unsigned>(port);
    signals_.push_back({links_[port] + ".transfer_starts", starts, bit, 1});
    signals_.push_back({links_[port] + ".transfer_ends", ends, bit, 1});
    signals_.push_back({links_[port] + ".valid", valid, bit, 1});
    vector(links_[port] + ".line", lines(), port * lanes, lanes);
  }
}

}  // namespace isobar
