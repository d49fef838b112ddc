// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/analysis/producer_setting.h"
#include "models/workloads/initial_load.h"
#include "models/workloads/random.h"

namespace isobar {

/// A stream of its own for every use and setting.
Random random_of(const ProducerSetting& setting, std::uint64_t seed, std::string_view use);

/// δ different processors of 1 … n − 1, at random; n ≤ 2^31.
class ProducerPartners {
 public:
  explicit ProducerPartners(const ProducerSetting& setting);

  /// Valid until the next draw: the first δ are they.
  const std::vector<std::uint32_t>& draw(Random& random);

 private:
  std::size_t delta_;
  std::vector<std::uint32_t> processors_;
};

/// The one-processor-generator-model of Lüling and Monien's theorems, with loads that divide
/// without end, from 1 on every processor. Processor 0 here is their processor 1.
class RealProducer {
 public:
  /// A setting that `require` refuses is a ValueError. The generator is used, not kept.
  RealProducer(const ProducerSetting& setting, Random& random);

  void restart();
  /// Processor 0 multiplies its load by f and balances with δ others.
  void operate();
  double first() const { return loads_[0]; }
  /// The mean of all others: each has the same expected load.
  double other() const;
  const std::vector<double>& loads() const { return loads_; }

 private:
  ProducerSetting setting_;
  Random& random_;
  ProducerPartners partners_;
  std::vector<double> loads_;
  double others_ = 0;
};

/// Figure 1: packets, one generated after the other until there are f times as many as after the
/// last operation (and one more at least: f·0 = 0). Shares differ by one packet at most; who gets
/// one more is drawn.
class PacketProducer {
 public:
  /// From `start` ≥ 0 packets on every processor, else ValueError.
  PacketProducer(const ProducerSetting& setting, Load start, Random& random);

  void restart();
  /// Throws ValueError beyond 2^53 packets on a processor.
  void operate();
  double first() const { return static_cast<double>(loads_[0]); }
  double other() const;
  const std::vector<Load>& loads() const { return loads_; }

 private:
  ProducerSetting setting_;
  Load start_;
  Random& random_;
  ProducerPartners partners_;
  std::vector<Load> loads_;
  Load others_ = 0;
};

}  // namespace isobar
