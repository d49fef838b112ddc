// SPDX-License-Identifier: Apache-2.0
#include "tests/support/forked_run.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "models/pe/kernel.h"
#include "models/pe/message_driven_fabric.h"
#include "models/pe/run_cycles.h"
#include "tests/support/run_together.h"

namespace isobar::test {
namespace {

void put(std::FILE* pipe, const std::vector<std::int64_t>& numbers) {
  const std::size_t count = numbers.size();
  std::fwrite(&count, sizeof count, 1, pipe);
  if (count > 0) std::fwrite(numbers.data(), sizeof(std::int64_t), count, pipe);
}

/// Reads numbers in the order in which they were written.
class Reader {
 public:
  explicit Reader(std::vector<std::int64_t> numbers) : numbers_(std::move(numbers)) {}
  std::int64_t next() { return numbers_.at(at_++); }
  Instant instant() {
    const auto steps = next();
    const auto shifts = next();
    return {steps, shifts, next()};
  }
  std::optional<Instant> maybe_instant() {
    const bool there = next() != 0;
    const auto at = instant();
    return there ? std::optional<Instant>(at) : std::nullopt;
  }

 private:
  std::vector<std::int64_t> numbers_;
  std::size_t at_ = 0;
};

void put(const std::string& text, std::vector<std::int64_t>& out) {
  out.push_back(static_cast<std::int64_t>(text.size()));
  out.insert(out.end(), text.begin(), text.end());
}

std::string take_text(Reader& in) {
  std::string text(static_cast<std::size_t>(in.next()), ' ');
  for (auto& c : text) c = static_cast<char>(in.next());
  return text;
}

void put_list(const std::vector<std::int64_t>& numbers, std::vector<std::int64_t>& out) {
  out.push_back(static_cast<std::int64_t>(numbers.size()));
  out.insert(out.end(), numbers.begin(), numbers.end());
}

std::vector<std::int64_t> take_list(Reader& in) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(in.next()));
  for (auto& number : numbers) number = in.next();
  return numbers;
}

using Counted = std::vector<std::pair<std::string, std::int64_t>>;

void put_counted(const Counted& counted, std::vector<std::int64_t>& out) {
  out.push_back(static_cast<std::int64_t>(counted.size()));
  for (const auto& [name, value] : counted) {
    put(name, out);
    out.push_back(value);
  }
}

Counted take_counted(Reader& in) {
  Counted counted(static_cast<std::size_t>(in.next()));
  for (auto& [name, value] : counted) {
    name = take_text(in);
    value = in.next();
  }
  return counted;
}

void put(const ApplicationResult& a, std::vector<std::int64_t>& out) {
  out.insert(out.end(),
             {a.created, a.executed, a.finished ? 1 : 0, a.finished.value_or(0), a.optimal, a.alone,
              static_cast<std::int64_t>(a.executor_counters.size())});
  for (const auto& account : a.executor_counters) {
    out.insert(out.end(),
               {account.work, account.idle, account.balance, account.wait, account.tasks});
  }
  for (const auto* numbers :
       {&a.work_at_start, &a.work_at_end, &a.last_iteration, &a.bytes_at_start, &a.bytes_at_end}) {
    put_list(*numbers, out);
  }
  put_counted(a.statistics, out);
  out.push_back(static_cast<std::int64_t>(a.iterations.size()));
  for (const auto& one : a.iterations) {
    out.insert(out.end(), {one.end, one.moved, one.tasks, one.total, one.longest,
                           static_cast<std::int64_t>(one.pes)});
  }
}

ApplicationResult take_application(Reader& in) {
  ApplicationResult a;
  a.created = in.next();
  a.executed = in.next();
  const bool finished = in.next() != 0;
  const Cycle end = in.next();
  if (finished) a.finished = end;
  a.optimal = in.next();
  a.alone = in.next();
  a.executor_counters.resize(static_cast<std::size_t>(in.next()));
  for (auto& account : a.executor_counters) {
    for (auto* field : {&account.work, &account.idle, &account.balance, &account.wait}) {
      *field = in.next();
    }
    account.tasks = in.next();
  }
  for (auto* numbers :
       {&a.work_at_start, &a.work_at_end, &a.last_iteration, &a.bytes_at_start, &a.bytes_at_end}) {
    *numbers = take_list(in);
  }
  a.statistics = take_counted(in);
  a.iterations.resize(static_cast<std::size_t>(in.next()));
  for (auto& one : a.iterations) {
    for (auto* field : {&one.end, &one.moved, &one.tasks, &one.total, &one.longest}) {
      *field = in.next();
    }
    one.pes = static_cast<std::size_t>(in.next());
  }
  return a;
}

