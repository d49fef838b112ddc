// SPDX-License-Identifier: Apache-2.0
#include "tests/support/agent_bench.h"

#include <algorithm>
#include <numeric>

#include "models/schemes/contract/registry.h"

namespace isobar::test {

class AgentBench::Pe final : public AgentPe {
 public:
  Pe(AgentBench& bench, Node node, Load load)
      : bench_(bench),
        node_(node),
        load_(load),
        sent_(bench.scheme_->words().size()),
        received_(sent_),
        agent_(bench.scheme_->agent(node)) {}

  Node node() const override { return node_; }
  const Fabric& fabric() const override { return bench_.fabric_; }
  Load load() const override {
    return bench_.setting_.fluid ? std::max<Load>(0, load_ - (bench_.now_ - since_)) : load_;
  }
  Load working() const override { return working_ ? 1 : 0; }
  Load taken() const override { return taken_ + load_ - load(); }
  Load created() const override { return 0; }
  Cycle now() const override { return bench_.now_; }

  void send_word(Node to, const AgentWord& word) override {
    ++sent_.at(word.kind);
    bench_.deliver({0, 0, Event::Kind::word, to, node_, word});
  }
  Load send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd /*end*/) override {
    const Load given = std::min(tasks, load());
    if (given <= 0) return 0;
    add(-given);
    bench_.under_way_ += given;
    bench_.transfers_.push_back({bench_.now_, node_, to, given, note});
    ++transfers_sent_;
    ++bench_.pes_[to]->transfers_received_;
    const Load most = bench_.setting_.tasks_per_message;
    for (Load left = given; left > 0;) {
      const Load part = most == 0 ? left : std::min(left, most);
      bench_.deliver({0, 0, Event::Kind::tasks, to, node_, {}, part, note});
      left -= part;
    }
    return given;
  }
  void set_timer(Cycle after) override {
    bench_.post({bench_.now_ + after, 0, Event::Kind::timer, node_, node_, {}, 0, 0, ++timer_});
  }
  void hold(bool held) override {
    if (held && !held_) held_since_ = bench_.now_;
    if (!held && held_) {
      held_cycles_ += bench_.now_ - held_since_;
      bench_.post({bench_.now_, 0, Event::Kind::look, node_, node_});
    }
    held_ = held;
  }
  PersistentTasks* persistent_tasks() override { return nullptr; }
  void decides_by(Node source, std::size_t /*kind*/) override {
    if (source != node_) ++bench_.decisions_;
  }

  void start() {
    add(0);
    agent_->start(*this);
    look();
  }
  void handle(const Event& event) {
    switch (event.kind) {
      case Event::Kind::word:
        ++received_.at(event.word.kind);
        agent_->word(*this, event.from, event.word);
        break;
      case Event::Kind::tasks:
        add(event.tasks);
        bench_.under_way_ -= event.tasks;
        agent_->tasks(*this, event.from, event.tasks, event.note);
        look();
        break;
      case Event::Kind::timer:
        if (event.version == timer_) agent_->timer(*this);
        break;
      case Event::Kind::done:
        working_ = false;
        ++bench_.executed_;
        look();
        break;
      case Event::Kind::look:
        look();
        break;
      case Event::Kind::drained:
        if (event.version != draining_) break;
        add(0);
        agent_->load_changed(*this);
        break;
    }
  }
  /// Tasks waiting and worked on.
  Load held_tasks() const { return load() + (working_ ? 1 : 0); }

  AgentBench& bench_;
  Node node_;
  Load load_;
  Load taken_ = 0;
  Cycle since_ = 0;
  std::uint64_t draining_ = 0;
  bool working_ = false;
  bool held_ = false;
  Cycle held_since_ = 0;
  Cycle held_cycles_ = 0;
  std::uint64_t timer_ = 0;
  std::vector<std::int64_t> sent_;
  std::vector<std::int64_t> received_;
  std::int64_t transfers_sent_ = 0;
  std::int64_t transfers_received_ = 0;
  std::unique_ptr<Agent> agent_;

