// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace isobar {

/// The one kind of generator. Its sequence is fixed by the C++ standard on every machine.
using Random = std::mt19937_64;

/// A stream of its own for each use ("load", "traffic", …), so that drawing more in one place
/// changes nothing in another. Same seed and name, same stream.
Random random_stream(std::uint64_t seed, std::string_view name);

/// The same numbers as random_stream makes, for streams of which there are many, and most give few
/// numbers, as those of PEs: the first ones are kept, and the generator, which is 2.5 KB, once more
/// are drawn.
class SmallRandom {
 public:
  /// What it draws.
  using result_type = Random::result_type;

  /// The stream of this seed and name.
  SmallRandom(std::uint64_t seed, std::string name) : seed_(seed), name_(std::move(name)) {}

  /// The lowest number that it draws.
  static constexpr result_type min() { return Random::min(); }
  /// The highest.
  static constexpr result_type max() { return Random::max(); }
  /// The next number.
  result_type operator()();

 private:
  std::uint64_t seed_;
  std::string name_;
  std::array<result_type, 16> first_{};  ///< made with the first number that is drawn
  std::size_t drawn_ = 0;                ///< of these
  std::unique_ptr<Random> all_;          ///< once more are drawn
};

}  // namespace isobar
