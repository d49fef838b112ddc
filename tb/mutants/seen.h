// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

namespace isobar {

/// What a signal shows, whichever link or port of the PE it belongs to and whatever the
/// co-simulation or the noise calls it: `link_1_succ.line` and `line_o` are `line`, `obs_load_o` is
/// `load`.
std::string shown_by(const std::string& signal);

/// How many mutants of a part were first seen in a signal, by part and signal.
using FirstSeen = std::map<std::pair<std::string, std::string>, std::size_t>;

/// In which signals mutants of a part may be first seen, by part.
using SeenRules = std::map<std::string, std::set<std::string>>;

/// Reads rules in the form of the files `seen.txt`: `part: signal signal …`, a part on several
/// lines if need be, each with its reason below it on indented lines; `#` begins a comment. Throws
/// ValueError, which names `file` and the line.
SeenRules parse_seen_rules(const std::string& text, const std::string& file);

/// A table of Markdown, a row a signal and a column a part.
std::string first_seen_table(const FirstSeen& seen);

}  // namespace isobar
