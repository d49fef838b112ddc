// SPDX-License-Identifier: Apache-2.0
// PEs at pins give, to the bit, what the built-in ones give.
#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <regex>
#include <string>
#include <systemc>
#include <vector>

#include "models/errors.h"
#include "models/pe/fabric_model.h"
#include "models/pe/kernel.h"
#include "models/pe/run_cycles.h"
#include "tb/pins/pe_pins.h"
#include "tb/pins/pin_board.h"
#include "tb/rtl_options.h"
#include "tb/traffic.h"
#include "tb/verilated_library.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// All that an observer is told, in order for each PE and each link.
class Record final : public Observer {
 public:
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    events_.push_back({0, node, from, load, 0});
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    events_.push_back({1, node, cycle, port, tasks});
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override {
    events_.push_back({2, static_cast<std::int64_t>(link), from, to, value});
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    events_.push_back({3, static_cast<std::int64_t>(link), from, to, tasks});
  }

  void list(Numbers& numbers) {
    const auto by_place = [](const Event& a, const Event& b) {
      return std::make_pair(a[0], a[1]) < std::make_pair(b[0], b[1]);
    };
    std::stable_sort(events_.begin(), events_.end(), by_place);
    for (const auto& event : events_) numbers.insert(numbers.end(), event.begin(), event.end());
  }

 private:
  using Event = std::array<std::int64_t, 5>;
  std::vector<Event> events_;
};

/// What a run leaves: cycles, loads, counters, every PE's tasks, and the record.
Numbers outcome(const Experiment& e, FabricModel& fabric, Record& record) {
  Numbers numbers;
  std::vector<std::vector<Task>> tasks;
  for (Node node = 0; node < e.fabric.pes(); ++node) tasks.push_back(fabric.tasks(node));
  const auto result = fabric.finish();
  numbers.insert(numbers.end(), {result.run.steps, result.run.shifts, result.run.cycles});
  for (const auto& of_pe : tasks) {
    numbers.push_back(static_cast<std::int64_t>(of_pe.size()));
    for (const auto& task : of_pe) numbers.push_back(static_cast<std::int64_t>(task.id));
  }
  for (const auto& l : result.links) {
    numbers.insert(numbers.end(), {l.words, l.transfers, l.tasks, l.transfer_cycles, l.word_cycles,
                                   l.setup_cycles});
  }
  record.list(numbers);
  return numbers;
}

/// The first place where two differ; the length if they do not.
std::size_t first_difference(const Numbers& a, const Numbers& b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return at == a.end() && other == b.end() ? a.size() : static_cast<std::size_t>(at - a.begin());
}

Numbers built_in(const Experiment& e) {
  return test::in_child([&] {
    Record record;
    FabricModel fabric("fabric", e, {}, &record);
    run_kernel();
    return outcome(e, fabric, record);
  });
}

std::vector<Node> all_of(const Experiment& e) {
  std::vector<Node> nodes;
  for (Node node = 0; node < e.fabric.pes(); ++node) nodes.push_back(node);
  return nodes;
}

