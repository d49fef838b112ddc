// SPDX-License-Identifier: Apache-2.0
// The verdict on each paper's headline, and what it rests on.
#include <algorithm>
#include <array>

#include "sim/reproduce/papers.h"

namespace isobar {
namespace {

struct Headline {
  const char* authors;  ///< how the paper of its entries begins
  const char* sentence;
};

constexpr std::array headlines = {
    Headline{"D. Henrich",
             "\"The Liquid model clearly outperforms an earlier load balancing approach, the "
             "nearest-neighbor-averaging\" is so on rings, where averaging takes 3.65 times as "
             "long to balance and 22.7 times to share (henrich-fig5a, henrich-fig5b), and not in "
             "tree search, where C3, C4 and C5 are all quicker than it in each of 15 searches of "
             "binomial trees and in 1 of 45 of geometric ones (henrich-section5); and \"shared in "
             "O(D · K)\" is so on rings only, for the steps grow as K^D (henrich-sharing)."},
    Headline{
        "M. Willebeek-LeMair",
        "\"RID outperforms SID over the entire range of task granularities\" is so only if SID "
        "is told loads on drops alone and gives every share as a whole task at least; read "
        "as Section III has it, SID is as good as RID (wlr-readings, wlr-table4). That DEM, "
        "RID and HBM do better than GM, and DEM best, is so (wlr-table4)."},
    Headline{"E. Al-Nsour",
             "\"Algorithm B has the best metrics over the other two algorithms\" is so of the "
             "time, of which A and C take half as much again, and of all messages, once each "
             "counts at both its ends; but in load units B is as good as C, in messages at a node "
             "as A (hhc-table10), and by the paper's own Table 9 C needs the fewest messages "
             "(hhc-table9)."},
    Headline{"R. Lüling",
             "The expected loads of any two processors keep the bound of Theorem 4 "
             "(lm-theorem4); but that their variation \"can be bounded independent of the network "
             "size and number of balancing steps\" is so for the network's size only: with a fixed "
             "number of processors it grows with every operation (lm-fig6)."},
    Headline{"J. Watts",
             "\"Substantial improvements in performance are possible when one takes into account "
             "the individual resource capacities\" is so; how much depends on constants that the "
             "paper does not give, two of a step, the error of static capacities and the smallest "
             "partition, which were chosen to meet its times (watts-fitted, watts-homogeneous)."},
};

}  // namespace

std::string paper_headline(const std::string& paper) {
  const auto* found = std::find_if(headlines.begin(), headlines.end(), [&](const Headline& one) {
    return paper.rfind(one.authors, 0) == 0;
  });
  return found == headlines.end() ? "" : found->sentence;
}

}  // namespace isobar
