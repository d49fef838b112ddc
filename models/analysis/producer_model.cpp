// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/producer_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

const ProducerSetting& required(const ProducerSetting& setting) {
  require(setting);
  return setting;
}

}  // namespace

Random random_of(const ProducerSetting& setting, std::uint64_t seed, std::string_view use) {
  const auto& [n, delta, f] = setting;
  return random_stream(seed, fmt::format("{}:n={},delta={},f={}", use, n, delta, f));
}

ProducerPartners::ProducerPartners(const ProducerSetting& setting)
    : delta_(static_cast<std::size_t>(required(setting).delta)),
      processors_(static_cast<std::size_t>(setting.n - 1)) {
  std::iota(processors_.begin(), processors_.end(), 1U);
}

const std::vector<std::uint32_t>& ProducerPartners::draw(Random& random) {
  // The first δ exchanges of a shuffle; the order that the last draw left is as good as any.
  for (std::size_t k = 0; k < delta_; ++k) {
    boost::random::uniform_int_distribution<std::size_t> among(k, processors_.size() - 1);
    std::swap(processors_[k], processors_[among(random)]);
  }
  return processors_;
}

RealProducer::RealProducer(const ProducerSetting& setting, Random& random)
    : setting_(setting), random_(random), partners_(setting) {
  restart();
}

void RealProducer::restart() {
  loads_.assign(static_cast<std::size_t>(setting_.n), 1.0);
  others_ = static_cast<double>(setting_.n - 1);
}

void RealProducer::operate() {
  const auto& partners = partners_.draw(random_);
  double drawn = 0;
  for (std::int64_t k = 0; k < setting_.delta; ++k) drawn += loads_[partners[k]];
  const double share = (setting_.f * loads_[0] + drawn) / static_cast<double>(setting_.delta + 1);
  for (std::int64_t k = 0; k < setting_.delta; ++k) loads_[partners[k]] = share;
  loads_[0] = share;
  others_ += share * static_cast<double>(setting_.delta) - drawn;
}

double RealProducer::other() const { return others_ / static_cast<double>(setting_.n - 1); }

PacketProducer::PacketProducer(const ProducerSetting& setting, Load start, Random& random)
    : setting_(setting), start_(start), random_(random), partners_(setting) {
  if (start < 0) throw ValueError(fmt::format("packets are 0 or more, not {}", start));
  restart();
}

void PacketProducer::restart() {
  loads_.assign(static_cast<std::size_t>(setting_.n), start_);
  others_ = start_ * (setting_.n - 1);
}

void PacketProducer::operate() {
  const auto& partners = partners_.draw(random_);
  // The double nearest to 1.1 is a little above 1.1: without the subtraction, 111 packets and not
  // 110 would be the least number that reaches 1.1·100.
  const double wanted = std::ceil(setting_.f * static_cast<double>(loads_[0]) * (1 - 1e-12));
  if (wanted > 0x1p53) throw ValueError("a processor holds 2^53 packets at most");
  Load drawn = 0;
  for (std::int64_t k = 0; k < setting_.delta; ++k) drawn += loads_[partners[k]];
  const Load sum = std::max(static_cast<Load>(wanted), loads_[0] + 1) + drawn;
  const Load share = sum / (setting_.delta + 1);
  Load more = sum % (setting_.delta + 1);
  // The partners are already in random order, so only the place of processor 0 is drawn.
  boost::random::uniform_int_distribution<Load> place(0, setting_.delta);
  loads_[0] = share;
  if (place(random_) < more) {
    ++loads_[0];
    --more;
  }
  for (std::int64_t k = 0; k < setting_.delta; ++k)
    loads_[partners[k]] = share + (k < more ? 1 : 0);
  others_ += sum - loads_[0] - drawn;
}

double PacketProducer::other() const {
  return static_cast<double>(others_) / static_cast<double>(setting_.n - 1);
}

}  // namespace isobar
