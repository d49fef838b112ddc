// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What Al-Nsour, Asmaran and Fasha (*New Load Balancing Algorithms for the HHC Interconnection
/// Network*, 2014) compute for their algorithms A, B and C on an HHC of dh dimensions, and the same
/// quantities counted by one rule for all three. Every function throws ValueError unless dh is from
/// 1 to 29, the sizes that a fabric can have.
enum class HhcAlgorithm : std::uint8_t { a, b, c };

/// Tables 1, 4 and 7: the most load units that a link carries, added over stages that follow each
/// other. Tables 4 and 7 name the cells' dimensions dh+1, dh+2, dh+2 where 1 to dh−1 are meant, and
/// Table 7 prints (2−2)·(1/2)^(dh−1) for 2−2·(1/2)^(dh−1); the sums are right.
struct HhcExecutionTime {
  /// Phase 1, part 1, by step. A has steps 1, 2.a and 2.b, B has steps 1 and 2; C sends to the one
  /// node of a triangle and then to the other.
  std::vector<Rational> in_triangles;
  Rational across_triangles;  ///< phase 1, part 2
  Rational between_cells;     ///< phase 2

  Rational phase_1() const;
  Rational total() const { return phase_1() + between_cells; }
};

/// The execution time when all M tasks lie on one PE of one cell: on the left node for A, on a
/// coordinator for B and C. (The tables' "maximum load at any node" could also mean M tasks in
/// every cell, but then phase 2 would move nothing.)
HhcExecutionTime hhc_execution_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m);

/// Tables 2, 5 and 8, which are equal: by how many tasks two PEs can differ after each stage.
/// Table 5 prints 1 for the cells, but gives dh−1 as its reason and adds up with dh−1; all three
/// print dh−1 in their sums as d with the index h−1.
struct HhcAccuracy {
  std::int64_t in_triangles;
  std::int64_t across_triangles;
  std::int64_t between_cells;

  std::int64_t total() const { return in_triangles + across_triangles + between_cells; }
};

HhcAccuracy hhc_accuracy(unsigned dh);

/// Messages that PEs send and receive, words and transfers alike: each counts at both its ends.
struct HhcSteps {
  struct Part {
    std::string_view name;
    std::int64_t cell;  ///< all six PEs of a cell
    /// The most at one PE of it; the PE can be another one in each part.
    std::optional<std::int64_t> node;
  };
  std::vector<Part> parts;
  std::int64_t node;   ///< the most at one PE, all parts
  std::int64_t cells;  ///< 2^(dh−1)

  std::int64_t cell() const;
  std::int64_t total() const { return cells * cell(); }
};

/// Tables 3, 6 and 9 as printed, divided into the parts of hhc_counted_steps.
/// A: 2^(dh−1)·(18dh+29), 3dh+8 at a node. Step 1 counts 9 for two triangles of 6 each, and a
/// node's sum adds the most of different nodes. B: 2^(dh−1)·(18dh+24), 3dh+6 at a node.
/// C: 2^(dh−1)·(12dh+17). Most messages count at one end only, one giver visits where there can be
/// two, step 2 repeats step 1's 6 words as 4 and adds up with 6, and the 29 called a node's most
/// are a cell's phase 1; nothing is said of a node.
HhcSteps hhc_published_steps(HhcAlgorithm algorithm, unsigned dh);

/// The messages counted, for loads that need every one of them: A 2^(dh−1)·(18dh+32) and 3dh+6 at a
/// node, B 2^(dh−1)·(18dh+24) and 3dh+6, C 2^(dh−1)·(18dh+64) and 3dh+11.
HhcSteps hhc_counted_steps(HhcAlgorithm algorithm, unsigned dh);

/// The messages for the loads of hhc_counted_steps in the whole fabric, each counted once. A run
/// has at most these words and transfers: 2 words less for every visit of C that it does not need,
/// and no transfer that it does not need.
struct HhcMessages {
  std::int64_t words;
  std::int64_t transfers;
  std::int64_t visits;  ///< C: a giver's request and the host's reply, both among the words
};

HhcMessages hhc_most_messages(HhcAlgorithm algorithm, unsigned dh);

/// The messages that the busiest node sends and receives; it also has the most bits in words. It is
/// R in algorithm A, C in B, and C or L in algorithm C.
struct HhcNodeMessages {
  std::int64_t words;
  std::int64_t word_bits;
  std::int64_t transfers;
};

HhcNodeMessages hhc_busiest_node(HhcAlgorithm algorithm, unsigned dh, std::int64_t load_bits);

/// What the paper calls speed, in Mb/s: communication steps × 250 Mb/s, with the steps of a node
/// for A and B, of the whole fabric for C. (A number of messages times a bandwidth is no speed.)
std::int64_t hhc_speed(HhcAlgorithm algorithm, const HhcSteps& steps);

/// C's formula as printed, 29·2^(dh−1) + 12(dh−1)·2^(dh−1)·250 Mb/s. Only its second term is
/// multiplied by a bandwidth; the first one counts as Mb/s here. With the missing brackets the
/// formula would be `hhc_speed` of the published steps.
std::int64_t hhc_speed_of_c_as_printed(unsigned dh);

/// The time that the paper's speed should have been: bits ÷ bandwidth, in seconds. It is that of
/// one node, which sends its messages one after the other while other nodes send theirs.
struct HhcTime {
  Rational words;  ///< those of `hhc_busiest_node`
  Rational tasks;  ///< the load units of `hhc_execution_time`

  Rational total() const { return words + tasks; }
};

struct HhcBits {
  std::int64_t load_bits;
  std::int64_t task_bits;
  Rational bandwidth;  ///< bits per second
};

/// An upper bound of the time for M tasks on one PE whose divisions come out even: no run takes
/// longer, apart from latency and the cycles of divisions and decisions. Where divisions do not
/// come out even, T differs from the table by up to 2 + dh/2 tasks.
HhcTime hhc_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m, const HhcBits& bits);

}  // namespace isobar