/// Condition C5 on a ring of one-lane links of a bit a cycle, clocked, from scratch. It has the
/// pins that it needs, by names of its own.
class ClockedPe : public sc_core::sc_module {
 public:
  ClockedPe(const sc_core::sc_module_name& name, const RtlParameters& parameters)
      : sc_module(name),
        load_bits_(parameters.load_bits),
        task_bits_(parameters.task_bits),
        link_(parameters.rings[0].link) {
    SC_HAS_PROCESS(ClockedPe);
    SC_METHOD(clock);
    sensitive << clk.pos();
    dont_initialize();
  }

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};
  sc_core::sc_in<bool> run{"run"};
  sc_core::sc_out<std::uint32_t> valid_o{"valid_o"};
  sc_core::sc_out<std::uint32_t> line_o{"line_o"};
  sc_core::sc_in<std::uint32_t> valid_i{"valid_i"};
  sc_core::sc_in<std::uint32_t> line_i{"line_i"};
  sc_core::sc_in<bool> new_valid{"new_valid"};
  sc_core::sc_out<bool> new_ready{"new_ready"};
  sc_core::sc_in<std::uint64_t> new_task{"new_task"};

 protected:
  /// What tests break.
  virtual std::int64_t first_beat() const { return link_.setup; }
  virtual std::uint64_t sent_task(std::uint64_t task) const { return task; }
  virtual bool newest() const { return false; }
  virtual std::uint32_t word_port() const { return 2; }
  virtual bool takes() const { return true; }

  const RtlLink& link() const { return link_; }

 private:
  void clock() {
    if (!rst_n.read()) {
      tasks_.clear();
      new_ready.write(takes());
      return;
    }
    if (new_valid.read() && new_ready.read()) tasks_.push_back(new_task.read());
    if (run.read()) {
      end_cycle();
      cycle_ = cycle_ + 1 == landing() + 1 ? 0 : cycle_ + 1;
    } else {
      cycle_ = 0;
    }
    if (cycle_ == 0) word_ = tasks_.size();
    new_ready.write(takes() && cycle_ != landing());
    drive();
  }

  Cycle decision() const { return link_.setup + load_bits_ + link_.latency; }
  Cycle landing() const { return decision() + link_.setup + task_bits_ + link_.latency; }

  void end_cycle() {
    if (cycle_ == 0) {
      heard_ = arrived_ = 0;
      heard_bits_ = arrived_bits_ = 0;
    }
    if (cycle_ < decision() && (valid_i.read() & 1U) != 0) {
      heard_ |= std::uint64_t{line_i.read() & 1U} << heard_bits_++;
    }
    if (cycle_ > decision() && (valid_i.read() & 2U) != 0) {
      arrived_ |= std::uint64_t{(line_i.read() >> 1U) & 1U} << arrived_bits_++;
    }
    if (cycle_ == decision()) {
      shifts_ = !tasks_.empty() && heard_ <= tasks_.size();
      if (shifts_) {
        const auto left = newest() ? tasks_.end() - 1 : tasks_.begin();
        leaving_ = sent_task(*left);
        tasks_.erase(left);
      }
    }
    if (cycle_ == landing() && arrived_bits_ > 0) tasks_.push_back(arrived_);
  }

  void drive() {
    const auto put = [&](std::uint32_t port, std::uint64_t message, Cycle beat) {
      valid_o.write(port);
      const auto bit = (message >> static_cast<std::uint64_t>(beat)) & 1U;
      line_o.write(bit != 0 ? port : 0);
    };
    valid_o.write(0);
    line_o.write(0);
    const Cycle in_word = cycle_ - first_beat();
    const Cycle in_task = cycle_ - decision() - 1 - first_beat();
    if (in_word >= 0 && in_word < load_bits_) put(word_port(), word_, in_word);
    if (shifts_ && in_task >= 0 && in_task < task_bits_) put(1, leaving_, in_task);
  }

  Cycle load_bits_;
  Cycle task_bits_;
  RtlLink link_;
  std::deque<std::uint64_t> tasks_;
  Cycle cycle_ = 0;
  std::uint64_t word_ = 0;
  std::uint64_t heard_ = 0, arrived_ = 0, leaving_ = 0;
  unsigned heard_bits_ = 0, arrived_bits_ = 0;
  bool shifts_ = false;
};

using RingPins = PePins<1, 64>;

/// Binds all ports, or all but the line that comes in.
void bind(ClockedPe& pe, RingPins& pins, bool all = true) {
  pe.clk(pins.clk_i);
  pe.rst_n(pins.rst_ni);
  pe.run(pins.run_i);
  pe.valid_o(pins.valid_o);
  pe.line_o(pins.line_o);
  pe.valid_i(pins.valid_i);
  if (all) pe.line_i(pins.line_i);
  pe.new_valid(pins.sink_tvalid_i);
  pe.new_ready(pins.sink_tready_o);
  pe.new_task(pins.sink_tdata_i);
}

/// PEs at pins, some modules of the type `Made` in a fabric, and the signals between.
template <class Made, class Pins>
struct Board {
  Board(const Experiment& e, const std::vector<Node>& nodes,
        const std::function<std::unique_ptr<Made>(const char* name)>& make,
        const std::vector<std::int64_t>& lanes = {})
      : board(e, lanes) {
    for (const Node node : nodes) {
      const auto number = std::to_string(node);
      pins.push_back(std::make_unique<Pins>(("pins_" + number).c_str()));
      made.push_back(make(("mine_" + number).c_str()));
      board.put(node, *pins.back());
    }
  }

  PinBoard board;
  std::vector<std::unique_ptr<Pins>> pins;
  std::vector<std::unique_ptr<Made>> made;
};

template <class Pe>
struct ClockedBoard : Board<ClockedPe, RingPins> {
  ClockedBoard(const Experiment& e, const std::vector<Node>& nodes)
      : Board(e, nodes,
              [&e](const char* name) { return std::make_unique<Pe>(name, RtlParameters::of(e)); }) {
    for (std::size_t i = 0; i < pins.size(); ++i) bind(*made[i], *pins[i]);
  }
};

void set_link(Experiment& e, std::size_t dimension, std::int64_t lanes, std::int64_t cycles,
              Cycle setup, Cycle latency) {
  e.links[dimension - 1] = LinkTiming(LinkClass{e.clock * lanes / cycles, latency, setup}, e.clock);
}

}  // namespace

TEST_CASE("a clocked PE written from scratch, at pins, gives what the built-in one gives") {
  auto e = test::experiment("ring:8", "lm-c5", "uniform:0..20");
  const bool plain_link = GENERATE(true, false);
  if (!plain_link) set_link(e, 1, 1, 1, 3, 4);
  const auto nodes = GENERATE(std::vector<Node>{3}, std::vector<Node>{2, 3, 6},
                              std::vector<Node>{0, 1, 2, 3, 4, 5, 6, 7});
  const auto plain = test::run_forked(e).result;
  const auto record = built_in(e);
  const auto own = test::in_child([&] {
    ClockedBoard<ClockedPe> at(e, nodes);
    Record seen;
    FabricModel fabric("fabric", e, {}, &seen, at.board.parts());
    run_kernel();
    return outcome(e, fabric, seen);
  });
  CHECK(record.size() > 1000);
  CHECK(first_difference(own, record) == record.size());
  const auto result = test::in_child([&] {
    ClockedBoard<ClockedPe> at(e, nodes);
    FabricModel fabric("fabric", e, {}, nullptr, at.board.parts());
    sc_core::sc_start();
    return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0};
  });
  CHECK(result == Numbers{1});
}

