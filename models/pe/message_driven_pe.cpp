// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_pe.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/network/header.h"

namespace isobar {
namespace {

constexpr std::int64_t bits_a_byte = 8;

}  // namespace

MessageDrivenPe::MessageDrivenPe(const sc_core::sc_module_name& name, Node node,
                                 MessageDrivenRun& run, TaskId first_task)
    : sc_module(name),
      node_(node),
      run_(run),
      agent_(run.experiment().agents->agent(node)),
      header_bits_(header_bits(run.experiment())),
      allowed_(has_turns() || is_persistent() ? 0 : unlimited),
      clock_(software() ? run.experiment().balancer.poll_period : 0,
             run.experiment().balancer.poll_cost, run.experiment().external_of(node)) {
  for (Load i = 0; i < run.experiment().loads[node]; ++i) {
    queue_.push({first_task + static_cast<TaskId>(i)});
  }
  if (auto* observer = run.observer()) observer->load_changes(0, node, load());
  SC_HAS_PROCESS(MessageDrivenPe);
  SC_METHOD(act);
  sensitive << wake_;
}

// Routers act in a cycle's first delta, PEs after them: all that can be used in a cycle is there.
void MessageDrivenPe::act() {
  if (run_.done()) return;
  if (!settling_) {
    settling_ = true;
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  settling_ = false;
  step();
  run_.alive();
}

void MessageDrivenPe::step() {
  if (!started_) {
    started_ = true;
    react([&] { agent_->start(*this); });
    if (software() && busy_until_ > now()) {
      enter(Stage::turn, busy_until_);
    } else {
      choose();
    }
  }
  while (send_due() || (!software() && serve()) || execute()) {
  }
  tell_looks();
  schedule();
}

void MessageDrivenPe::schedule() {
  std::optional<Cycle> next;
  const auto consider = [&](std::optional<Cycle> cycle) {
    if (!cycle || *cycle > run_.last_cycle()) return;  // the run ends before
    if (*cycle > now() && (!next || *cycle < *next)) next = cycle;
  };
  if (!departures_.empty()) consider(departures_.front().first);
  if (handled_ || busy_until_ > now()) consider(busy_until_);
  if (stage_ == Stage::work) {
    consider(clock_.end());
    if (software()) {
      if (const auto since = pending_since()) consider(clock_.look_end(*since));
      if (tells_looks()) consider(clock_.doing(now()).until);
    }
  } else if (stage_ != Stage::idle && stage_ != Stage::held) {
    consider(stage_until_);
  }
  if (!software() || stage_ == Stage::idle || stage_ == Stage::held) consider(timer_);
  if (stage_ == Stage::idle) consider(next_turn());
  if (next) wake_.notify(run_.clock().until(*next));
}

void MessageDrivenPe::deliver(PacketPtr packet) {
  ++run_.messages().received[node_];
  inbox_.emplace_back(now(), std::move(packet));
  most_waiting_ = std::max(most_waiting_, inbox_.size() + landing_.size());
  wake_.notify(sc_core::SC_ZERO_TIME);
}

// The balancer.

template <class Reaction>
void MessageDrivenPe::react(Reaction reaction) {
  sends_ = 0;
  reaction();
  busy_until_ = now() + sends_ * run_.experiment().balancer.handling;
}

bool MessageDrivenPe::is_pending() const {
  return !inbox_.empty() || load_news_ || gone_off_ || (timer_ && *timer_ <= now()) ||
         (!landing_.empty() && load() + static_cast<Load>(landing_.front()->tasks.size()) <=
                                   run_.experiment().queue_depth);
}

std::optional<Cycle> MessageDrivenPe::pending_since() const {
  std::optional<Cycle> since = load_news_;
  const auto consider = [&](Cycle cycle) {
    if (!since || cycle < *since) since = cycle;
  };
  if (!inbox_.empty()) consider(inbox_.front().first);
  if (timer_) consider(*timer_);
  if (gone_off_) consider(*gone_off_);
  return since;
}

/// Does one thing that is to be done now, if there is one.
bool MessageDrivenPe::serve() {
  if (busy_until_ > now()) return false;
  if (handled_) {
    react([&] { react_to(std::move(handled_)); });
    return true;
  }
  if (load_news_) {
    load_news_.reset();
    react([&] { agent_->load_changed(*this); });
    return true;
  }
  if (!landing_.empty() && land(landing_.front())) {
    landing_.pop_front();
    return true;
  }
  if (gone_off_ || (timer_ && *timer_ <= now())) {
    (gone_off_ ? gone_off_ : timer_).reset();
    react([&] { agent_->timer(*this); });
    return true;
  }
  if (inbox_.empty()) return false;
  handled_ = std::move(inbox_.front().second);
  inbox_.pop_front();
  busy_until_ = now() + run_.experiment().balancer.handling;
  return true;
}

void MessageDrivenPe::react_to(PacketPtr packet) {
  if (packet->is_transfer()) {
    if (!landing_.empty() || !land(packet)) landing_.push_back(std::move(packet));
    return;
  }
  told_[{packet->from, packet->word.kind}] = packet->determined;
  agent_->word(*this, packet->from, packet->word);
}

/// Puts a transfer's tasks into the queue, if there is room for them.
bool MessageDrivenPe::land(PacketPtr& packet) {
  const auto tasks = static_cast<Load>(packet->tasks.size());
  if (load() + tasks > run_.experiment().queue_depth) return false;
  for (const Task task : packet->tasks) queue_.push(task);
  run_.meter().land(tasks);
  load_changed(false);
  const auto landed = std::move(packet);
  react([&] { agent_->tasks(*this, landed->from, tasks, landed->note); });
  return true;
}

void MessageDrivenPe::post(PacketPtr packet) {
  ++sends_;
  ++run_.messages().sent[node_];
  packet->from = node_;
  packet->determined = now();
  departures_.emplace_back(now() + sends_ * run_.experiment().balancer.handling, std::move(packet));
}

void MessageDrivenPe::send_word(Node to, const AgentWord& word) { send_data(to, word, 0); }

void MessageDrivenPe::send_data(Node to, const AgentWord& word, std::int64_t bytes) {
  if (to == node_) throw ModelError("an agent sends a word to itself");
  auto packet = std::make_unique<Packet>();
  packet->to = to;
  packet->word = word;
  packet->bits =
      header_bits_ + run_.experiment().agents->words()[word.kind].bits + bits_a_byte * bytes;
  ++run_.messages().words[word.kind];
  post(std::move(packet));
}

Load MessageDrivenPe::send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd end) {
  const auto& e = run_.experiment();
  const Load sent = std::min(tasks, load());
  const Load most = e.balancer.tasks_per_message > 0 ? e.balancer.tasks_per_message : sent;
  for (Load left = sent; left > 0;) {
    auto packet = std::make_unique<Packet>();
    packet->note = note;
    const Load count = std::min(left, most);
    for (Load i = 0; i < count; ++i) packet->tasks.push_back(take(queue_, end));
    packet->bits = header_bits_ + e.agents->note_bits() + count * e.task_bits;
    left -= count;
    post_tasks(to, std::move(packet));
  }
  if (sent <= 0) return 0;
  leave(to, sent);
  return sent;
}

void MessageDrivenPe::send_task(Node to, TaskNumber number) {
  const auto place = place_of(number);
  const auto bytes = run_.application()->card(queue_[place].id).bytes;
  auto packet = std::make_unique<Packet>();
  packet->bits = header_bits_ + run_.experiment().agents->note_bits() + bits_a_byte * bytes;
  packet->tasks.push_back(queue_.take(place));
  post_tasks(to, std::move(packet));
  leave(to, 1);
}

const TaskCard& MessageDrivenPe::card(TaskNumber number) const {
  return run_.application()->card(queue_[place_of(number)].id);
}

std::uint32_t MessageDrivenPe::place_of(TaskNumber number) const {
  for (std::uint32_t i = 0; i < queue_.size(); ++i) {
    if (run_.application()->card(queue_[i].id).number == number) return i;
  }
  throw ModelError("an agent names a task that it does not hold");
}

std::vector<TaskNumber> MessageDrivenPe::divide(TaskNumber number, std::size_t parts) {
  const auto divided = run_.application()->divide(queue_[place_of(number)].id, parts, node_);
  for (std::int64_t i = 0; i < divided.others.count; ++i) {
    queue_.push({divided.others.first + static_cast<TaskId>(i)});
  }
  load_changed(false);
  return divided.numbers;
}

void MessageDrivenPe::merge(TaskNumber number, TaskNumber other) {
  const auto gone = queue_.take(place_of(other));
  run_.application()->merge(queue_[place_of(number)].id, gone.id);
  load_changed(false);
}

void MessageDrivenPe::retie(TaskNumber number, std::vector<TaskTie> ties) {
  run_.application()->retie(queue_[place_of(number)].id, std::move(ties));
}

void MessageDrivenPe::post_tasks(Node to, PacketPtr packet) {
  if (to == node_) throw ModelError("an agent sends tasks to itself");
  packet->to = to;
  ++run_.messages().transfers;
  post(std::move(packet));
}

/// So many of its tasks are on their way.
void MessageDrivenPe::leave(Node to, Load tasks) {
  run_.messages().tasks += tasks;
  run_.meter().leave(tasks);
  load_changed(false);
  if (auto* observer = run_.observer()) {
    observer->decides(now(), node_, router->route_port(to), tasks);
  }
}

bool MessageDrivenPe::send_due() {
  bool any = false;
  while (!departures_.empty() && departures_.front().first <= now()) {
    router->inject(std::move(departures_.front().second));
    departures_.pop_front();
    any = true;
  }
  return any;
}

void MessageDrivenPe::set_timer(Cycle after) {
  if (timer_ && *timer_ <= now()) gone_off_ = timer_;
  timer_ = now() + after;
}

void MessageDrivenPe::decides_by(Node source, std::size_t kind) {
  const auto told = told_.find({source, kind});
  if (told == told_.end()) return;
  auto& age = run_.age();
  const Cycle cycles = now() - told->second;
  ++age.uses;
  age.total += cycles;
  age.most = std::max(age.most, cycles);
}

void MessageDrivenPe::load_changed(bool by_executor) {
  run_.meter().load_changes(node_, load());
  run_.changed();
  if (by_executor && !load_news_) load_news_ = now();
  if (auto* observer = run_.observer()) observer->load_changes(now(), node_, load());
}

// The executor.

Activity MessageDrivenPe::activity() const {
  switch (stage_) {
    case Stage::idle:
      return Activity::idle;
    case Stage::work:
      return Activity::work;
    case Stage::look:
    case Stage::turn:
      return Activity::balance;
    case Stage::held:
    case Stage::fetch:
    case Stage::put:
      break;
  }
  return Activity::wait;
}

void MessageDrivenPe::enter(Stage stage, Cycle until) {
  stage_ = stage;
  stage_from_ = now();
  stage_until_ = until;
  looks_ = false;
  if (auto* observer = run_.observer()) {
    observer->activity_changes(now(), node_, activity(), working_ ? working_->id : 0);
  }
}

bool MessageDrivenPe::tells_looks() const {
  return stage_ == Stage::work && software() && run_.experiment().balancer.poll_cost > 0 &&
         run_.observer() != nullptr;
}

/// Looks in the middle of work, which need no event but to be seen.
void MessageDrivenPe::tell_looks() {
  if (!tells_looks()) return;
  const bool looks = clock_.doing(now()).looks;
  if (looks == looks_) return;
  looks_ = looks;
  run_.observer()->activity_changes(now(), node_, looks ? Activity::balance : Activity::work,
                                    working_->id);
}

/// Counts the cycles since the stage began; those of work are the clock's.
void MessageDrivenPe::leave_stage() { account_.add(activity(), now() - stage_from_); }

void MessageDrivenPe::create(const ApplicationRun::Children& children) {
  for (std::int64_t i = 0; i < children.count; ++i) {
    created_.push({children.first + static_cast<TaskId>(i)});
  }
}

bool MessageDrivenPe::is_persistent() const {
  return run_.application() != nullptr && run_.application()->iterations() > 0;
}

bool MessageDrivenPe::has_turns() const {
  return run_.application() != nullptr && run_.application()->has_turns();
}

double MessageDrivenPe::rated_speed() const {
  const auto& speeds = run_.experiment().speeds;
  return speeds.empty() ? 1 : boost::rational_cast<double>(speeds[node_]);
}

Load MessageDrivenPe::spare_places() const {
  const auto& e = run_.experiment();
  const auto tasks = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  return std::max<Load>(0, e.queue_depth - 1 - tasks) / e.fabric.pes();
}

std::int64_t MessageDrivenPe::memory() const {
  const auto& memories = run_.experiment().memories;
  return memories.empty() ? no_bound : memories[node_];
}

std::vector<const TaskCard*> MessageDrivenPe::cards() const {
  std::vector<const TaskCard*> all;
  for (std::uint32_t i = 0; i < queue_.size(); ++i) {
    all.push_back(&run_.application()->card(queue_[i].id));
  }
  return all;
}

bool MessageDrivenPe::may_fetch() const {
  return run_.application() != nullptr && !queue_.empty() && allowed_ != 0;
}

/// When it is to have a turn: where it lives in time steps, and has done all that it does in this.
std::optional<Cycle> MessageDrivenPe::next_turn() const {
  if (!has_turns() || allowed_ != 0 || working_ || !created_.empty()) return std::nullopt;
  return run_.application()->next_turn(node_);
}

bool MessageDrivenPe::has_turn() const {
  const auto next = next_turn();
  return next && *next <= now();
}

/// Has the turns that are due, as long as there is nothing to do in them.
void MessageDrivenPe::take_turns() {
  if (!has_turns() || allowed_ == unlimited || working_ || !created_.empty()) return;
  if (queue_.empty()) allowed_ = 0;
  while (allowed_ == 0 && created_.empty()) {
    const auto next = next_turn();
    if (next && *next > now()) return;
    if (!next) {  // it works off what is left
      allowed_ = unlimited;
      return;
    }
    const auto begun = run_.begin_turn(node_);
    create(begun.generated);
    allowed_ = begun.consumes;
    if (created_.empty() && queue_.empty()) allowed_ = 0;
  }
}

/// What comes next, when nothing is under way.
void MessageDrivenPe::choose() {
  take_turns();
  if (held_) {
    enter(Stage::held, 0);
  } else if (working_) {
    clock_.begin(now(), clock_.left());
    enter(Stage::work, 0);
  } else if (!created_.empty() && has_place()) {
    enter(Stage::put, now() + 1);
  } else if (!created_.empty()) {
    working_ = created_.pop_back();  // depth first, so that it can go on whatever the queue is
    begin_work();
  } else if (may_fetch()) {
    enter(Stage::fetch, now() + 1);
  } else {
    enter(Stage::idle, 0);
  }
}

void MessageDrivenPe::begin_work() {
  work_ = run_.application()->work(working_->id);
  clock_.begin(now(), run_.experiment().work_cycles(node_, work_));
  enter(held_ ? Stage::held : Stage::work, 0);
}

void MessageDrivenPe::finish_work() {
  const auto spent = clock_.finish();
  account_.add(Activity::work, spent.work);
  account_.add(Activity::balance, spent.looks);
  const Task done = *working_;
  working_.reset();
  ++account_.tasks;
  const auto children = run_.finish_task(node_, done.id, now() - 1, work_);
  create(children);
}

/// Whether a stage that waits for something need not wait any more.
bool MessageDrivenPe::go_on() {
  if (software() && is_pending()) {
    leave_stage();
    enter(Stage::look, now() + run_.experiment().balancer.poll_cost);
    return true;
  }
  if (stage_ == Stage::held ? held_ : !may_fetch() && !has_turn()) return false;
  leave_stage();
  choose();
  return true;
}

/// Ends what ends now, and begins what comes next. Returns whether anything did.
bool MessageDrivenPe::execute() {
  switch (stage_) {
    case Stage::idle:
    case Stage::held:
      return go_on();
    case Stage::work:
      if (now() >= clock_.end()) {
        finish_work();
        if (clock_.is_due()) {
          enter(Stage::look, now() + run_.experiment().balancer.poll_cost);
        } else {
          choose();
        }
        return true;
      }
      if (const auto since = pending_since();
          software() && since && clock_.look_end(*since) == now()) {
        const auto spent = clock_.interrupt(now());
        account_.add(Activity::work, spent.work);
        account_.add(Activity::balance, spent.looks);
        enter(Stage::turn, now());
        return true;
      }
      return false;
    case Stage::turn:
      if (serve()) {
        stage_until_ = busy_until_;
        return true;
      }
      if (busy_until_ > now()) return false;
      leave_stage();
      clock_.looked();
      choose();
      return true;
    case Stage::look:
      if (now() < stage_until_) return false;
      leave_stage();
      enter(Stage::turn, now());
      return true;
    case Stage::fetch:
    case Stage::put:
      break;
  }
  if (now() < stage_until_) return false;
  leave_stage();
  if (stage_ == Stage::put && has_place()) {
    queue_.push(created_.pop());
    ++put_;
    load_changed(true);
  } else if (stage_ == Stage::fetch && !queue_.empty()) {
    working_ = take(queue_, run_.experiment().fetch);
    ++taken_;
    if (allowed_ != unlimited) --allowed_;
    load_changed(true);
    begin_work();
    return true;
  }
  choose();
  return true;
}

void MessageDrivenPe::hold(bool held) {
  if (held == held_) return;
  held_ = held;
  // A program is in its turn; who is held finds out by itself that it is not.
  if (software() || !held) return;
  if (stage_ == Stage::work) {
    const auto spent = clock_.suspend(now());
    account_.add(Activity::work, spent.work);
    if (clock_.left() == 0) return;  // it has just been done
    enter(Stage::held, 0);
  } else if (stage_ == Stage::idle) {
    leave_stage();
    enter(Stage::held, 0);
  }
}

std::vector<Task> MessageDrivenPe::tasks() const {
  std::vector<Task> all;
  queue_.list(all);
  created_.list(all);
  if (working_) all.push_back(*working_);
  const auto add = [&](const PacketPtr& packet) {
    if (packet) all.insert(all.end(), packet->tasks.begin(), packet->tasks.end());
  };
  for (const auto& [at, packet] : inbox_) add(packet);
  for (const auto& [at, packet] : departures_) add(packet);
  for (const auto& packet : landing_) add(packet);
  add(handled_);
  return all;
}

ExecutorCounters MessageDrivenPe::account(Cycle end) const {
  auto account = account_;
  if (stage_ == Stage::work) {
    const auto spent = clock_.until(end);
    account.add(Activity::work, spent.work);
    account.add(Activity::balance, spent.looks);
  } else {
    account.add(activity(), end - stage_from_);
  }
  return account;
}

}  // namespace isobar
