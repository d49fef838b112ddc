// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/reasons.h"
#include "tests/symmetry/symmetries.h"

namespace isobar::test {
namespace {

const std::string successors = "tasks go to successors alone";
const std::string decision = "a decision takes one cycle, however long the others are";
const std::string one_cycle = "some decisions take one cycle, however long the others are";
const std::string rounding =
    "a share is rounded up towards a successor, down towards a predecessor";
const std::string lowest_ports = "what is left of the excess goes to the lowest ports first";
const std::string not_enough =
    "a PE that does not hold all that is due gives to its lowest ports first";
const std::string colours = "pairs begin at coordinate 0 of each ring";
const std::string measure =
    "T alone differs: it adds the most towards successors and towards predecessors, of all "
    "dimensions";
const std::string coordinator = "a triangle's coordinator does what left and right node do not";
const std::string cut =
    "sums go over the links in the middle of the fabric's halves, to one PE of each";

}  // namespace

std::vector<Symmetries> symmetries_in_lockstep() {
  return {
      {{"lm-c0", "lm-c1", "lm-c2", "lm-c3", "lm-c4", "lm-c5"},
       {"translate", "flip", "flip cells", "turn", "faster clock"},
       {{"reflect", "ring:3", {2}, successors},
        {"invert", "ring:3", {2}, successors},
        {"mirror", "hhc:1", {2}, successors},
        {"transpose", "torus:3x3", {2}, dimensions},
        {"permute", "hypercube:2", {2}, dimensions},
        {"longer times", "ring:3", {2}, decision}}},
      {{"nna"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {1}, rounding},
        {"invert", "ring:3", {1}, rounding},
        {"mirror", "hhc:1", {1}, rounding},
        {"transpose", "torus:3x3", {1}, lowest_ports},
        {"permute", "hypercube:2", {1}, lowest_ports},
        {"relabel", "0-1,1-2", {1}, lowest_ports}}},
      {{"nna-portions"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {1}, rounding},
        {"invert", "ring:3", {1}, rounding},
        {"mirror", "hhc:1", {1}, rounding},
        {"transpose", "torus:3x3", {1}, not_enough},
        {"permute", "hypercube:2", {1}, not_enough}}},
      {{"diffusion", "diffusion2"},
       {"translate", "transpose", "flip", "permute", "flip cells", "turn", "faster clock",
        "longer times"},
       {{"reflect", "torus:3x3", {0, 0, 2, 3, 1, 2, 1, 5, 0}, measure},
        {"mirror", "hhc:1", {2, 1, 4, 1, 4}, measure},
        {"relabel", "0-1,0-2,0-3", {20}, not_enough},
        {"invert", "torus:8x3", {1000}, not_enough}}},
      {{"de"},
       {"flip", "flip cells", "faster clock"},
       {{"translate", "ring:3", {2}, colours},
        {"reflect", "ring:3", {2}, colours},
        {"invert", "ring:3", {2}, colours},
        {"turn", "hhc:1", {2}, colours},
        {"mirror", "hhc:1", {2}, colours},
        {"transpose", "torus:3x3", {2}, dimensions},
        {"permute", "hypercube:2", {2}, dimensions},
        {"longer times", "ring:3", {2}, decision}}},
      {{"gde"},
       {"flip", "flip cells", "faster clock", "longer times"},
       {{"translate", "ring:3", {2}, colours},
        {"reflect", "ring:3", {2}, colours},
        {"invert", "ring:3", {2}, colours},
        {"turn", "hhc:1", {2}, colours},
        {"mirror", "hhc:1", {2}, colours},
        {"transpose", "torus:3x3", {2}, dimensions},
        {"permute", "hypercube:2", {2}, dimensions}}},
      {{"dem"},
       {"faster clock"},
       {{"translate", "ring:3", {1}, folds},
        {"reflect", "ring:3", {1}, folds},
        {"invert", "ring:3", {1}, folds},
        {"turn", "hhc:1", {1}, folds},
        {"mirror", "hhc:1", {1}, folds},
        {"flip", "hypercube:1", {1}, upper},
        {"flip cells", "hhc:1", {1}, upper},
        {"transpose", "torus:3x3", {2}, dimensions},
        {"permute", "hypercube:2", {2}, dimensions},
        {"longer times", "hypercube:1", {1}, decision}}},
      {{"multilevel"},
       {"faster clock"},
       {{"translate", "ring:3", {1}, cut},
        {"reflect", "ring:3", {1}, cut},
        {"invert", "ring:3", {1}, cut},
        {"transpose", "torus:3x3", {1}, cut},
        {"turn", "hhc:1", {1}, cut},
        {"mirror", "hhc:1", {1}, cut},
        {"flip cells", "hhc:1", {1}, cut},
        {"relabel", "0-1,1-2", {1}, cut},
        {"flip", "hypercube:2", {1, 1}, "shares are rounded in the order of the PEs' numbers"},
        {"permute", "hypercube:2", {1}, "the last dimension is cut first"},
        {"longer times", "ring:3", {1}, one_cycle}}},
      {{"hhc-a"},
       {"flip cells", "faster clock"},
       {{"turn", "hhc:1", {1}, coordinator},
        {"mirror", "hhc:1", {1}, "of an odd task's takers the left node is first"},
        {"longer times", "hhc:1", {1}, one_cycle}}},
      {{"hhc-b"},
       {"flip cells", "faster clock"},
       {{"turn", "hhc:1", {1}, coordinator},
        {"mirror", "hhc:1", {2}, "of an odd task's takers the left node is first"},
        {"longer times", "hhc:1", {1}, one_cycle}}},
      {{"hhc-c"},
       {"flip cells", "faster clock"},
       {{"turn", "hhc:1", {2}, "nodes are visited in the order coordinator, left, right"},
        {"mirror", "hhc:1", {2}, "nodes are visited in the order coordinator, left, right"},
        {"longer times", "hhc:1", {1}, one_cycle}}},
      {{"none"},
       {"translate", "reflect", "invert", "transpose", "flip", "permute", "flip cells", "turn",
        "mirror", "relabel", "faster clock", "longer times"},
       {}},
  };
}

}  // namespace isobar::test
