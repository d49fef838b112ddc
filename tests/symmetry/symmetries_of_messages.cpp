// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/reasons.h"
#include "tests/symmetry/symmetries.h"

namespace isobar::test {
namespace {

const std::string port_order =
    "a PE's words and tasks leave in the order of its ports, one after the other";
const std::string shares = "shares in whole tasks are rounded in the order of the ports";
const std::string predecessors = "PEs ask their predecessors alone";
const std::string in_turn = "the predecessors of the dimensions are asked in turn";
const std::string first_port =
    "of equally near light PEs the one behind the lowest port gets the task";
const std::string managers = "which PE manages a domain depends on the PEs' numbers";
const std::string streams = "each PE draws random numbers from a stream by its number";

}  // namespace

std::vector<Symmetries> symmetries_of_messages() {
  return {
      {{"sid"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {4}, port_order},
        {"invert", "ring:3", {4}, port_order},
        {"transpose", "torus:3x3", {2, 2, 1, 1, 3, 0, 3, 2, 3}, port_order},
        {"permute", "hypercube:2", {4}, port_order},
        {"mirror", "hhc:1", {3, 3, 0, 1, 2, 1}, port_order},
        {"relabel", "0-1,1-2", {3}, port_order}}},
      {{"rid"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:5", {9, 0, 5}, shares},
        {"invert", "ring:5", {9, 0, 5}, shares},
        {"transpose", "torus:3x3", {0, 9, 0, 5}, shares},
        {"permute", "hypercube:2", {0, 9, 5}, shares},
        {"mirror", "hhc:1", {0, 9, 5}, shares},
        {"relabel",
         "0-1,1-2",
         {0, 9},
         "of two requests that come at once that of the lowest port is heard first"}}},
      {{"nna-async", "diffusion-async"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {2}, port_order},
        {"invert", "ring:3", {2}, port_order},
        {"transpose", "torus:3x3", {2}, port_order},
        {"permute", "hypercube:2", {2}, port_order},
        {"mirror", "hhc:1", {2}, port_order},
        {"relabel", "0-1,1-2", {2}, port_order}}},
      {{"gm"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {3}, first_port},
        {"invert", "ring:3", {3}, first_port},
        {"transpose", "torus:3x3", {3}, first_port},
        {"permute", "hypercube:2", {3}, first_port},
        {"mirror", "hhc:1", {3}, first_port},
        {"relabel", "0-1,1-2", {0, 3}, first_port}}},
      {{"alpha-splitting"},
       {"translate", "flip", "flip cells", "turn", "faster clock", "longer times"},
       {{"reflect", "ring:3", {2}, predecessors},
        {"invert", "ring:3", {2}, predecessors},
        {"mirror", "hhc:1", {2}, predecessors},
        {"transpose", "torus:3x3", {2}, in_turn},
        {"permute", "hypercube:2", {2}, in_turn}}},
      {{"dem-request"},
       {"faster clock", "longer times"},
       {{"translate", "ring:3", {1}, folds},
        {"reflect", "ring:3", {0, 1}, folds},
        {"invert", "ring:3", {0, 1}, folds},
        {"turn", "hhc:1", {1}, folds},
        {"mirror", "hhc:1", {0, 1}, folds},
        {"flip", "hypercube:1", {1}, upper},
        {"flip cells", "hhc:1", {1}, upper},
        {"transpose", "torus:3x3", {1}, dimensions},
        {"permute", "hypercube:2", {1}, dimensions}}},
      {{"hbm"},
       {"faster clock", "longer times"},
       {{"translate", "ring:3", {4}, managers},
        {"reflect", "ring:3", {4}, managers},
        {"invert", "ring:3", {4}, managers},
        {"transpose", "torus:3x3", {4}, managers},
        {"flip", "hypercube:2", {4}, managers},
        {"permute", "hypercube:2", {4}, managers},
        {"flip cells", "hhc:1", {4}, managers},
        {"turn", "hhc:1", {4}, managers},
        {"mirror", "hhc:1", {4}, managers},
        {"relabel", "0-1,1-2", {4}, managers}}},
      {{"steal", "eager-sender", "eager-receiver"},
       {"faster clock", "longer times"},
       {{"translate", "ring:8", {9}, streams},
        {"reflect", "ring:8", {0, 9}, streams},
        {"invert", "ring:8", {0, 9}, streams},
        {"transpose", "torus:3x3", {0, 9}, streams},
        {"flip", "hypercube:3", {9}, streams},
        {"permute", "hypercube:3", {0, 9}, streams},
        {"flip cells", "hhc:1", {9}, streams},
        {"turn", "hhc:1", {9}, streams},
        {"mirror", "hhc:1", {0, 9}, streams},
        {"relabel", "0-1,1-2,2-3,3-4", {9}, streams}}},
      {{"lueling-monien"}, {}, {}, "an application: what a PE has at the start moves nothing"},
      {{"hetero-hbm", "hetero-gde", "hetero-diffusion"},
       {},
       {},
       "an application with persistent tasks"},
  };
}

}  // namespace isobar::test
