// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "host/interrupt.h"
#include "sim/config/input_error.h"
#include "sim/explore/cost.h"
#include "sim/explore/packing.h"
#include "sim/explore/slurm.h"
#include "sim/explore/slurm_batch.h"
#include "sim/explore/slurm_collector.h"
#include "sim/explore/status.h"
#include "sim/terminal/count_line.h"

namespace isobar {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::duration;

constexpr int most_attempts = 3;

void say(const std::string& message) { std::cerr << "isobar: " << message << '\n'; }

/// Waits, longer each time, so that a campaign of hours does not ask Slurm every second.
class Pause {
 public:
  /// Ctrl-C ends it.
  void take() {
    constexpr auto look = std::chrono::milliseconds(50);
    constexpr double longest = 10;
    constexpr double growth = 1.2;
    const auto until = Clock::now() + duration<double>(seconds_);
    while (Clock::now() < until && !InterruptGuard::interrupted())
      std::this_thread::sleep_for(look);
    seconds_ = std::min(longest, seconds_ * growth);
  }

 private:
  double seconds_ = 0.5;
};

class SlurmRun {
 public:
  SlurmRun(std::filesystem::path campaign, SlurmSetting setting)
      : campaign_(std::move(campaign)), setting_(std::move(setting)) {}

  bool run(CampaignStore& store) {
    auto batches = adopt(store);
    for (;;) {
      if (auto points = without(store.waiting(), batches); !points.empty()) {
        batches.push_back(submit(points, store));
      }
      if (batches.empty()) return true;
      if (setting_.detach) return leave("the tasks go on");
      if (!wait_for(batches, store)) return leave("interrupted; the tasks go on");
      bool cancelled = false;
      for (const auto& batch : batches) {
        cancelled = cancelled || batch.was_cancelled();
        if (!batch.was_cancelled()) count_attempts(batch, store);
        batch.batch().close();
      }
      batches.clear();
      if (cancelled && !store.waiting().empty()) {
        say("tasks were cancelled, so what they left is not run again by itself");
        return false;
      }
    }
  }

 private:
  using Batches = std::vector<SlurmCollector>;

  /// Batches of an earlier call that are still running. The results of the others are taken here.
  Batches adopt(CampaignStore& store) {
    Batches batches;
    for (auto& batch : SlurmBatch::open(campaign_)) {
      SlurmCollector collector(std::move(batch), store);
      collector.look();
      collector.collect(store, say);
      if (collector.ended()) {
        collector.batch().close();
      } else {
        batches.push_back(std::move(collector));
      }
    }
    return batches;
  }

  static std::vector<NumberedPoint> without(std::vector<NumberedPoint> points,
                                            const Batches& batches) {
    std::set<std::int64_t> under_way;
    for (const auto& batch : batches) {
      for (std::size_t task = 0; task < batch.tasks(); ++task) {
        const auto& missing = batch.missing_of(task);
        under_way.insert(missing.begin(), missing.end());
      }
    }
    points.erase(
        std::remove_if(points.begin(), points.end(),
                       [&](const auto& point) { return under_way.count(point.number) > 0; }),
        points.end());
    return points;
  }

  SlurmCollector submit(const std::vector<NumberedPoint>& points, const CampaignStore& store) {
    const CostModel model(store.measured());
    std::vector<double> costs;
    costs.reserve(points.size());
    for (const auto& point : points) costs.push_back(model.seconds(point.keys));
    SlurmBatch::Tasks tasks;
    for (const auto& places : pack(costs, setting_.task_seconds, slurm::max_tasks())) {
      auto& task = tasks.emplace_back();
      for (const auto place : places) task.push_back(points[place]);
    }
    const auto batch = SlurmBatch::make(campaign_, tasks, setting_.timeout);
    std::string job;
    try {
      job = slurm::submit(
          {batch.script(), batch.logs(), batch.job_name(), tasks.size(), setting_.options});
    } catch (const InputError&) {
      batch.remove();
      throw;
    }
    batch.set_job(job);
    say(fmt::format("{}, job {}: {} points in {} tasks", batch.name(), job, points.size(),
                    tasks.size()));
    return {batch, store};
  }