namespace {

/// The RTL behind ports as `verilator --sc` gives them.
template <unsigned Dimensions, unsigned TaskBits, unsigned LoadBits, unsigned MaxLanes>
class VerilatedPe final : public sc_core::sc_module {
  static constexpr unsigned ports = 2 * Dimensions;
  static constexpr unsigned dimension_bits = Dimensions > 2 ? 2 : 1;

 public:
  VerilatedPe(const sc_core::sc_module_name& name, const VerilatedLibrary& library)
      : sc_module(name), module_(library.instantiate(0)) {
    SC_HAS_PROCESS(VerilatedPe);
    SC_METHOD(eval);
    input(clk_i), input(rst_ni), input(run_i), input(valid_i), input(line_i);
    input(sink_tvalid_i), input(sink_tdata_i), input(fetch_i), input(source_tready_i);
    output(valid_o), output(line_o), output(sink_tready_o);
    output(source_tvalid_o), output(source_tdata_o);
    output(transfer_cycles_o), output(word_cycles_o), output(setup_cycles_o);
    output(error_o), output(obs_dimension_o), output(obs_part_o), output(obs_load_o),
        output(obs_shift_o);
    output(obs_head_o), output(obs_transfer_start_o), output(obs_transfer_end_o);
    output(obs_landing_o), output(obs_landed_o);
  }

  template <unsigned Bits>
  struct In : sc_core::sc_in<PinType<Bits>> {
    using sc_core::sc_in<PinType<Bits>>::sc_in;
  };
  template <unsigned Bits>
  struct Out : sc_core::sc_out<PinType<Bits>> {
    using sc_core::sc_out<PinType<Bits>>::sc_out;
  };

  In<1> clk_i{"clk_i"}, rst_ni{"rst_ni"}, run_i{"run_i"};
  Out<ports> valid_o{"valid_o"};
  Out<ports * MaxLanes> line_o{"line_o"};
  In<ports> valid_i{"valid_i"};
  In<ports * MaxLanes> line_i{"line_i"};
  In<1> sink_tvalid_i{"sink_tvalid_i"};
  Out<1> sink_tready_o{"sink_tready_o"};
  In<TaskBits> sink_tdata_i{"sink_tdata_i"};
  In<1> fetch_i{"fetch_i"};
  Out<1> source_tvalid_o{"source_tvalid_o"};
  In<1> source_tready_i{"source_tready_i"};
  Out<TaskBits> source_tdata_o{"source_tdata_o"};
  Out<ports * 32> transfer_cycles_o{"transfer_cycles_o"}, word_cycles_o{"word_cycles_o"},
      setup_cycles_o{"setup_cycles_o"};
  Out<3> error_o{"error_o"};
  Out<dimension_bits> obs_dimension_o{"obs_dimension_o"};
  Out<16> obs_cycle_o{"obs_cycle_o"};  // tb/abi has it not
  Out<2> obs_part_o{"obs_part_o"};
  Out<LoadBits> obs_load_o{"obs_load_o"};
  Out<1> obs_shift_o{"obs_shift_o"};
  Out<TaskBits> obs_head_o{"obs_head_o"};
  Out<ports> obs_transfer_start_o{"obs_transfer_start_o"}, obs_transfer_end_o{"obs_transfer_end_o"};
  Out<1> obs_landing_o{"obs_landing_o"};
  Out<TaskBits> obs_landed_o{"obs_landed_o"};

 private:
  template <unsigned Bits>
  void input(In<Bits>& port) {
    sensitive << port;
    before_.push_back([this, &port, rtl = module_.port(port.basename())]() mutable {
      to_words<Bits>(port.read(), words_.data());
      rtl.write_all(words_.data());
    });
  }
  template <unsigned Bits>
  void output(Out<Bits>& port) {
    after_.push_back([this, &port, rtl = module_.port(port.basename())] {
      rtl.read_all(words_.data());
      port.write(from_words<Bits>(words_.data()));
    });
  }
  void eval() {
    for (const auto& copy : before_) copy();
    module_.eval();
    for (const auto& copy : after_) copy();
  }

  VerilatedModule module_;
  std::array<std::uint64_t, 64> words_{};
  std::vector<std::function<void()>> before_;
  std::vector<std::function<void()>> after_;
};

VerilatedLibrary rtl_of(const Experiment& e, const std::vector<std::int64_t>& lanes) {
  return VerilatedLibrary({"isobar_pe", rtl_pe_options(RtlParameters::of(e, lanes))});
}

RandomExecutor executor_of(const Experiment& e, const Traffic& traffic, Node node) {
  const auto total = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  return {traffic, node, static_cast<std::uint64_t>(total) + node, e.fabric.pes()};
}

/// Random work at a PE's pins.
template <class Pins>
class PinExecutor final : public sc_core::sc_module, private QueueSide {
 public:
  PinExecutor(const sc_core::sc_module_name& name, Pins& pins, std::int64_t task_bits,
              const RandomExecutor& work)
      : sc_module(name), pins_(pins), task_bits_(task_bits), work_(work) {
    SC_HAS_PROCESS(PinExecutor);
    SC_METHOD(clock);
    sensitive << pins.clk_i.posedge_event();
    dont_initialize();
  }

