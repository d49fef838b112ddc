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

/// A random stream of its own for every use and setting.
Random random_of(const ProducerSetting& setting, std::uint64_t seed, std::string_view use);

/// Draws δ different processors of 1 … n − 1; n ≤ 2^31.
class ProducerPartners {
 public:
  explicit ProducerPartners(const ProducerSetting& setting);

  /// The first δ elements are the processors drawn. The reference is valid until the next draw.
  const std::vector<std::uint32_t>& draw(Random& random);

 private:
  std::size_t delta_;
  std::vector<std::uint32_t> processors_;
};

/// The one-processor-generator-model of Lüling and Monien's theorems: loads are real numbers, and
/// every processor starts with 1. Processor 0 here is processor 1 of the paper.
class RealProducer {
 public:
  /// Throws ValueError if `require` refuses the setting. `random` must outlive this object.
  RealProducer(const ProducerSetting& setting, Random& random);

  void restart();
  /// Processor 0 multiplies its load by f and balances with δ others.
  void operate();
  double first() const { return loads_[0]; }
  /// The mean load of all other processors, each of which has the same expected load.
  double other() const;
  const std::vector<double>& loads() const { return loads_; }

 private:
  ProducerSetting setting_;
  Random& random_;
  ProducerPartners partners_;
  std::vector<double> loads_;
  double others_ = 0;
};

/// Figure 1: the same model with packets. Processor 0 generates one after the other until it holds
/// f times as many as after the last operation, and at least one more. Shares then differ by one
/// packet at most; which processors get one more is drawn.
class PacketProducer {
 public:
  /// Every processor starts with `start` packets; throws ValueError if that is below 0.
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