  /// The states of all batches together.
  struct Standing {
    bool ended = true;
    bool late = false;
    std::string text;
  };

  Standing look(Batches& batches, CampaignStore& store, const SlurmCollector::Say& report) {
    Standing standing;
    for (auto& batch : batches) {
      try {
        batch.look();
        silence_.clear();
      } catch (const InputError& error) {
        const bool is_new = std::exchange(silence_, error.what()) != error.what();
        if (is_new && !InterruptGuard::interrupted()) {
          report(fmt::format("Slurm does not answer, and is asked again: {}", error.what()));
        }
      }
      batch.collect(store, report);
      standing.ended = standing.ended && batch.ended();
      standing.late = standing.late || batch.is_late();
      standing.text += fmt::format("; {}: {}", batch.batch().name(), text_of(batch.states()));
    }
    return standing;
  }

  /// Waits until all batches have ended. Returns false if Ctrl-C came before.
  bool wait_for(Batches& batches, CampaignStore& store) {
    constexpr auto patience = std::chrono::minutes(1);  // with file systems that show things late
    CountLine line("points", CountLine::Elsewhere::tenths, setting_.how);
    const auto report = [&](const std::string& message) {
      line.clear();
      say(message);
    };
    auto under_way = Clock::now();  // when a task was last seen running
    for (Pause pause;; pause.take()) {
      if (InterruptGuard::interrupted()) return false;
      const auto standing = look(batches, store, report);
      const auto counts = store.counts();
      line.show(static_cast<std::size_t>(counts.run()), static_cast<std::size_t>(counts.all()),
                trouble_words(counts), standing.text);
      if (!standing.ended) under_way = Clock::now();
      if (standing.ended && (!standing.late || Clock::now() - under_way > patience)) return true;
    }
  }

  /// Counts an attempt for each point that a task began and left without a result. A processor
  /// works on one point after the other, so the first of them is what ended the task, if a point
  /// did.
  void count_attempts(const SlurmCollector& batch, CampaignStore& store) {
    std::vector<PointResult> failed;
    for (std::size_t task = 0; task < batch.tasks(); ++task) {
      for (const auto point : batch.missing_of(task)) {
        if (++attempts_[point] >= most_attempts) failed.push_back(given_up(point, batch, task));
        if (batch.began(task)) break;
      }
    }
    store.record(failed);
  }

  static PointResult given_up(std::int64_t point, const SlurmCollector& batch, std::size_t task) {
    return failed_point(point, "slurm",
                        fmt::format("Slurm's task ended {} times without its result, at last as {}",
                                    most_attempts, batch.end_of(task)));
  }

  bool leave(const std::string& what) const {
    say(
        fmt::format("{}: `isobar explore collect {}` takes their results, `isobar explore cancel "
                    "{}` ends them",
                    what, campaign_.string(), campaign_.string()));
    return false;
  }

  std::filesystem::path campaign_;
  SlurmSetting setting_;
  std::map<std::int64_t, int> attempts_;  ///< by point
  std::string silence_;                   ///< why Slurm did not answer when it was last asked
};

}  // namespace

Engine slurm_engine(const std::filesystem::path& campaign, const SlurmSetting& setting) {
  slurm::require_usable(setting.options);
  const auto run = std::make_shared<SlurmRun>(campaign, setting);
  return [run](CampaignStore& store) { return run->run(store); };
}

void slurm_collect(const std::filesystem::path& campaign, CampaignStore& store) {
  for (auto& batch : SlurmBatch::open(campaign)) {
    SlurmCollector collector(std::move(batch), store);
    try {
      collector.look();
    } catch (const InputError& error) {
      say(fmt::format("Slurm does not say whether {} has ended: {}", collector.batch().name(),
                      error.what()));
    }
    collector.collect(store, say);
    if (collector.ended()) collector.batch().close();
  }
}

}  // namespace isobar