 private:
  void clock() {
    if (!pins_.run_i.read()) return;
    work_.act(*this);  // in the cycle that ends
    work_.begin_cycle();
    pins_.sink_tvalid_i.write(work_.offered().has_value());
    if (work_.offered()) {
      std::vector<std::uint64_t> words;
      task_payload(*work_.offered(), task_bits_, words);
      pins_.sink_tdata_i.put(words.data());
    }
    pins_.fetch_i.write(work_.asks());
    pins_.source_tready_i.write(work_.ready());
  }

  bool empty() override { return false; }
  bool full() override { return false; }
  std::optional<Task> fetch() override { return std::nullopt; }  // comes out a cycle later
  bool accept(Task /*task*/) override { return pins_.sink_tready_o.read(); }

  Pins& pins_;
  std::int64_t task_bits_;
  RandomExecutor work_;
};

/// The same work at the queues of modelled PEs, from cycle 1 on.
class ModelExecutors final : public sc_core::sc_module {
 public:
  ModelExecutors(const sc_core::sc_module_name& name, const Experiment& e, const Traffic& traffic,
                 const std::vector<Node>& nodes, FabricModel& fabric)
      : sc_module(name), clock_(e.clock), fabric_(fabric) {
    for (const Node node : nodes) work_.emplace_back(node, executor_of(e, traffic, node));
    SC_HAS_PROCESS(ModelExecutors);
    SC_METHOD(act);
  }

 private:
  void act() {
    acted_ = !acted_;
    if (acted_) {  // after the model's PEs
      next_trigger(sc_core::SC_ZERO_TIME);
      return;
    }
    if (fabric_.done()) return;
    if (clock_.now() > 0) {
      for (auto& [node, work] : work_) {
        work.begin_cycle();
        work.act(fabric_.pe(node));
      }
    }
    next_trigger(clock_.time(1));
  }

  CycleClock clock_;
  FabricModel& fabric_;
  std::vector<std::pair<Node, RandomExecutor>> work_;
  bool acted_ = false;
};

Numbers built_in(const Experiment& e, const std::vector<Node>& nodes, const Traffic& traffic) {
  return test::in_child([&] {
    Record record;
    FabricModel fabric("fabric", e, {}, &record);
    ModelExecutors executors("executors", e, traffic, nodes, fabric);
    run_kernel();
    return outcome(e, fabric, record);
  });
}

/// What a fabric leaves in which these PEs are the RTL at pins, and how many of its PEs' own
/// counters are not those of their links.
template <unsigned Dimensions, unsigned TaskBits, unsigned LoadBits, unsigned MaxLanes>
Numbers rtl_at_pins(const Experiment& e, const std::vector<Node>& nodes,
                    const std::vector<std::int64_t>& lanes = {}, const Traffic& traffic = {}) {
  const auto library = rtl_of(e, lanes);
  return test::in_child([&] {
    using Pe = VerilatedPe<Dimensions, TaskBits, LoadBits, MaxLanes>;
    using Pins = PePins<Dimensions, TaskBits, LoadBits, MaxLanes>;
    Board<Pe, Pins> at(
        e, nodes, [&](const char* name) { return std::make_unique<Pe>(name, library); }, lanes);
    for (std::size_t i = 0; i < nodes.size(); ++i) at.pins[i]->bind(*at.made[i]);
    std::deque<PinExecutor<Pins>> executors;
    for (std::size_t i = 0; traffic.any() && i < nodes.size(); ++i) {
      executors.emplace_back(("executor_" + std::to_string(i)).c_str(), *at.pins[i], e.task_bits,
                             executor_of(e, traffic, nodes[i]));
    }
    Record seen;
    FabricModel fabric("fabric", e, {}, &seen, at.board.parts());
    run_kernel();
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (unsigned port = 0; port < e.fabric.degree(); ++port) {
        const auto counters = fabric.channel(nodes[i], port)->counters();
        const auto at_port = at.board.parameters().port(e.fabric.ports()[port]);
        const auto counted = [&](const Pin& pin) {
          std::array<std::uint64_t, 64> words{};
          pin.get(words.data());
          return static_cast<Cycle>((words[at_port / 2] >> (at_port % 2 * 32)) & 0xffffffff);
        };
        wrong += counted(at.pins[i]->transfer_cycles_o) != counters.transfer_cycles;
        wrong += counted(at.pins[i]->word_cycles_o) != counters.word_cycles;
        wrong += counted(at.pins[i]->setup_cycles_o) != counters.setup_cycles;
        wrong += at.pins[i]->error_o.read() != 0;
      }
      wrong += static_cast<Load>(at.pins[i]->obs_load_o.read()) != fabric.queue(nodes[i]).size();
    }
    auto numbers = outcome(e, fabric, seen);
    numbers.push_back(wrong);
    return numbers;
  });
}