 private:
  /// Tasks come or go; what drained until now is done.
  void add(Load tasks) {
    if (!bench_.setting_.fluid) {
      load_ += tasks;
      return;
    }
    const Load left = load();
    bench_.executed_ += load_ - left;
    taken_ += load_ - left;
    load_ = left + tasks;
    since_ = bench_.now_;
    ++draining_;
    if (load_ > 0) {
      bench_.post({since_ + load_, 0, Event::Kind::drained, node_, node_, {}, 0, 0, draining_});
    }
  }
  void look() {
    if (bench_.setting_.work == 0 || working_ || held_ || load_ == 0) return;
    --load_;
    ++taken_;
    working_ = true;
    bench_.post({bench_.now_ + bench_.setting_.work, 0, Event::Kind::done, node_, node_});
    agent_->load_changed(*this);
  }
};

AgentBench::AgentBench(BenchSetting setting)
    : setting_(std::move(setting)),
      fabric_(Fabric::parse(setting_.fabric)),
      scheme_(SchemeChoice::parse(setting_.scheme)
                  .make_agents(fabric_, setting_.load_bits, setting_.seed, setting_.speeds)),
      random_(random_stream(setting_.seed, "delays")) {
  for (Node node = 0; node < fabric_.nodes(); ++node) {
    pes_.push_back(std::make_unique<Pe>(*this, node, setting_.loads.at(node)));
  }
}

AgentBench::~AgentBench() = default;

bool AgentBench::run() {
  for (auto& pe : pes_) pe->start();
  while (!events_.empty()) {
    const auto event = events_.top();
    if (event.cycle > setting_.max_cycles) return false;
    events_.pop();
    now_ = event.cycle;
    pes_[event.to]->handle(event);
  }
  return true;
}

void AgentBench::post(Event event) {
  event.number = number_++;
  events_.push(event);
}

void AgentBench::deliver(Event event) {
  const auto range = static_cast<std::uint64_t>(setting_.longest - setting_.shortest + 1);
  event.cycle = now_ + setting_.shortest + static_cast<Cycle>(random_() % range);
  if (setting_.in_order) {
    auto& last = last_[{event.from, event.to}];
    last = event.cycle = std::max(event.cycle, last);
  }
  post(event);
}

std::vector<Load> AgentBench::loads() const {
  std::vector<Load> all;
  for (const auto& pe : pes_) all.push_back(pe->load());
  return all;
}

Load AgentBench::all_tasks() const {
  Load all = under_way_ + executed_;
  for (const auto& pe : pes_) all += setting_.fluid ? pe->load_ : pe->held_tasks();
  return all;
}

namespace {

std::size_t kind_of(const MessageDrivenScheme& scheme, const std::string& name) {
  const auto& words = scheme.words();
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const WordKind& kind) { return kind.name == name; });
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace

std::int64_t AgentBench::words(const std::string& kind) const {
  std::int64_t all = 0;
  for (Node node = 0; node < fabric_.nodes(); ++node) all += sent(node, kind);
  return all;
}

std::int64_t AgentBench::sent(Node node) const {
  const auto& pe = *pes_[node];
  return std::accumulate(pe.sent_.begin(), pe.sent_.end(), pe.transfers_sent_);
}
std::int64_t AgentBench::received(Node node) const {
  const auto& pe = *pes_[node];
  return std::accumulate(pe.received_.begin(), pe.received_.end(), pe.transfers_received_);
}
std::int64_t AgentBench::sent(Node node, const std::string& kind) const {
  return pes_[node]->sent_.at(kind_of(*scheme_, kind));
}
std::int64_t AgentBench::received(Node node, const std::string& kind) const {
  return pes_[node]->received_.at(kind_of(*scheme_, kind));
}

Cycle AgentBench::held_cycles(Node node) const { return pes_[node]->held_cycles_; }

Load spread(const std::vector<Load>& loads) {
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  return *most - *least;
}

}  // namespace isobar::test
