// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/gas.h"

#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <utility>

namespace isobar {
namespace {

/// Reflects what has flown beyond a wall at 0 or at `length`, and its velocity.
void reflect(double& at, double& velocity, double length) {
  while (at < 0 || at >= length) {
    at = at < 0 ? -at : 2 * length - at;
    velocity = -velocity;
    if (at == length) at = std::nextafter(length, 0);
  }
}

}  // namespace

Gas::Gas(const Setting& setting, Random random)
    : setting_(setting), random_(random), collisions_(cells()) {
  for (auto* values : {&x_, &y_, &u_, &v_}) values->reserve(setting.particles);
  const auto high = static_cast<double>(setting.height) * setting.fill;
  for (std::size_t i = 0; i < setting.particles; ++i) {
    x_.push_back(unit() * static_cast<double>(setting.width));
    y_.push_back(unit() * high);
    // A length whose square is spread evenly up to twice the mean square.
    const auto length = setting.speed * std::sqrt(2 * unit());
    const auto way = direction();
    u_.push_back(length * way.x);
    v_.push_back(length * way.y);
  }
}

double Gas::unit() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }

Gas::Vector Gas::direction() {
  for (;;) {
    const double x = 2 * unit() - 1;
    const double y = 2 * unit() - 1;
    const double square = x * x + y * y;
    if (square == 0 || square > 1) continue;
    const double length = std::sqrt(square);
    return {x / length, y / length};
  }
}

std::size_t Gas::cell_of(std::size_t particle) const {
  return static_cast<std::size_t>(y_[particle]) * setting_.width +
         static_cast<std::size_t>(x_[particle]);
}

void Gas::fly() {
  for (std::size_t i = 0; i < particles(); ++i) {
    x_[i] += u_[i];
    y_[i] += v_[i];
    reflect(x_[i], u_[i], static_cast<double>(setting_.width));
    reflect(y_[i], v_[i], static_cast<double>(setting_.height));
  }
}

void Gas::sort_by_cell() {
  first_.assign(cells() + 1, 0);
  for (std::size_t i = 0; i < particles(); ++i) ++first_[cell_of(i) + 1];
  for (std::size_t cell = 0; cell < cells(); ++cell) first_[cell + 1] += first_[cell];
  sorted_.resize(particles());
  auto next = first_;
  for (std::size_t i = 0; i < particles(); ++i) sorted_[next[cell_of(i)]++] = i;
}

const std::vector<std::uint32_t>& Gas::collide() {
  sort_by_cell();
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    collisions_[cell] = 0;
    const auto end = first_[cell + 1];
    for (auto at = first_[cell]; at + 1 < end; at += 2) {
      // The partner is any of those that have none yet.
      const boost::random::uniform_int_distribution<std::size_t> any(at + 1, end - 1);
      std::swap(sorted_[at + 1], sorted_[any(random_)]);
      if (unit() >= setting_.collisions) continue;
      collide(sorted_[at], sorted_[at + 1]);
      ++collisions_[cell];
    }
  }
  return collisions_;
}

void Gas::collide(std::size_t one, std::size_t other) {
  const double mean_u = (u_[one] + u_[other]) / 2;
  const double mean_v = (v_[one] + v_[other]) / 2;
  const double du = u_[one] - u_[other];
  const double dv = v_[one] - v_[other];
  const double half = std::sqrt(du * du + dv * dv) / 2;
  const auto way = direction();
  u_[one] = mean_u + half * way.x;
  v_[one] = mean_v + half * way.y;
  u_[other] = mean_u - half * way.x;
  v_[other] = mean_v - half * way.y;
}

double Gas::energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < particles(); ++i) sum += u_[i] * u_[i] + v_[i] * v_[i];
  return sum;
}

}  // namespace isobar