/// Whether one, some and all PEs of RTL at pins give what the built-in run gives.
template <unsigned Dimensions, unsigned TaskBits = 64, unsigned LoadBits = 16,
          unsigned MaxLanes = 1>
void agree(const Experiment& e, const std::vector<std::int64_t>& lanes = {}) {
  auto record = built_in(e);
  record.push_back(0);
  CHECK(record.size() > 500);
  for (const auto& nodes : {std::vector<Node>{1}, std::vector<Node>{0, 1, 3, 6}, all_of(e)}) {
    INFO(nodes.size() << " PEs at pins");
    const auto own = rtl_at_pins<Dimensions, TaskBits, LoadBits, MaxLanes>(e, nodes, lanes);
    CHECK(first_difference(own, record) == record.size());
  }
}

}  // namespace

TEST_CASE("the RTL at pins gives what the built-in PE gives, whatever the condition", "[rtl]") {
  const int condition = GENERATE(0, 1, 2, 3, 4, 5);
  auto e = test::experiment("torus:4x3", "lm-c" + std::to_string(condition), "uniform:0..12");
  e.goal = {Goal::Kind::steps, 12};
  e.max_steps = 12;
  set_link(e, 1, 1, 1, 2, 3);
  agree<2>(e);
}

TEST_CASE("the RTL at pins gives what the built-in PE gives on fabrics of all kinds", "[rtl]") {
  const auto run_for = [](Experiment& e) {
    e.goal = {Goal::Kind::steps, 10};
    e.max_steps = 10;
  };
  SECTION("a hypercube, whose dimensions have one port") {
    auto e = test::experiment("hypercube:3", "lm-c4", "uniform:0..9");
    run_for(e);
    agree<3>(e);
  }
  SECTION("hierarchical hypercubes") {
    auto e = test::experiment("hhc:2", "lm-c5", "uniform:0..9");
    run_for(e);
    INFO(RtlParameters::of(e).rings.size());
    agree<3>(e);
  }
  SECTION("lanes, several cycles a bit, set-up, latency, wide tasks") {
    auto e = test::experiment("torus:4x3", "lm-c5", "uniform:0..9");
    e.task_bits = 200;
    set_link(e, 1, 8, 1, 3, 5);
    set_link(e, 2, 1, 4, 1, 2);
    run_for(e);
    agree<2, 200, 16, 8>(e);
  }
  SECTION("more lanes than bandwidth asks for, and narrow tasks") {
    auto e = test::experiment("ring:7", "lm-c2", "uniform:0..9");
    e.task_bits = 6;
    set_link(e, 1, 1, 3, 0, 1);
    run_for(e);
    agree<1, 6, 16, 2>(e, {2});
  }
}

TEST_CASE("what goes through the streams at pins counts as what an executor does",
          "[rtl][volume]") {
  const Cycle setup = GENERATE(0, 1, 7);
  const int condition = GENERATE(0, 1, 5);
  const std::uint64_t seed = GENERATE(1, 2);
  auto e = test::experiment("ring:6", "lm-c" + std::to_string(condition), "uniform:0..5");
  e.queue_depth = 8;
  set_link(e, 1, 4, 1, setup, 2);
  e.goal = {Goal::Kind::steps, 150};
  e.max_steps = 150;
  const Traffic traffic{0.3, 0.3, seed};
  for (const auto& nodes : {std::vector<Node>{4}, std::vector<Node>{0, 2, 3}, all_of(e)}) {
    auto record = built_in(e, nodes, traffic);
    record.push_back(0);
    INFO("C" << condition << ", set-up " << setup << ", " << nodes.size() << " PEs at pins");
    CHECK(record.size() > 5000);
    const auto own = rtl_at_pins<1, 64, 16, 4>(e, nodes, {}, traffic);
    CHECK(first_difference(own, record) == record.size());
  }
}

