// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "models/schemes/contract/agent.h"

namespace isobar {

/// A message-driven scheme whose agents a function makes.
class Agents final : public MessageDrivenScheme {
 public:
  using Make = std::function<std::unique_ptr<Agent>(Node)>;

  Agents(std::vector<WordKind> words, Make make, std::int64_t note_bits = 0)
      : words_(std::move(words)), make_(std::move(make)), note_bits_(note_bits) {}

  const std::vector<WordKind>& words() const override { return words_; }
  std::int64_t note_bits() const override { return note_bits_; }
  std::unique_ptr<Agent> agent(Node node) const override { return make_(node); }

 private:
  std::vector<WordKind> words_;
  Make make_;
  std::int64_t note_bits_;
};

}  // namespace isobar
