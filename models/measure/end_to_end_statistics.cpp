// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"

namespace isobar {
namespace {

bool is_message_driven(const MeasuredRun& run) { return run.result().routed.has_value(); }

}  // namespace

std::vector<StatisticGroup> end_to_end_statistics() {
  StatisticGroup sums;
  sums.title = "End-to-end messages";
  sums.help =
      "Of a message-driven run: each message is counted once, however many links it went over.";
  sums.applies = is_message_driven;
  sums.statistics = {
      {"end_to_end.words", "", whole, less, "end_to_end_words", "words sent, of all kinds",
       [](const MeasuredRun& run) {
         const auto& words = run.result().routed->words;
         return std::accumulate(words.begin(), words.end(), std::int64_t{0});
       },
       "", "words_routed"},
      {"end_to_end.transfers", "", whole, less, "", "messages that carried tasks",
       [](const MeasuredRun& run) { return run.result().routed->transfers; }, "routed.transfers"},
      {"end_to_end.tasks", "tasks", whole, less, "end_to_end_tasks",
       "tasks in those messages: every move of a task",
       [](const MeasuredRun& run) { return run.result().routed->tasks; }, "routed.tasks",
       "tasks_routed"},
      {"end_to_end.max_sent", "", whole, less, "", "most messages that one PE sent",
       [](const MeasuredRun& run) { return largest(run.result().routed->sent); },
       "routed.max_sent"},
      {"end_to_end.max_received", "", whole, less, "", "most messages that one PE received",
       [](const MeasuredRun& run) { return largest(run.result().routed->received); },
       "routed.max_received"},
      {"end_to_end.max_waiting", "", whole, less, "max_waiting",
       "most messages that ever waited at one PE",
       [](const MeasuredRun& run) { return run.result().most_waiting; }, "routed.max_waiting"},
      {"end_to_end.age.uses", "", whole, neither, "", "words by which decisions were taken",
       [](const MeasuredRun& run) { return run.result().age->uses; }, "routed.age.uses"},
      {"end_to_end.age.mean", "cycles", real, less, "age",
       "age of those words, mean (Willebeek-LeMair and Reeves, Section IV.D)",
       [](const MeasuredRun& run) -> std::optional<double> {
         const auto& age = *run.result().age;
         if (age.uses == 0) return std::nullopt;
         return age.mean();
       },
       "routed.age.mean"},
      {"end_to_end.age.max", "cycles", whole, less, "", "age of the oldest of those words",
       [](const MeasuredRun& run) -> std::optional<std::int64_t> {
         const auto& age = *run.result().age;
         if (age.uses == 0) return std::nullopt;
         return age.most;
       },
       "routed.age.max"},
  };
  StatisticGroup kinds;
  kinds.title = "End-to-end words by kind";
  kinds.help = "One entry a kind of word of the scheme.";
  kinds.scope = Scope::word_kind;
  kinds.applies = is_message_driven;
  kinds.statistics = {
      {"end_to_end.words_by_kind.*", "", whole, less, "", "words of this kind sent",
       [](const MeasuredRun& run, std::size_t kind) { return run.result().routed->words[kind]; },
       "routed.words.*"},
  };
  return {sums, kinds};
}

}  // namespace isobar
