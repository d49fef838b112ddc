// SPDX-License-Identifier: Apache-2.0
#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {
namespace {

bool has_links(const MeasuredRun& run) { return ideal_scheme(run.experiment()) == nullptr; }

StatisticGroup messages() {
  StatisticGroup group;
  group.title = "Messages on links";
  group.help =
      "Of the whole fabric, each message counted on every link that it went over; a word is a "
      "control message, a transfer one that carries tasks. None on an ideal network.";
  group.applies = has_links;
  group.otherwise = StatisticGroup::Otherwise::as_counted;
  group.statistics = {
      {"messages.words", "", whole, less, "words", "words sent",
       [](const MeasuredRun& run) { return run.messages().words; }},
      {"messages.transfers", "", whole, less, "transfers", "transfers made",
       [](const MeasuredRun& run) { return run.messages().transfers; }},
      {"messages.tasks", "tasks", whole, less, "tasks_moved",
       "tasks moved, each counted once a link",
       [](const MeasuredRun& run) { return run.messages().tasks; }},
      {"messages.max_per_pe", "", whole, less, "messages_max_per_pe",
       "most messages, words and transfers, that one PE sent and received; a switch is no PE",
       [](const MeasuredRun& run) { return run.messages().max_per_pe; }},
      {"messages.per_pe_total", "", whole, less, "",
       "messages that PEs sent and received, summed over all PEs",
       [](const MeasuredRun& run) { return run.messages().per_pe_total; }},
  };
  return group;
}

StatisticGroup link_cycles() {
  StatisticGroup group;
  group.title = "Use of links";
  group.help = "All links together. Not on an ideal network, which has none.";
  group.applies = has_links;
  group.statistics = {
      {"link_cycles.transfers", "cycles", whole, less, "transfer_cycles",
       "in which links carried tasks, all links together",
       [](const MeasuredRun& run) { return run.links().sum.transfer_cycles; }},
      {"link_cycles.words", "cycles", whole, less, "word_cycles",
       "in which links carried words, all links together",
       [](const MeasuredRun& run) { return run.links().sum.word_cycles; }},
      {"link_cycles.setup", "cycles", whole, less, "setup_cycles",
       "in which links were set up, all links together",
       [](const MeasuredRun& run) { return run.links().sum.setup_cycles; }},
      {"link_use.mean", "", real, less, "link_use",
       "share of the run's cycles in which a link was busy, mean over the links",
       [](const MeasuredRun& run) -> std::optional<double> {
         const auto links = static_cast<double>(run.experiment().fabric.link_count());
         const auto cycles = static_cast<double>(run.result().run.cycles);
         if (links == 0 || cycles == 0) return std::nullopt;
         return static_cast<double>(run.links().sum.busy()) / links / cycles;
       }},
      {"link_use.max", "", real, less, "link_use_max",
       "share of the run's cycles in which the busiest link was busy",
       [](const MeasuredRun& run) -> std::optional<double> {
         const auto cycles = static_cast<double>(run.result().run.cycles);
         if (run.experiment().fabric.link_count() == 0 || cycles == 0) return std::nullopt;
         return static_cast<double>(run.links().busiest) / cycles;
       }},
  };
  return group;
}

LinkCounters counters(const MeasuredRun& run, std::size_t slot) { return run.result().links[slot]; }

StatisticGroup each_link() {
  StatisticGroup group;
  group.title = "Each link";
  group.help =
      "One entry a directed link, left out of a summary. Its transfer, word, setup and idle cycles "
      "add up to the run's cycles: busy is counted at the sender, latency is idle.";
  group.scope = Scope::link;
  group.statistics = {
      {"links[].from", "", whole, neither, "", "node that sends",
       [](const MeasuredRun& run, std::size_t slot) {
         return run.experiment().fabric.link(slot)->from;
       }},
      {"links[].to", "", whole, neither, "", "node that receives",
       [](const MeasuredRun& run, std::size_t slot) {
         return run.experiment().fabric.link(slot)->to;
       }},
      {"links[].dimension", "", whole, neither, "", "dimension, from 1",
       [](const MeasuredRun& run, std::size_t slot) {
         return run.experiment().fabric.link(slot)->dimension;
       }},
      {"links[].words", "", whole, less, "", "words that it carried",
       [](const MeasuredRun& run, std::size_t slot) { return counters(run, slot).words; }},
      {"links[].transfers", "", whole, less, "", "transfers that it carried",
       [](const MeasuredRun& run, std::size_t slot) { return counters(run, slot).transfers; }},
      {"links[].tasks", "tasks", whole, less, "", "tasks in its transfers",
       [](const MeasuredRun& run, std::size_t slot) { return counters(run, slot).tasks; }},
      {"links[].transfer_cycles", "cycles", whole, less, "", "in which it carried tasks",
       [](const MeasuredRun& run, std::size_t slot) {
         return counters(run, slot).transfer_cycles;
       }},
      {"links[].word_cycles", "cycles", whole, less, "", "in which it carried words",
       [](const MeasuredRun& run, std::size_t slot) { return counters(run, slot).word_cycles; }},
      {"links[].setup_cycles", "cycles", whole, less, "", "in which it was set up",
       [](const MeasuredRun& run, std::size_t slot) { return counters(run, slot).setup_cycles; }},
      {"links[].idle_cycles", "cycles", whole, neither, "", "in which it was idle",
       [](const MeasuredRun& run, std::size_t slot) {
         return run.result().run.cycles - counters(run, slot).busy();
       }},
  };
  return group;
}

const LinkTiming& timing(const MeasuredRun& run, std::size_t slot) {
  return run.experiment().link_of_slot(slot);
}

StatisticGroup own_figures() {
  StatisticGroup group;
  group.title = "Each link's own figures";
  group.help = "Where links of a dimension differ, or those of a graph.";
  group.scope = Scope::link;
  group.applies = [](const MeasuredRun& run) { return run.experiment().link_map != nullptr; };
  group.statistics = {
      {"links[].bandwidth", "b/s", real, neither, "", "its bandwidth",
       [](const MeasuredRun& run, std::size_t slot) {
         return boost::rational_cast<double>(timing(run, slot).bandwidth());
       }},
      {"links[].latency", "cycles", whole, neither, "", "its latency",
       [](const MeasuredRun& run, std::size_t slot) { return timing(run, slot).latency(); }},
      {"links[].setup", "cycles", whole, neither, "", "its set-up time, which each message pays",
       [](const MeasuredRun& run, std::size_t slot) { return timing(run, slot).setup(); }},
      {"links[].sets_slot", "", flag, neither, "",
       "whether a phase's fixed slot is that of this link, the slowest by which its words or tasks "
       "come",
       [](const MeasuredRun& run, std::size_t slot) { return bool{run.sets_slot()[slot]}; }},
  };
  return group;
}

}  // namespace

std::vector<StatisticGroup> link_statistics() {
  return {messages(), link_cycles(), each_link(), own_figures()};
}

}  // namespace isobar
