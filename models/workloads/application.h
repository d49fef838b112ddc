// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/own_statistic.h"
#include "models/parameter.h"
#include "models/types.h"
#include "models/workloads/task_card.h"
#include "models/workloads/work_model.h"

namespace isobar {

/// What an application counts of its own work, by the names that its registration declares
/// (ApplicationEntry::statistics).
using ApplicationStatistics = std::vector<std::pair<std::string, std::int64_t>>;

/// What a PE does of itself in one time step: tasks that it generates, and then as many as it works
/// on, if it has them (Lüling and Monien, Section 2).
struct Turn {
  std::int64_t generates = 0;  ///< tasks that it generates
  std::int64_t consumes = 0;   ///< tasks that it works on after that, at most
};

/// A running application: tasks that work on PEs and create others. What a task carries goes over
/// the links with it, in its `task_bits`; here it is looked up by the task's identity. What a task
/// does depends on itself alone, not on where or when it is worked on, so an application comes to
/// the same whatever the scheme.
class Application {
 public:
  virtual ~Application() = default;

  /// Tasks at the start, by node; their identities run from 0 in order of PEs.
  virtual std::vector<Load> initial_loads() const = 0;
  /// Cycles ≥ 1 that a PE of speed 1 works on it.
  virtual Cycle work(TaskId task) = 0;
  /// No task takes fewer cycles on a PE of speed 1.
  virtual Cycle least_work() const { return 1; }
  /// Whether `work` of the tasks at the start is known without doing it.
  virtual bool knows_work() const { return false; }
  /// The task has been worked on, once. Returns how many tasks it created: the next identities are
  /// theirs.
  virtual std::int64_t finish(TaskId task) = 0;
  /// Cycles of a time step, in each of which every PE has a turn. 0: the application has no time
  /// steps; tasks come of tasks alone, and a PE works whenever it has one.
  virtual Cycle step_cycles() const { return 0; }
  /// How many time steps there are. After them PEs generate nothing and work off what is left.
  virtual std::int64_t time_steps() const { return 0; }
  /// PE `node`'s turn in the next step; the next identities are those of the tasks it generates.
  virtual Turn turn(Node /*node*/) { return {}; }
  /// Iterations of persistent tasks: PEs work on each task once an iteration, and `finish` creates
  /// the same task for the next one. 0: tasks are done when they have been worked on.
  virtual std::int64_t iterations() const { return 0; }
  /// Persistent tasks: cycles of an iteration on every PE besides those of its tasks.
  virtual Cycle overhead() const { return 0; }
  /// Persistent tasks: bytes of PE `node`'s memory that are taken whatever tasks are there.
  virtual std::int64_t memory_besides(Node /*node*/) const { return 0; }
  /// Persistent tasks: the work of a task that is there at the start in an iteration, from 0; it
  /// repeats after so many of them.
  virtual std::int64_t work_repeats_after() const { return 1; }
  /// Persistent tasks: the work of a task in an iteration, from 0.
  virtual Cycle work_in(TaskId task, std::int64_t /*iteration*/) { return work(task); }
  /// Persistent tasks: how the work of PEs is to be modelled; null: in no other way.
  virtual const WorkModel* work_model() const { return nullptr; }
  /// What identifies a persistent task, whose `work` is that of the last iteration; at the start
  /// that of the first. These four throw ModelError if tasks are not persistent.
  virtual const TaskCard& card(TaskId task) const;
  /// Between iterations: the task, on PE `node`, becomes `parts` ≥ 2, of which it is the first; the
  /// next identities are those of the others. Returns their numbers, its own first.
  virtual std::vector<TaskNumber> divide(TaskId task, std::size_t parts, Node node);
  /// Between iterations: `other` becomes part of `task`.
  virtual void merge(TaskId task, TaskId other);
  /// Between iterations: the task talks to these from now on.
  virtual void retie(TaskId task, std::vector<TaskTie> ties);
  /// What the application has counted of the tasks that have been worked on so far. A declared name
  /// may be left out where there is nothing to report.
  virtual ApplicationStatistics statistics() const { return {}; }

 protected:
  Application() = default;
  Application(const Application&) = default;
  Application& operator=(const Application&) = default;
};

/// What an application is made for.
struct ApplicationSetting {
  Node nodes;                  ///< the number of PEs
  std::uint64_t seed;          ///< for whatever is drawn at random
  Rational clock;              ///< cycles a second, for work that is given as a time
  ParameterValues parameters;  ///< every one of the application's, resolved
};

/// An application as the program knows it.
struct ApplicationEntry {
  std::string name;                   ///< as it is written, `uts`
  std::string help;                   ///< one line
  std::string source;                 ///< paper, section
  std::vector<Parameter> parameters;  ///< what may follow the name
  bool creates_tasks = false;         ///< whether tasks come that were not there at the start
  /// Makes the application for one run.
  std::function<std::unique_ptr<Application>(const ApplicationSetting&)> make;
  /// What it counts of its own work, if anything: all the names of ApplicationStatistics.
  std::vector<OwnStatistic> statistics{};
  /// Does once what is alike in every run of a setting, if that takes long, and returns what makes
  /// the application then. Empty: `make` does all.
  std::function<std::function<std::unique_ptr<Application>()>(const ApplicationSetting&)> prepare{};

  /// What makes the application of a setting, as often as it is called.
  std::function<std::unique_ptr<Application>()> maker(const ApplicationSetting& setting) const {
    if (prepare) return prepare(setting);
    return [make = make, setting] { return make(setting); };
  }
};

/// All applications that need no file, by name. One enters by a RegisterApplication object in its
/// own source file.
const std::map<std::string, ApplicationEntry>& applications();

/// An application as written: `loops:g=100`, `uts:t=1,a=3,d=10,b=4,r=19`.
struct ApplicationChoice {
  const ApplicationEntry* entry;  ///< what is run
  ParameterValues parameters;     ///< every parameter's value

  /// Throws ValueError: unknown name or parameter, value out of range.
  static ApplicationChoice parse(std::string_view text);
};

/// Enters an application into applications(): an object of its own source file.
class RegisterApplication {
 public:
  /// By its name; if that is taken, the entry before it stays.
  explicit RegisterApplication(ApplicationEntry entry);
};

/// The statistics that applications declare, by the application's name: those of applications()
/// and of applications that are made from files.
const std::map<std::string, std::vector<OwnStatistic>>& declared_application_statistics();

/// Declares the statistics of an application that is made from a file.
class DeclareApplicationStatistics {
 public:
  /// Of the application `name`, which is none of applications().
  DeclareApplicationStatistics(const std::string& name, std::vector<OwnStatistic> statistics);
};

}  // namespace isobar
