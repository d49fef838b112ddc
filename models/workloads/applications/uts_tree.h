// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <gsl/span>
#include <memory>

struct evp_md_ctx_st;
struct evp_md_st;

namespace isobar {

using UtsState = std::array<unsigned char, 20>;

/// A node of an unbalanced tree: its whole subtree follows from it.
struct UtsNode {
  UtsState state;
  std::int32_t depth;
};

/// The rules of unbalanced tree search (Olivier et al., LCPC 2006): every node's state is a SHA-1
/// of its parent's and its own number, and how many children it has follows from its state.
class UtsTree {
 public:
  enum class Type : std::uint8_t { binomial, geometric, hybrid, balanced };
  enum class Shape : std::uint8_t { linear, expdec, cyclic, fixed };

  struct Setting {
    Type type = Type::geometric;
    Shape shape = Shape::linear;  ///< how the breadth of a geometric tree goes with depth
    std::int32_t depth = 6;       ///< d
    double breadth = 4;           ///< b
    std::uint32_t seed = 0;       ///< r, below 2^31
    double q = 15.0 / 64;         ///< a binomial node has m children with this probability
    std::int64_t m = 4;
    double shift = 0.5;  ///< f: a hybrid tree is geometric above depth f·d
  };

  /// Throws ValueError for a tree without an end.
  explicit UtsTree(const Setting& setting);

  UtsNode root();
  /// Child `number`, counted from 0.
  UtsNode child(const UtsNode& parent, std::uint32_t number);
  std::int64_t children(const UtsNode& node) const;

 private:
  std::int64_t binomial_children(double u) const;
  std::int64_t geometric_children(double u, std::int32_t depth) const;
  double target_breadth(std::int32_t depth) const;
  /// SHA-1 of `bytes`, then of `number`, its most significant byte first.
  UtsState hash(gsl::span<const unsigned char> bytes, std::uint32_t number);

  struct Free {
    void operator()(evp_md_ctx_st* context) const;
    void operator()(evp_md_st* digest) const;
  };

  Setting setting_;
  std::unique_ptr<evp_md_st, Free> sha1_;
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace isobar
