// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// The links of a fabric in colours, so that no PE has two of one colour (Xu and Lau; Watts et
/// al., Load transfer calculation). Dimensions follow each other. In each, the first colour pairs
/// the coordinates 0 and 1, 2 and 3, …, the second 1 and 2, 3 and 4, …; a ring of even K closes in
/// the second, a ring of odd K needs a third for the pair of K − 1 and 0. Radix 2 has one colour.
class EdgeColouring {
 public:
  struct Colour {
    unsigned dimension;
    unsigned successor;  ///< ports
    unsigned predecessor;
    unsigned number;  ///< within its dimension, from 0
  };

  explicit EdgeColouring(const Fabric& fabric);

  const std::vector<Colour>& colours() const { return colours_; }
  /// The port of the PE's link of this colour; none if it has no such link.
  std::optional<unsigned> port(std::size_t colour, Node node) const;

 private:
  Fabric fabric_;
  std::vector<Colour> colours_;
};

}  // namespace isobar
