// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace isobar {

/// What Lüling and Monien (*A Dynamic Distributed Load Balancing Algorithm with Provable Good
/// Performance*, SPAA 1993) prove of their algorithm; where the print slips:
/// docs/lueling_monien_analysis.md. k is the ratio E(l1)/E(li) of the expected loads of the
/// processor that generates or consumes and of any other; t counts load balancing operations.
class LuelingMonien {
 public:
  /// Throws ValueError unless n ≥ 2 (processors), 1 ≤ δ < n (partners) and 1 < f < δ + 1, which all
  /// theorems but Lemma 1 need.
  LuelingMonien(std::int64_t n, std::int64_t delta, double f);

  std::int64_t n() const { return n_; }
  std::int64_t delta() const { return delta_; }
  double f() const { return f_; }

  /// Lemma 1: the ratio after one more operation, when the load has grown by the factor f.
  double g(double k) const { return next(k, f_); }
  /// Section 3: the ratio after one more operation, when the load has shrunk by the factor f. The
  /// paper also calls the borrow limit C; this C is the operator.
  double c(double k) const { return next(k, 1 / f_); }
  /// G^t(1) and C^t(1): the ratio after t operations from balanced loads. Throws ValueError if t <
  /// 0.
  double g_power(std::int64_t t) const;
  double c_power(std::int64_t t) const;

  /// Lemma 2's A in the formula of FIX(n, δ, f).
  double a() const { return a_of(f_); }
  /// Theorem 1: the limit and upper bound of G^t(1), FIX(n, δ, f).
  double fix() const { return fix_of(f_); }
  /// Lemma 3: the limit and lower bound of C^t(1), FIX(n, δ, 1/f).
  double fix_of_decrease() const { return fix_of(1 / f_); }
  /// Theorem 2 and Lemma 3: for n to infinity, δ/(δ+1−f) ≥ fix() and δ/(δ+1−1/f) ≤
  /// fix_of_decrease().
  double fix_limit() const { return limit_of(f_); }
  double fix_of_decrease_limit() const { return limit_of(1 / f_); }

  struct Range {
    double lower;
    double upper;
  };
  /// Theorem 3: the range in which the ratio stays when processor 1 generates and consumes, for
  /// this n and, wider, for every n.
  Range theorem_3() const { return {fix_of_decrease(), fix()}; }
  Range theorem_3_any_n() const { return {fix_of_decrease_limit(), fix_limit()}; }

  /// Theorem 4: E(li) ≤ factor · (E(lj) + C) for any two processors of the whole algorithm, after
  /// `t` operations of processor i, and after any number on any n. `borrow_limit` is C ≥ 0.
  double theorem_4(std::int64_t t, double load_of_j, double borrow_limit) const;
  double theorem_4_any_n(double load_of_j, double borrow_limit) const;

  /// Lemma 4: the number of operations that are enough for an expected total of `m` > 0 packets
  /// when each processor starts with one packet (the lemma does not name its start). Its inner
  /// denominator is δ+1.
  std::int64_t lemma_4(double m) const;

  /// The factors by which the expected load of a processor that consumes changes from one operation
  /// to the next: between D and U ≤ 1.
  double u() const { return shrink(fix_of_decrease()); }
  double d() const { return shrink(fix()); }

  /// Lemma 5: the expected number of operations to simulate a decrease of processor i's own class
  /// from x to x − c packets is at least this. This and the following functions throw ValueError
  /// unless 1 ≤ c < x. The lemmas do not say so, but they need loads of which a phase takes a
  /// packet or more, (x − c)·(1 − 1/f) ≥ 1; a whole packet is consumed in any case.
  std::int64_t lemma_5_lower(std::int64_t x, std::int64_t c) const;
  /// Lemma 5: that number is at most this. Returns nothing unless
  /// 1/(1−D) > (c+xf−x−f)/((x−1)(f−1)). (At equality, which the lemma allows, the bound is
  /// infinite.)
  std::optional<std::int64_t> lemma_5_upper(std::int64_t x, std::int64_t c) const;
  /// Lemma 6, with D_i computed from C^i(FIX(n, δ, f)): the least t whose Σ_{i=0}^{t−2} Π_{j≤i} D_j
  /// reaches (c−1)/((x−1)(f−1)). Returns nothing if no t does.
  std::optional<std::int64_t> lemma_6_upper(std::int64_t x, std::int64_t c) const;

 private:
  double next(double k, double factor) const;
  double power(std::int64_t t, double factor) const;
  double a_of(double factor) const;
  double fix_of(double factor) const;
  double limit_of(double factor) const;
  /// The factor of one decrease by f that is balanced at ratio k: (1 + δf/k) / (f(δ+1)).
  double shrink(double k) const;

  std::int64_t n_;
  std::int64_t delta_;
  double f_;
};

}  // namespace isobar