namespace {

/// The message of what `body` throws, in a process of its own; empty if it throws nothing.
std::string refusal(const std::function<void()>& body) {
  const auto text = test::in_child([&] {
    Numbers letters;
    try {
      body();
    } catch (const std::exception& error) {
      for (const char* c = error.what(); *c != 0; ++c) letters.push_back(*c);
    }
    return letters;
  });
  std::string message;
  for (const auto letter : text) message += static_cast<char>(letter);
  return message;
}

bool says(const std::string& message, const std::vector<std::string>& parts) {
  for (const auto& part : parts) {
    if (message.find(part) == std::string::npos) {
      UNSCOPED_INFO("\"" << message << "\" has no \"" << part << '"');
      return false;
    }
  }
  return true;
}

Experiment small_ring(const std::string& scheme = "lm-c5") {
  return test::experiment("ring:4", scheme, std::vector<Load>{5, 0, 2, 1});
}

/// What a run says in which PE 0 is of this type, on links of set-up 1.
template <class Pe>
std::string run_with(const std::function<void(RingPins&)>& more = {}) {
  return refusal([&] {
    auto e = small_ring();
    set_link(e, 1, 1, 1, 1, 2);
    ClockedBoard<Pe> at(e, {0});
    if (more) more(*at.pins[0]);
    FabricModel fabric("fabric", e, {}, nullptr, at.board.parts());
    run_kernel();
  });
}

struct LatePe : ClockedPe {
  using ClockedPe::ClockedPe;
  std::int64_t first_beat() const override { return link().setup + 1; }
};
struct EarlyPe : ClockedPe {
  using ClockedPe::ClockedPe;
  std::int64_t first_beat() const override { return link().setup - 1; }
};
struct WrongPortPe : ClockedPe {
  using ClockedPe::ClockedPe;
  std::uint32_t word_port() const override { return 1; }
};
struct SilentPe : ClockedPe {
  using ClockedPe::ClockedPe;
  std::uint32_t word_port() const override { return 0; }
};
struct ForgingPe : ClockedPe {
  using ClockedPe::ClockedPe;
  std::uint64_t sent_task(std::uint64_t task) const override { return task ^ 1U; }
};
struct StackPe : ClockedPe {
  using ClockedPe::ClockedPe;
  bool newest() const override { return true; }
};
struct BusyPe : ClockedPe {
  using ClockedPe::ClockedPe;
  bool takes() const override { return false; }
};

/// Writes a pin in every cycle.
class Driver final : public sc_core::sc_module {
 public:
  enum class When { before_run, in_run, at_rising_edges };

  Driver(const sc_core::sc_module_name& name, RingPins& pins, Pin& pin, When when)
      : sc_module(name), pins_(pins), pin_(pin), when_(when) {
    SC_HAS_PROCESS(Driver);
    SC_METHOD(drive);
    sensitive << (when == When::at_rising_edges ? pins.clk_i.posedge_event()
                                                : pins.clk_i.negedge_event());
    dont_initialize();
  }

 private:
  void drive() {
    if (when_ != When::in_run || pins_.run_i.read()) pin_.set(1);
  }

  RingPins& pins_;
  Pin& pin_;
  When when_;
};

}  // namespace

TEST_CASE("a PE that breaks the contract of its pins is named, with pin and cycle") {
  CHECK(run_with<ClockedPe>().empty());
  CHECK(says(run_with<LatePe>(), {"PE 0", "cycle 2:", "pins_0.valid_o[1] (link_0_pred1) rises",
                                  "a word", "cycles 1 to 16"}));
  CHECK(says(run_with<EarlyPe>(), {"PE 0", "cycle 0:", "pins_0.valid_o[1] (link_0_pred1) is high",
                                   "a word has its bits", "cycles 1 to 16"}));
  CHECK(says(run_with<WrongPortPe>(),
             {"PE 0", "cycle 1:", "pins_0.valid_o[0] (link_0_succ1)", "nothing is sent"}));
  CHECK(says(run_with<SilentPe>(), {"PE 0", "cycle 19:", "pins_0.valid_o[1] (link_0_pred1)",
                                    "not risen for the word from cycle 1 on"}));
  CHECK(says(run_with<ForgingPe>(), {"PE 0", "pins_0.valid_o[0] (link_0_succ1)",
                                     "00000001, which no task has that the PE holds"}));
  CHECK(says(run_with<BusyPe>(),
             {"PE 0", "cycle -1:", "pins_0.sink_tready_o was low", "only 0 of 5 initial tasks"}));
}

TEST_CASE("bits at a port that leads nowhere are refused") {
  const auto message = refusal([] {
    const auto e = test::experiment("ring:2", "lm-c5", std::vector<Load>{3, 0});
    ClockedBoard<ClockedPe> at(e, {0});
    FabricModel fabric("fabric", e, {}, nullptr, at.board.parts());
    run_kernel();
  });
  CHECK(says(message, {"PE 0", "cycle 0:", "pins_0.valid_o is 0x2; links leave at 0x1"}));
}

TEST_CASE("which task a PE at pins sends is known by its bits") {
  auto e = small_ring();
  e.goal = {Goal::Kind::steps, 1};
  e.max_steps = 1;
  const auto held = test::in_child([&] {
    ClockedBoard<StackPe> at(e, {0});
    FabricModel fabric("fabric", e, {}, nullptr, at.board.parts());
    run_kernel();
    Numbers tasks;
    for (const Node node : {0, 1}) {
      for (const auto& task : fabric.tasks(node)) {
        tasks.push_back(static_cast<std::int64_t>(task.id));
      }
    }
    return tasks;
  });
  CHECK(held == Numbers{0, 1, 2, 3, 4});  // PE 1 had none, and has the newest of PE 0's five
}

