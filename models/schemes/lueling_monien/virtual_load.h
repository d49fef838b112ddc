// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gsl/span>
#include <optional>
#include <vector>

#include "models/schemes/contract/synchronous.h"
#include "models/types.h"
#include "models/workloads/random.h"

namespace isobar {

/// What a PE i has of one load class j, the packets that j generated (Lüling and Monien, Section
/// 4): d_ij packets, and b_ij, whether it has consumed one besides that j does not know of yet.
struct ClassShare {
  Node origin = 0;  ///< j
  Load packets = 0;
  bool borrowed = false;

  bool operator==(const ClassShare& other) const {
    return origin == other.origin && packets == other.packets && borrowed == other.borrowed;
  }
};

/// By class, those alone that are there.
using ClassShares = std::vector<ClassShare>;

/// The ledger of one PE i (Lüling and Monien, appendix). Always l_i = Σ_j d_ij, and b_ij ≤ 1. It
/// takes memory for the classes that are there.
class VirtualLoad {
 public:
  /// The initial packets are the PE's own.
  explicit VirtualLoad(Node self, Load initial = 0);

  Node self() const { return self_; }
  Load load() const { return load_; }          ///< l_i
  Load own() const { return of(self_); }       ///< d_ii
  Load old() const { return old_; }            ///< l_i,old: d_ii at the last balancing
  Load borrowed() const { return borrowed_; }  ///< Σ_j b_ij
  Load of(Node origin) const;                  ///< d_ij
  bool owes(Node origin) const;                ///< b_ij = 1
  const ClassShares& shares() const { return shares_; }

  /// A packet is generated: it stands for one that was borrowed, any, or else is the PE's own.
  void generate(SmallRandom& random);
  /// d_ii falls by `packets`, which it must have: they are consumed or given away.
  void take_own(Load packets);
  /// Gives away own packets, one by one, until that triggers a balancing or there are none left, at
  /// most `packets`. Returns how many.
  Load give_own(Load packets, double f);
  /// There is an own packet, or one to borrow where no more than `limit` may be borrowed (C).
  bool can_consume(Load limit) const;
  /// Consumes an own packet, or else borrows one: of any class with d_ij > 0 and b_ij = 0, which
  /// becomes 1. Returns whether it borrowed. Throws ModelError if there is none to consume.
  bool consume(SmallRandom& random);
  /// How many can be consumed one after the other, where no more than `limit` are borrowed yet.
  Load credit(Load limit) const;
  /// A class with b_ij = 1, any; there must be one.
  Node creditor(SmallRandom& random) const;
  /// `packets` ≤ Σ b_ij come in for as many borrowed ones, that of class `first` before others.
  void repay(Node first, Load packets, SmallRandom& random);
  /// One comes in for that of class `origin`.
  void repay(Node origin);
  /// What was borrowed of the PE's own class is gone for good: b_ii becomes 0. Whether it was 1.
  bool settle();

  /// d_ii has changed by the factor f > 1 since the last balancing, up or down.
  bool is_triggered(double f) const;
  void remember() { old_ = own(); }

  /// Takes all that it has, to be dealt out anew.
  ClassShares release();
  void assign(ClassShares shares);
  void assign(const ClassShare& share);  ///< puts back one class

 private:
  bool has_lender() const;
  void borrow(SmallRandom& random);
  void repay_one(ClassShare& share);

  Node self_;
  ClassShares shares_;
  Load load_ = 0;
  Load old_ = 0;
  Load borrowed_ = 0;
};

/// A participant of a balancing.
struct Participant {
  ClassShares shares;
  /// A class whose packets it keeps while the others share theirs (Section 4: class i is balanced
  /// among the participants but i, where i did not begin the balancing). What was borrowed of it
  /// may come home all the same.
  std::optional<Node> keeps;
};

/// Snake-like distribution: deals all classes out anew. Afterwards the participants' Σ_j d_ij,
/// Σ_j b_ij, each d_ij and each b_ij differ by at most one. Where one keeps a class, this is even
/// among the others, and the sums Σ_j d_ij are as even as that leaves them. The snake begins with
/// the class `first` of who began the balancing, the first participant, who so has its odd packet;
/// then come all other packets by class, and then what is owed.
void distribute(gsl::span<Participant> participants, Node first);

/// Distributes one class alone (Section 4, the reduction of what was borrowed of it). What is odd
/// goes to the first of the participants: the order says where packets are wanted.
void distribute_class(gsl::span<VirtualLoad* const> participants, Node origin);

/// How the class of the creditor j is balanced so that a debtor i with b_ij = 1 gets rid of it, as
/// d_jj = 0 (Section 4): `members` are j, its δ partners, and last i, which may be one of them by
/// chance (`drawn`). In the three cases of the paper i's turn comes before or after j's, or with
/// it. If j has then a packet, and i its debt still, i gets the packet for it: returns whether.
bool reduce_class(gsl::span<VirtualLoad* const> members, bool drawn);

}  // namespace isobar
