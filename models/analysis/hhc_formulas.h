// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What Al-Nsour, Asmaran and Fasha (*New Load Balancing Algorithms for the HHC Interconnection
/// Network*, 2014) compute for their algorithms A, B and C on an HHC of dh dimensions, and what it
/// is when counted by one rule. dh is from 1 to 29, as fabrics have it, else ValueError.
enum class HhcAlgorithm : std::uint8_t { a, b, c };

/// Tables 1, 4 and 7: the most load units that a link carries, added over stages that follow each
/// other. Tables 4 and 7 name the cells' dimensions dh+1, dh+2, dh+2 (1 to dh−1 are meant), and
/// Table 7 has (2−2)·(1/2)^(dh−1) for 2−2·(1/2)^(dh−1); the sums are right.
struct HhcExecutionTime {
  /// Phase 1, part 1. A: steps 1, 2.a and 2.b; B: steps 1 and 2; C: to the one and the other node.
  std::vector<Rational> in_triangles;
  Rational across_triangles;  ///< phase 1, part 2
  Rational between_cells;     ///< phase 2

  Rational phase_1() const;
  Rational total() const { return phase_1() + between_cells; }
};

/// All M tasks on one PE of one cell: on the left node for A, on a coordinator for B and C. With M
/// in every cell, as the tables' "maximum load at any node" could be read, phase 2 moves nothing.
HhcExecutionTime hhc_execution_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m);

/// Tables 2, 5 and 8, alike: by how many tasks two PEs can differ, by the stage it comes from.
/// Table 5 has 1 for the cells, but gives dh−1 as its reason and adds up with dh−1; all three have
/// a subscript, d with index h−1, in their sums for dh−1.
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

/// Tables 3, 6 and 9 as printed, in the parts of hhc_counted_steps.
/// A: 2^(dh−1)·(18dh+29), 3dh+8 at a node. Step 1 counts 9 for two triangles of 6 each, and a
/// node's sum adds the most of different nodes. B: 2^(dh−1)·(18dh+24), 3dh+6 at a node.
/// C: 2^(dh−1)·(12dh+17). Most messages count at one end only, one giver visits where there can be
/// two, step 2 repeats step 1's 6 words as 4 and adds up with 6, and the 29 called a node's most
/// are a cell's phase 1; nothing is said of a node.
HhcSteps hhc_published_steps(HhcAlgorithm algorithm, unsigned dh);

/// Counted, for loads that need every message: A 2^(dh−1)·(18dh+32) and 3dh+6 at a node,
/// B 2^(dh−1)·(18dh+24) and 3dh+6, C 2^(dh−1)·(18dh+64) and 3dh+11.
HhcSteps hhc_counted_steps(HhcAlgorithm algorithm, unsigned dh);

/// The messages of those loads in the whole fabric, each counted once. A run has these words, less
/// 2 for every visit of C that it does not need, and these transfers, less those it does not need.
struct HhcMessages {
  std::int64_t words;
  std::int64_t transfers;
  std::int64_t visits;  ///< C: a giver's request and the host's reply, both among the words
};

HhcMessages hhc_most_messages(HhcAlgorithm algorithm, unsigned dh);

/// The messages, sent and received, of the node with the most, which is also the one with the most
/// bits in words: R of A, C of B, C or L of algorithm C.
struct HhcNodeMessages {
  std::int64_t words;
  std::int64_t word_bits;
  std::int64_t transfers;
};

HhcNodeMessages hhc_busiest_node(HhcAlgorithm algorithm, unsigned dh, std::int64_t load_bits);

/// What the paper calls speed, in Mb/s: communication steps × 250 Mb/s, those of a node for A and
/// B, of the whole fabric for C. A number of messages times a bandwidth is no speed.
std::int64_t hhc_speed(HhcAlgorithm algorithm, const HhcSteps& steps);

/// C's formula as printed, 29·2^(dh−1) + 12(dh−1)·2^(dh−1)·250 Mb/s: only its second term is
/// multiplied, and its first is taken for Mb/s here. With the brackets that it lacks it is
/// `hhc_speed` of the published steps.
std::int64_t hhc_speed_of_c_as_printed(unsigned dh);

/// Beside the speed, the time: bits ÷ bandwidth, in seconds. A node's, as messages of different
/// nodes are under way at once; its own one after the other.
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

/// A bound for M tasks on one PE, whose divisions come out even: without latency, divisions and
/// decisions no run takes longer. Where they do not, T is up to 2 + dh/2 tasks off the table.
HhcTime hhc_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m, const HhcBits& bits);

}  // namespace isobar