TEST_CASE("streams are driven by the contract of the pins, or are refused") {
  using Choice = Pin& (*)(RingPins&);
  const auto driven = [](const std::vector<Choice>& choices, Driver::When when) {
    return run_with<ClockedPe>([=](RingPins& pins) {
      for (const auto choose : choices) {
        const auto name = "driver_" + std::string(choose(pins).short_name());
        new Driver(name.c_str(), pins, choose(pins), when);  // until the end of the process
      }
    });
  };
  const Choice valid = [](RingPins& pins) -> Pin& { return pins.sink_tvalid_i; };
  const Choice data = [](RingPins& pins) -> Pin& { return pins.sink_tdata_i; };
  const Choice fetch = [](RingPins& pins) -> Pin& { return pins.fetch_i; };
  for (const auto& [choice, name] :
       {std::pair(valid, "pins_0.sink_tvalid_i"), std::pair(data, "pins_0.sink_tdata_i"),
        std::pair(fetch, "pins_0.fetch_i")}) {
    CHECK(says(driven({choice}, Driver::When::before_run),
               {"PE 0", "cycle -", name, "is driven before run_i is high"}));
  }
  // Two modules write the sink at once: SystemC says so.
  CHECK(says(driven({valid}, Driver::When::at_rising_edges),
             {"pins_0.sink_tvalid_i", "driver_sink_tvalid_i", "conflicting write"}));
  CHECK(says(driven({valid, data}, Driver::When::in_run),
             {"PE 0", "pins_0.sink_tdata_i is 0x0000000000000001, which no task has"}));
  CHECK(says(driven({fetch}, Driver::When::in_run),
             {"PE 0", "pins_0.source_tvalid_o is low after fetch_i has asked"}));
}

TEST_CASE("pins that do not fit are refused by name") {
  const auto put = [](auto make, const std::vector<std::int64_t>& lanes = {}) {
    return refusal([&] {
      const auto e = small_ring();
      PinBoard board(e, lanes);
      const auto pins = make();
      board.put(3, *pins);
    });
  };
  CHECK(put([] { return std::make_unique<RingPins>("pins_3"); }).empty());
  CHECK(says(put([] { return std::make_unique<PePins<1, 32>>("pins_3"); }),
             {"PE 3", "pins_3.sink_tdata_i is 32 bits", "needs 64"}));
  CHECK(says(put([] { return std::make_unique<PePins<2, 64>>("pins_3"); }),
             {"PE 3", "pins_3.valid_o is 4 bits", "needs 2: 2 ports"}));
  CHECK(says(put([] { return std::make_unique<RingPins>("pins_3"); }, {4}),
             {"PE 3", "pins_3.line_o is 2 bits", "needs 8: 2 ports of 4 lanes"}));
  CHECK(says(put([] { return std::make_unique<PePins<1, 64, 12>>("pins_3"); }),
             {"PE 3", "pins_3.obs_load_o is 12 bits", "needs 16"}));
}