void put(const RunResult& r, std::vector<std::int64_t>& out) {
  const auto instant = [&](const Instant& at) {
    out.insert(out.end(), {at.steps, at.shifts, at.cycles});
  };
  const auto maybe = [&](const std::optional<Instant>& at) {
    out.push_back(at ? 1 : 0);
    instant(at.value_or(Instant{}));
  };
  out.insert(out.end(),
             {static_cast<std::int64_t>(r.ending), r.shared ? 1 : 0, r.balanced ? 1 : 0});
  instant(r.run);
  maybe(r.to_share);
  maybe(r.to_balance);
  out.insert(out.end(), {r.spent.words, r.spent.decision, r.spent.transfers, r.spent.barrier});
  out.push_back(static_cast<std::int64_t>(r.loads.size()));
  out.insert(out.end(), r.loads.begin(), r.loads.end());
  out.push_back(r.deepest_queue);
  out.push_back(r.held_back);
  put_list(r.deepest_queues, out);
  out.push_back(static_cast<std::int64_t>(r.links.size()));
  for (const auto& l : r.links) {
    out.insert(out.end(),
               {l.words, l.transfers, l.tasks, l.transfer_cycles, l.word_cycles, l.setup_cycles});
  }
  out.push_back(r.application ? 1 : 0);
  if (r.application) put(*r.application, out);
  put_counted(r.scheme, out);
  out.push_back(r.most_waiting);
  out.push_back(r.routed ? 1 : 0);
  if (!r.routed) return;
  put_list(r.routed->words, out);
  out.insert(out.end(), {r.routed->transfers, r.routed->tasks});
  put_list(r.routed->sent, out);
  put_list(r.routed->received, out);
  out.insert(out.end(), {r.age->uses, r.age->total, r.age->most});
}

RunResult take_result(Reader& in) {
  RunResult r;
  r.ending = static_cast<Ending>(in.next());
  r.shared = in.next() != 0;
  r.balanced = in.next() != 0;
  r.run = in.instant();
  r.to_share = in.maybe_instant();
  r.to_balance = in.maybe_instant();
  r.spent.words = in.next();
  r.spent.decision = in.next();
  r.spent.transfers = in.next();
  r.spent.barrier = in.next();
  r.loads.resize(static_cast<std::size_t>(in.next()));
  for (std::size_t pe = 0; pe < r.loads.size(); ++pe) r.loads[pe] = in.next();
  r.deepest_queue = in.next();
  r.held_back = in.next();
  r.deepest_queues = take_list(in);
  std::vector<LinkCounters> links(static_cast<std::size_t>(in.next()));
  for (auto& l : links) {
    for (auto* field :
         {&l.words, &l.transfers, &l.tasks, &l.transfer_cycles, &l.word_cycles, &l.setup_cycles}) {
      *field = in.next();
    }
  }
  r.links = std::move(links);
  if (in.next() != 0) r.application = take_application(in);
  r.scheme = take_counted(in);
  r.most_waiting = in.next();
  if (in.next() == 0) return r;
  auto& routed = r.routed.emplace();
  routed.words = take_list(in);
  routed.transfers = in.next();
  routed.tasks = in.next();
  routed.sent = take_list(in);
  routed.received = take_list(in);
  auto& age = r.age.emplace();
  age.uses = in.next();
  age.total = in.next();
  age.most = in.next();
  return r;
}

/// How often a landing takes a queue's last place.
class FullQueues final : public Observer {
 public:
  explicit FullQueues(Load depth) : depth_(depth) {}
  void load_changes(Cycle /*from*/, Node /*node*/, std::int64_t load) override {
    if (load == depth_) ++count_;
  }
  std::int64_t count() const { return count_; }

