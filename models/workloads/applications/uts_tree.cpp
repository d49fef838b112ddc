// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/uts_tree.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr double most_children = 100;  // but for a binomial root and a balanced tree
constexpr double pi = 3.141592653589793;

/// The node's random number, 0 ≤ u < 1: the last 31 bits of its state.
double probability(const UtsNode& node) {
  std::uint32_t bits = 0;
  for (std::size_t i = 16; i < 20; ++i) bits = bits << 8 | node.state[i];
  return (bits & 0x7fffffffU) / 2147483648.0;
}

/// `children` where it is a number of children; 0 for NaN and for what is negative.
std::int64_t at_most_100(double children) {
  return children > 0 ? static_cast<std::int64_t>(std::min(children, most_children)) : 0;
}

/// What OpenSSL refuses only for want of memory, or of the algorithm.
void check(bool done) {
  if (!done) throw std::runtime_error("OpenSSL cannot compute SHA-1");
}

}  // namespace

void UtsTree::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }
void UtsTree::Free::operator()(evp_md_st* digest) const { EVP_MD_free(digest); }

UtsTree::UtsTree(const Setting& setting)
    : setting_(setting), sha1_(EVP_MD_fetch(nullptr, "SHA1", nullptr)), context_(EVP_MD_CTX_new()) {
  check(sha1_ && context_);
  const bool ends_binomial = setting.type == Type::binomial || setting.type == Type::hybrid;
  if (ends_binomial && setting.q * static_cast<double>(setting.m) >= 1) {
    throw ValueError(
        fmt::format("uts: q*m must be below 1, or the tree need not end; q={} and m={} make {}",
                    setting.q, setting.m, setting.q * static_cast<double>(setting.m)));
  }
  const bool geometric = setting.type == Type::geometric || setting.type == Type::hybrid;
  if (geometric && setting.shape == Shape::expdec && (setting.breadth <= 1 || setting.depth < 2)) {
    throw ValueError(
        fmt::format("uts: with a=1 b must be above 1 and d at least 2, or the tree need not end; "
                    "b={} and d={}",
                    setting.breadth, setting.depth));
  }
}

UtsState UtsTree::hash(gsl::span<const unsigned char> bytes, std::uint32_t number) {
  std::array<unsigned char, 24> text{};
  auto* end = std::copy(bytes.begin(), bytes.end(), text.begin());
  for (int shift = 24; shift >= 0; shift -= 8) *end++ = static_cast<unsigned char>(number >> shift);
  const auto length = static_cast<std::size_t>(end - text.begin());
  UtsState out;
  // A context that is used again: four times as fast as a call of SHA1() each.
  check(EVP_DigestInit_ex2(context_.get(), sha1_.get(), nullptr) == 1 &&
        EVP_DigestUpdate(context_.get(), text.data(), length) == 1 &&
        EVP_DigestFinal_ex(context_.get(), out.data(), nullptr) == 1);
  return out;
}

UtsNode UtsTree::root() {
  const std::array<unsigned char, 16> zeros{};
  return {hash(zeros, setting_.seed), 0};
}

UtsNode UtsTree::child(const UtsNode& parent, std::uint32_t number) {
  return {hash(parent.state, number), parent.depth + 1};
}

std::int64_t UtsTree::children(const UtsNode& node) const {
  const double u = probability(node);
  switch (setting_.type) {
    case Type::binomial:
      if (node.depth == 0) return static_cast<std::int64_t>(setting_.breadth);
      return binomial_children(u);
    case Type::geometric:
      return geometric_children(u, node.depth);
    case Type::hybrid:
      return node.depth < setting_.shift * setting_.depth ? geometric_children(u, node.depth)
                                                          : binomial_children(u);
    case Type::balanced:
      return node.depth < setting_.depth ? static_cast<std::int64_t>(setting_.breadth) : 0;
  }
  return 0;
}

std::int64_t UtsTree::binomial_children(double u) const { return u < setting_.q ? setting_.m : 0; }

std::int64_t UtsTree::geometric_children(double u, std::int32_t depth) const {
  const double p = 1 / (1 + target_breadth(depth));
  return at_most_100(std::floor(std::log(1 - u) / std::log(1 - p)));
}

double UtsTree::target_breadth(std::int32_t depth) const {
  const double b = setting_.breadth;
  const double d = setting_.depth;
  if (depth == 0) return b;
  switch (setting_.shape) {
    case Shape::linear:
      return b * (1 - depth / d);
    case Shape::expdec:
      return b * std::pow(depth, -std::log(b) / std::log(d));
    case Shape::cyclic:
      return depth > 5 * d ? 0 : std::pow(b, std::sin(2 * pi * depth / d));
    case Shape::fixed:
      return depth < d ? b : 0;
  }
  return 0;
}

}  // namespace isobar
