// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/mutants/equal.h"
#include "tb/mutants/subjects.h"

namespace isobar {

/// What is known of the PE of a subject: with a router, that numbers of PEs are those of PEs, and
/// that a message which comes by a port is on its way between two PEs whose way leads there.
KnownOfPe known_of_pe(const MutantSubject& subject);

}  // namespace isobar
