// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/contract/registry.h"
#include "sim/config/config.h"
#include "sim/config/resolver.h"
#include "sim/input/application_file.h"

namespace isobar {

/// The application, if one runs. Everything here throws InputError.
ApplicationMaker resolve_application(Resolver& resolver, Experiment& e, Level level,
                                     std::int64_t seed);

/// Speeds and memories, of a table or by key.
void resolve_machines(Resolver& resolver, Experiment& e, std::int64_t seed);

/// How executors work on its tasks.
/// Tasks that live on need a scheme that conducts their iterations, and such a scheme needs them.
void check_conductor(const Resolver& resolver, const Experiment& e,
                     const ApplicationMaker& application, const SchemeEntry& scheme);

void resolve_executor(Resolver& resolver, Experiment& e, const ApplicationMaker& application);

/// The agents of a message-driven scheme, how their PEs handle messages, and the network.
void resolve_agents(Resolver& resolver, Experiment& e, const SchemeChoice& choice, Level level,
                    std::int64_t seed);

/// The keys of message-driven schemes say nothing of another one, and are refused; but with `none`,
/// which stands beside such schemes, they may be given, and need only be right.
void resolve_without_agents(Resolver& resolver, Experiment& e, const SchemeEntry& scheme);

/// Of a scheme in its authors' abstract model: what it knows nothing of is refused.
void resolve_ideal(Resolver& resolver, const Experiment& e, const ApplicationMaker& application,
                   Level level);

}  // namespace isobar
