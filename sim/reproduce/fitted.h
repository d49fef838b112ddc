// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "sim/reproduce/reproduction.h"

namespace isobar {

/// A constant that no paper gives, and that was chosen so that a published figure is met.
struct FittedConstant {
  std::string name;   ///< as the configuration or the documents have it: `poll_cost`
  std::string value;  ///< with its unit: `40 us`
  std::string why;    ///< the figure that it was chosen to meet, or what else speaks for it
};

/// A result with the constant at half of its value, at it, and at double.
struct AtHalfAndDouble {
  double half = 0;   ///< at half
  double at = 0;     ///< at the value
  double twice = 0;  ///< at double
};

/// What rests on constants that were fitted, and how much: an entry with a row a constant and
/// result, for which every paper's reproductions use the same columns. A figure that a constant was
/// chosen to meet says nothing for the model; a result that stays where it is at half and at double
/// of the constant does. The references that it returns hold until the next call.
class FittedEntry {
 public:
  /// An entry without constants.
  FittedEntry();

  /// The results that follow are those of this constant.
  void constant(const FittedConstant& constant);
  /// The figure that the constant was chosen to meet. Not comparable as such; that neither half nor
  /// double lies nearer to it is a comparison of its own, which the caller may explain. It is about
  /// how much nearer the better of the two lies than the value does: at most 0 if none does.
  Comparison& chosen_for(const std::string& what, double published, const AtHalfAndDouble& results,
                         int digits);
  /// A result that the constant was not chosen for. Agrees if all three lie within `tolerance` of
  /// the published number; its number is the largest distance. The caller may explain it.
  Comparison& result(const std::string& what, double published, const AtHalfAndDouble& results,
                     double tolerance, int digits);
  /// A statement that the paper makes, by how it holds at the three: its number is that of the
  /// three at which it does.
  Comparison& statement(const std::string& what, bool half, bool at, bool twice);

  /// The table and the comparisons, once.
  Reproduction take() { return std::move(reproduction_); }

 private:
  void row(const std::string& what, const std::string& published, const Cell& half, const Cell& at,
           const Cell& twice);

  FittedConstant constant_;
  Reproduction reproduction_;
};

}  // namespace isobar