TEST_CASE("places and schemes that cannot be at pins are refused") {
  CHECK(says(refusal([] { PinBoard board(small_ring("diffusion")); }), {"lm-c0 to lm-c5"}));
  const auto with_board = [](const std::function<void(PinBoard&, RingPins&)>& body) {
    return refusal([&] {
      const auto e = small_ring();
      PinBoard board(e);
      RingPins pins("pins");
      body(board, pins);
    });
  };
  CHECK(says(with_board([](PinBoard& board, RingPins& pins) { board.put(4, pins); }),
             {"no PE 4", "PEs 0 to 3"}));
  CHECK(says(with_board([](PinBoard& board, RingPins& pins) {
               board.put(1, pins);
               RingPins other("other");
               board.put(1, other);
             }),
             {"PE 1 has its pins already"}));
  CHECK(says(with_board([](PinBoard& board, RingPins& pins) {
               board.put(1, pins);
               board.put(2, pins);
             }),
             {"the pins of PE 1 cannot be those of PE 2 too"}));
  CHECK(says(with_board([](PinBoard& board, RingPins& pins) {
               board.put(0, pins);
               board.parts(sc_core::sc_time(27, sc_core::SC_NS));
             }),
             {"cannot begin at 27 ns", "need 28 ns"}));
  CHECK(says(with_board([](PinBoard& board, RingPins& pins) {
               board.parts();
               board.put(0, pins);
             }),
             {"pins of PE 0", "before the fabric"}));
  CHECK(says(with_board([](PinBoard& board, RingPins& /*pins*/) {
               board.parts();
               board.parts();
             }),
             {"one fabric"}));
  CHECK(says(refusal([] {
               auto e = small_ring();
               e.clock = Rational(500'000'000'000);
               PinBoard(e).parts();
             }),
             {"a cycle of 2 ps", "3 ps"}));
  CHECK(says(with_board([](PinBoard& /*board*/, RingPins& pins) { pins.pin("valid"); }),
             {"no pin valid"}));
}

TEST_CASE("cycle 0 begins when the board says, and no earlier or later") {
  const auto e = small_ring();
  const auto plain = built_in(e);
  const auto begun = [&](Cycle later, Cycle than_said) {
    return test::in_child([&] {
      ClockedBoard<ClockedPe> at(e, {0, 2});
      const auto cycle = at.board.boot_time() / static_cast<double>(at.board.boot_cycles());
      auto parts = at.board.parts(at.board.boot_time() + static_cast<double>(later) * cycle);
      parts.begin += static_cast<double>(than_said) * cycle;
      Record seen;
      FabricModel fabric("fabric", e, {}, &seen, parts);
      try {
        run_kernel();
      } catch (const ModelError& error) {
        return Numbers{says(error.what(), {"PinBoard::parts"}) ? -1 : -2};
      }
      return outcome(e, fabric, seen);
    });
  };
  CHECK(begun(0, 0) == plain);
  CHECK(begun(100, 0) == plain);
  CHECK(begun(0, 1) == Numbers{-1});
  CHECK(begun(0, -1) == Numbers{-1});
}

TEST_CASE("a port of the PE that is left open is named by SystemC") {
  const auto message = refusal([] {
    const auto e = small_ring();
    PinBoard board(e);
    RingPins pins("pins");
    ClockedPe pe("mine", board.parameters());
    bind(pe, pins, false);
    board.put(1, pins);
    FabricModel fabric("fabric", e, {}, nullptr, board.parts());
    sc_core::sc_start();
  });
  CHECK(says(message, {"E109", "mine.line_i"}));
}

TEST_CASE("an application cannot work at PEs at pins") {
  const auto e = small_ring();
  CHECK(says(refusal([&] {
               struct Listener final : LandingListener {
                 virtual ~Listener() = default;
                 void landed(Node /*node*/) override {}
               } listener;
               ClockedBoard<ClockedPe> at(e, {1});
               FabricModel fabric("fabric", e, {}, nullptr, at.board.parts());
               fabric.pe(1).attach(listener);
             }),
             {"PE 1 is at pins", "no application"}));
}

TEST_CASE("a task is known by its bits") {
  const std::int64_t bits = GENERATE(1, 5, 31, 32, 33, 64, 65, 200);
  for (const std::uint64_t id : {0ULL, 1ULL, 17ULL, 0x1fULL, 0xffffffffULL}) {
    const auto known = bits < 32 ? id & ((1ULL << static_cast<unsigned>(bits)) - 1) : id;
    std::vector<std::uint64_t> words;
    task_payload(Task{id}, bits, words);
    const auto task = task_of(words, bits);
    REQUIRE(task.has_value());
    CHECK(task->id == known);
    if (bits <= 64) continue;
    words.back() ^= 1U;
    CHECK_FALSE(task_of(words, bits).has_value());
  }
}

TEST_CASE("a beat is what is on the line in its last cycle") {
  const RtlLink link{3, 4, 2, 1};
  LineListener listener(link);
  listener.await(Message::Kind::word, 10, 8);  // bits in cycles 12 to 23
  const std::array<std::uint64_t, 3> beats = {0x5, 0x3, 0x2};
  for (Cycle cycle = 10; cycle < 26; ++cycle) {
    const bool bits = cycle >= 12 && cycle < 24;
    const auto beat = static_cast<std::size_t>((cycle - 12) / 4);
    const bool last = (cycle - 12) % 4 == 3;
    const std::uint64_t line = !bits ? 0 : (last ? beats[beat] : 7) << 9U;
    REQUIRE(listener.hear(cycle, bits, &line, 9).empty());
    CHECK(listener.begins(cycle) == (cycle == 12));
    CHECK(listener.ends(cycle) == (cycle == 23));
  }
  CHECK(listener.message().payload == std::vector<std::uint64_t>{0x5 | 0x3 << 3 | 0x2 << 6});
}

TEST_CASE("pins of all types hold their bits") {
  const auto held = test::in_child([] {
    PePins<2, 200, 40, 20> pins("pins");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const std::array<std::uint64_t, 4> words = {0x0123456789abcdef, 0xfedcba9876543210,
                                                0x1111222233334444, 0xa5};
    std::int64_t right = 0;
    for (auto* pin : pins.pins()) {
      std::array<std::uint64_t, 8> put{};
      put_bits(words.data(), 0, put.data(), 0, std::min<std::size_t>(pin->bits(), 200));
      pin->put(put.data());
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      std::array<std::uint64_t, 8> got{};
      pin->get(got.data());
      right += got == put ? 1 : 0;
    }
    return Numbers{right, static_cast<std::int64_t>(pins.pins().size()),
                   static_cast<std::int64_t>(pins.line_o.read().length())};
  });
  CHECK(held == Numbers{28, 28, 80});
}

TEST_CASE("the pins are the ports of isobar_pe") {
  std::ifstream source(std::string(ISOBAR_SOURCE_DIR) + "/rtl/liquid/isobar_pe.sv");
  const std::regex port(R"(^  (?:input|output) +logic +(?:\[.*\])? *(\w+),?.*)");
  std::string ports;
  for (std::string line; std::getline(source, line);) {
    std::smatch found;
    if (std::regex_match(line, found, port)) ports += found.str(1) + " ";
  }
  const auto letters = test::in_child([] {
    RingPins pins("pins");
    Numbers names;
    for (const auto* pin : pins.pins()) {
      for (const char* c = pin->short_name(); *c != 0; ++c) names.push_back(*c);
      names.push_back(' ');
    }
    return names;
  });
  std::string pins;
  for (const auto letter : letters) pins += static_cast<char>(letter);
  CHECK(pins.size() > 100);
  CHECK(pins == ports);
}
