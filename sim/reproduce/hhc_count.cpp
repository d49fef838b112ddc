// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/hhc_count.h"

#include <algorithm>
#include <numeric>

#include "sim/reproduce/hhc_cases.h"

namespace isobar {
namespace {

/// Counts messages by part and PE.
class Counter final : public Observer {
 public:
  Counter(HhcAlgorithm algorithm, const Experiment& experiment, unsigned dh)
      : algorithm_(algorithm),
        experiment_(experiment),
        first_pair_(hhc_first_pair(experiment, dh)),
        by_part_(hhc_counted_steps(algorithm, dh).parts.size(),
                 std::vector<std::int64_t>(experiment.fabric.pes(), 0)) {}

  void phase_begins(Cycle /*start*/, std::int64_t /*step*/, std::size_t phase) override {
    phase_ = phase;
  }
  void word_sent(std::uint64_t link, Cycle /*from*/, Cycle /*to*/,
                 std::int64_t /*value*/) override {
    count(link, part_of_word());
    if (part_of_word() == visits_of_c && algorithm_ == HhcAlgorithm::c) ++visit_words_;
  }
  void transfer_sent(std::uint64_t link, Cycle /*from*/, Cycle /*to*/,
                     std::int64_t /*tasks*/) override {
    count(link, part_of_transfer());
  }

  const std::vector<std::vector<std::int64_t>>& by_part() const { return by_part_; }
  std::int64_t visits() const { return visit_words_ / 2; }  // a request and a reply each

 private:
  static constexpr std::size_t visits_of_c = 1;

  void count(std::uint64_t slot, std::size_t part) {
    const auto link = *experiment_.fabric.link(slot);
    ++by_part_[part][link.from];
    ++by_part_[part][link.to];
  }

  /// The last two parts are those of the pairs.
  std::size_t part_of_pairs() const { return by_part_.size() - (phase_ == first_pair_ ? 2 : 1); }
  std::size_t part_of_word() const {
    if (phase_ >= first_pair_) return part_of_pairs();
    return phase_ == 0 ? 0 : 1;
  }
  /// Whether transfers belong to the parts of the words, which only A has.
  std::size_t part_of_transfer() const {
    if (phase_ >= first_pair_ || algorithm_ == HhcAlgorithm::a) return part_of_word();
    return 2;
  }

  HhcAlgorithm algorithm_;
  const Experiment& experiment_;
  std::size_t first_pair_;
  std::size_t phase_ = 0;
  std::int64_t visit_words_ = 0;
  std::vector<std::vector<std::int64_t>> by_part_;
};

/// The bits of words that the busiest PE sends and receives, at one bit a cycle, the links'
/// default.
std::int64_t most_word_bits(const Fabric& fabric, const LinkCounts& links) {
  std::vector<std::int64_t> bits(fabric.pes(), 0);
  for (std::uint64_t slot = 0; slot < links.size(); ++slot) {
    const auto link = *fabric.link(slot);
    bits[link.from] += links[slot].word_cycles;
    bits[link.to] += links[slot].word_cycles;
  }
  return *std::max_element(bits.begin(), bits.end());
}

}  // namespace

HhcCount hhc_count(const Lab& lab, HhcAlgorithm algorithm, unsigned dh,
                   const Experiment& experiment) {
  Counter counter(algorithm, experiment, dh);
  const auto result = lab.watch(experiment, counter);
  const auto messages = count_messages(experiment.fabric, result.links);
  HhcCount made;
  made.total = messages.per_pe_total;
  made.node = messages.max_per_pe;
  made.words = messages.words;
  made.transfers = messages.transfers;
  made.visits = counter.visits();
  made.word_bits = most_word_bits(experiment.fabric, result.links);
  made.cycles = result.run.cycles;
  for (const auto& nodes : counter.by_part()) {
    made.parts.push_back({std::accumulate(nodes.begin(), nodes.end(), std::int64_t{0}),
                          *std::max_element(nodes.begin(), nodes.end())});
  }
  return made;
}

}  // namespace isobar