 private:
  Load depth_;
  std::int64_t count_ = 0;
};

}  // namespace

std::vector<std::int64_t> in_child(const std::function<std::vector<std::int64_t>()>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    close(ends[0]);
    std::FILE* out = fdopen(ends[1], "wb");
    int status = 0;
    try {
      put(out, body());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in child: %s\n", error.what());
      status = 1;
    }
    std::fclose(out);
    _exit(status);
  }
  close(ends[1]);
  std::FILE* in = fdopen(ends[0], "rb");
  std::size_t count = 0;
  std::vector<std::int64_t> numbers;
  if (std::fread(&count, sizeof count, 1, in) == 1) {
    numbers.resize(count);
    const bool whole =
        count == 0 || std::fread(numbers.data(), sizeof(std::int64_t), count, in) == count;
    if (!whole) numbers.clear();
  }
  std::fclose(in);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("the run in the child process failed");
  }
  return numbers;
}

CyclesOutcome run_forked(const Experiment& experiment, const Watch& watch, unsigned threads) {
  Reader in(in_child([&] {
    std::vector<std::vector<Task>> queues;
    std::vector<std::int64_t> out;
    put(run_cycles(experiment, watch, nullptr, &queues, threads), out);
    for (const auto& queue : queues) {
      out.push_back(static_cast<std::int64_t>(queue.size()));
      for (const auto& task : queue) out.push_back(static_cast<std::int64_t>(task.id));
    }
    return out;
  }));
  CyclesOutcome outcome;
  outcome.result = take_result(in);
  for (std::size_t pe = 0; pe < outcome.result.loads.size(); ++pe) {
    auto& queue = outcome.queues.emplace_back();
    const auto size = in.next();
    for (std::int64_t i = 0; i < size; ++i) {
      queue.push_back({static_cast<std::uint64_t>(in.next())});
    }
  }
  return outcome;
}

std::vector<RunResult> run_together(const std::vector<Experiment>& experiments) {
  Reader in(in_child([&] {
    MessageDrivenParts parts;
    parts.names = false;
    std::vector<std::unique_ptr<MessageDrivenFabric>> fabrics;
    for (const auto& e : experiments) {
      const auto name = fmt::format("fabric_{}", fabrics.size());
      fabrics.push_back(
          std::make_unique<MessageDrivenFabric>(name.c_str(), e, Watch{}, nullptr, parts));
    }
    run_kernel();
    std::vector<std::int64_t> out;
    for (const auto& fabric : fabrics) put(fabric->finish(), out);
    return out;
  }));
  std::vector<RunResult> results;
  for (std::size_t i = 0; i < experiments.size(); ++i) results.push_back(take_result(in));
  return results;
}

namespace {

template <class Rtl>
RtlOutcome run_rtl(const Experiment& experiment, const CosimSetting& setting, Rtl& rtl) {
  Reader in(in_child([&] {
    FullQueues full(experiment.queue_depth);
    const auto result = run_cosim(experiment, setting, rtl, {}, &full);
    std::vector<std::int64_t> out;
    const auto& at = result.mismatch;
    put(at ? fmt::format("PE {}, cycle {}, {}: RTL {}, model {}", at->node, at->cycle, at->signal,
                         at->rtl, at->model)
           : "",
        out);
    out.insert(out.end(), {result.pe_cycles, result.events, full.count()});
    put(result.run.value_or(RunResult{}), out);
    return out;
  }));
  RtlOutcome outcome;
  outcome.mismatch = take_text(in);
  outcome.pe_cycles = in.next();
  outcome.events = in.next();
  outcome.full_queues = in.next();
  outcome.result = take_result(in);
  return outcome;
}

}  // namespace

RtlOutcome run_rtl_forked(const Experiment& experiment, const CosimSetting& setting,
                          const VerilatedLibrary& library) {
  return run_rtl(experiment, setting, library);
}

RtlOutcome run_rtl_forked(const Experiment& experiment, const CosimSetting& setting,
                          SlicedModule& gates) {
  return run_rtl(experiment, setting, gates);
}

}  // namespace isobar::test
