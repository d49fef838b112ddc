// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr int always = -1;     ///< computed in every cycle
constexpr int nobody = -2;     ///< needed by nothing so far
constexpr int no_driver = -1;  ///< an input, a register or a constant

/// The gates, and each port at which a memory is read, are numbered as steps of the computation.
class Writer {
 public:
  explicit Writer(const GateNetlist& netlist)
      : in_(netlist),
        driver_(netlist.nets, no_driver),
        names_(netlist.nets),
        groups_of_steps_(steps(), nobody) {}

  std::string write() {
    sort_registers();
    name_nets();
    order_steps();
    choose_groups();
    state();
    settle();
    clock();
    ports();
    return std::move(text_);
  }

 private:
  struct Read {
    std::size_t memory;
    std::size_t port;
  };

  std::size_t steps() {
    for (std::size_t m = 0; m < in_.memories.size(); ++m) {
      for (std::size_t p = 0; p < in_.memories[m].reads.size(); ++p) reads_.push_back({m, p});
    }
    return in_.gates.size() + reads_.size();
  }
  const GateMemory::Port& read(std::size_t step) const {
    const auto& read = reads_[step - in_.gates.size()];
    return in_.memories[read.memory].reads[read.port];
  }
  bool is_gate(std::size_t step) const { return step < in_.gates.size(); }

  /// Registers with the same enable lie side by side, those without one first.
  void sort_registers() {
    registers_ = in_.registers;
    const auto enable = [](const Register& r) { return r.enable ? *r.enable + 1 : 0; };
    std::stable_sort(registers_.begin(), registers_.end(),
                     [&](const auto& a, const auto& b) { return enable(a) < enable(b); });
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      const auto& its = registers_[i].enable;
      if (!its) {
        ++without_enable_;
      } else if (groups_.empty() || groups_.back().enable != *its) {
        groups_.push_back({*its, i, i + 1});
      } else {
        groups_.back().end = i + 1;
      }
    }
  }

  void name_nets() {
    names_[net_0] = "s.zero";
    names_[net_1] = "s.one";
    std::size_t inputs = 0;
    for (const auto& [port, bits] : in_.inputs) {
      for (const auto bit : bits) names_[bit] = fmt::format("s.in[{}]", inputs++);
    }
    inputs_ = inputs;
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      names_[registers_[i].q] = fmt::format("s.q[{}]", i);
    }
    for (std::size_t g = 0; g < in_.gates.size(); ++g) {
      names_[in_.gates[g].y] = fmt::format("n{}", in_.gates[g].y);
      driver_[in_.gates[g].y] = static_cast<int>(g);
    }
    for (std::size_t r = 0; r < reads_.size(); ++r) {
      const auto& data = in_.memories[reads_[r].memory].reads[reads_[r].port].data;
      for (std::size_t bit = 0; bit < data.size(); ++bit) {
        names_[data[bit]] = fmt::format("s.read{}.data[{}]", r, bit);
        driver_[data[bit]] = static_cast<int>(in_.gates.size() + r);
      }
    }
  }

  std::vector<Net> inputs_of(std::size_t step) const {
    if (!is_gate(step)) return read(step).address;
    const auto& gate = in_.gates[step];
    if (gate.type == "$_MUX_") return {gate.a, gate.b, gate.s};
    if (gate.type == "$_NOT_" || gate.type == "$_BUF_") return {gate.a};
    return {gate.a, gate.b};
  }

  /// Orders the steps so that each comes after those that it needs.
  void order_steps() {
    enum class Mark : unsigned char { none, open, done };
    std::vector<Mark> marks(steps_count(), Mark::none);
    const std::function<void(std::size_t)> visit = [&](std::size_t step) {
      if (marks[step] == Mark::done) return;
      if (marks[step] == Mark::open)
        throw ModelError("gates of the RTL depend on each other in a ring");
      marks[step] = Mark::open;
      for (const auto net : inputs_of(step)) {
        if (driver_[net] != no_driver) visit(static_cast<std::size_t>(driver_[net]));
      }
      marks[step] = Mark::done;
      order_.push_back(step);
    };
    for (const auto net : roots()) {
      if (driver_[net] != no_driver) visit(static_cast<std::size_t>(driver_[net]));
    }
  }
  std::size_t steps_count() const { return groups_of_steps_.size(); }

  std::vector<Net> roots() const {
    std::vector<Net> all;
    for (const auto& [port, bits] : in_.outputs) all.insert(all.end(), bits.begin(), bits.end());
    for (const auto& memory : in_.memories) {
      for (const auto& port : memory.writes) {
        all.push_back(port.enable);
        all.insert(all.end(), port.address.begin(), port.address.end());
        all.insert(all.end(), port.data.begin(), port.data.end());
      }
    }
    for (const auto& its : registers_) {
      if (its.enable) all.push_back(*its.enable);
      all.push_back(its.d);
    }
    return all;
  }

  void need(Net net, int group) {
    if (driver_[net] == no_driver) return;
    auto& its = groups_of_steps_[static_cast<std::size_t>(driver_[net])];
    its = its == nobody || its == group ? group : always;
  }

  /// What only registers of one group need, or what a memory is written with, belongs to it.
  void choose_groups() {
    for (const auto& [port, bits] : in_.outputs) {
      for (const auto bit : bits) need(bit, always);
    }
    for (std::size_t i = 0; i < without_enable_; ++i) need(registers_[i].d, always);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      need(groups_[g].enable, always);
      for (auto i = groups_[g].begin; i < groups_[g].end; ++i) need(registers_[i].d, number(g));
    }
    auto group = groups_.size();
    for (const auto& memory : in_.memories) {
      for (const auto& port : memory.writes) {
        need(port.enable, always);
        for (const auto bit : port.address) need(bit, number(group));
        for (const auto bit : port.data) need(bit, number(group));
        ++group;
      }
    }
    for (auto step = order_.rbegin(); step != order_.rend(); ++step) {
      // A memory is read in every cycle: it looks for itself whether anything has changed.
      auto& its = groups_of_steps_[*step];
      if (!is_gate(*step)) its = always;
      for (const auto net : inputs_of(*step)) need(net, its);
    }
  }
  static int number(std::size_t group) { return static_cast<int>(group); }

  void line(const std::string& text) { text_ += text + "\n"; }

  void state() {
    line("struct State {");
    line(fmt::format("  Lanes zero, one, in[{}], q[{}], next[{}], out[{}];", inputs_ + 1,
                     registers_.size() + 1, registers_.size() + 1, derived_outputs().size() + 1));
    line(fmt::format("  bool enabled[{}];", groups_.size() + 1));
    for (std::size_t m = 0; m < in_.memories.size(); ++m) {
      const auto& memory = in_.memories[m];
      line(fmt::format("  Memory<{}, {}> memory{};", memory.width, memory.size, m));
      for (std::size_t p = 0; p < memory.writes.size(); ++p) {
        line(fmt::format("  Write<{}, {}> write{}_{};", memory.writes[p].address.size(),
                         memory.width, m, p));
      }
    }
    for (std::size_t r = 0; r < reads_.size(); ++r) {
      const auto& port = in_.memories[reads_[r].memory].reads[reads_[r].port];
      line(fmt::format("  Read<{}, {}> read{};", port.address.size(), port.data.size(), r));
    }
    line("};");
    line("constexpr bool reset_values[] = {");
    for (const auto& its : registers_) line(its.reset.value_or(false) ? "1," : "0,");
    line("0};\nconstexpr bool is_reset[] = {");
    for (const auto& its : registers_) line(its.reset ? "1," : "0,");
    line("0};");
    line(fmt::format("constexpr std::size_t registers = {};", registers_.size()));
    line("void forget_reads(State& s) {");
    for (std::size_t r = 0; r < reads_.size(); ++r)
      line(fmt::format("  s.read{}.changed = ~s.zero;", r));
    line("  (void)s;\n}\nvoid forget_writes(State& s) {");
    for (std::size_t m = 0; m < in_.memories.size(); ++m) {
      for (std::size_t p = 0; p < in_.memories[m].writes.size(); ++p) {
        line(fmt::format("  s.write{}_{}.pending = false;", m, p));
      }
    }
    line("  (void)s;\n}");
  }

  /// The outputs that are not registers, which are kept.
  std::vector<Net> derived_outputs() const {
    std::vector<Net> all;
    for (const auto& [port, bits] : in_.outputs) {
      for (const auto bit : bits) {
        if (driver_[bit] != no_driver && is_gate(static_cast<std::size_t>(driver_[bit]))) {
          all.push_back(bit);
        }
      }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::string expression(const Gate& gate) const {
    const auto& a = names_[gate.a];
    const auto& b = names_[gate.b];
    static const std::map<std::string, const char*> forms = {
        {"$_BUF_", "{0}"},
        {"$_NOT_", "~{0}"},
        {"$_AND_", "{0} & {1}"},
        {"$_OR_", "{0} | {1}"},
        {"$_XOR_", "{0} ^ {1}"},
        {"$_NAND_", "~({0} & {1})"},
        {"$_NOR_", "~({0} | {1})"},
        {"$_XNOR_", "~({0} ^ {1})"},
        {"$_ANDNOT_", "{0} & ~{1}"},
        {"$_ORNOT_", "{0} | ~{1}"},
        {"$_MUX_", "{0} ^ (({0} ^ {1}) & {2})"},
    };
    const auto form = forms.find(gate.type);
    if (form == forms.end()) throw ModelError(fmt::format("a gate {} is unknown", gate.type));
    return fmt::format(fmt::runtime(form->second), a, b, names_[gate.s]);
  }

  void computed(int group) {
    for (const auto step : order_) {
      if (groups_of_steps_[step] != group) continue;
      if (is_gate(step)) {
        const auto& gate = in_.gates[step];
        line(fmt::format("  const Lanes {} = {};", names_[gate.y], expression(gate)));
      } else {
        const auto r = step - in_.gates.size();
        line(fmt::format("  s.read{}.settle(s.memory{}, {});", r, reads_[r].memory,
                         list(read(step).address)));
      }
    }
  }
  std::string list(const std::vector<Net>& nets) const {
    std::vector<std::string> all;
    for (const auto net : nets) all.push_back(names_[net]);
    return fmt::format("{{{}}}", fmt::join(all, ", "));
  }

  void settle() {
    line("void settle(State& s) {");
    computed(always);
    std::size_t kept = 0;
    for (const auto net : derived_outputs()) {
      line(fmt::format("  s.out[{}] = {};", kept, names_[net]));
      kept_[net] = kept++;
    }
    for (std::size_t i = 0; i < without_enable_; ++i) {
      line(fmt::format("  s.next[{}] = {};", i, names_[registers_[i].d]));
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const auto& enable = names_[groups_[g].enable];
      line(fmt::format("  s.enabled[{}] = any({});\n  if (s.enabled[{}]) {{", g, enable, g));
      computed(number(g));
      for (auto i = groups_[g].begin; i < groups_[g].end; ++i) {
        line(fmt::format("  s.next[{0}] = s.q[{0}] ^ ((s.q[{0}] ^ {1}) & {2});", i,
                         names_[registers_[i].d], enable));
      }
      line("  }");
    }
    auto group = groups_.size();
    for (std::size_t m = 0; m < in_.memories.size(); ++m) {
      for (std::size_t p = 0; p < in_.memories[m].writes.size(); ++p) {
        const auto& port = in_.memories[m].writes[p];
        line(fmt::format("  if (any({})) {{", names_[port.enable]));
        computed(number(group++));
        line(fmt::format("  s.write{}_{}.settle({}, {}, {});\n  }}", m, p, names_[port.enable],
                         list(port.address), list(port.data)));
      }
    }
    line("}");
  }

  void clock() {
    line("void clock(State& s) {");
    if (without_enable_ != 0) line(fmt::format("  step(s, 0, {});", without_enable_));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      line(fmt::format("  if (s.enabled[{}]) step(s, {}, {});", g, groups_[g].begin,
                       groups_[g].end));
    }
    for (std::size_t m = 0; m < in_.memories.size(); ++m) {
      for (std::size_t p = 0; p < in_.memories[m].writes.size(); ++p) {
        line(fmt::format("  if (s.write{0}_{1}.pending) {{", m, p));
        for (std::size_t r = 0; r < reads_.size(); ++r) {
          if (reads_[r].memory != m) continue;
          line(fmt::format("  s.read{}.changed |= s.write{}_{}.enable;", r, m, p));
        }
        line(fmt::format("  s.write{1}_{2}.clock(s.memory{0});\n  }}", m, m, p));
      }
    }
    line("}");
  }

  /// Where the bits of ports are, as offsets within the state.
  void ports() {
    std::string table = "constexpr IsobarSlicedPort ports_of[] = {\n";
    const auto add = [&](const std::string& port, const std::vector<Net>& bits) {
      std::vector<std::string> places;
      for (const auto bit : bits) places.push_back(place(bit));
      line(fmt::format("constexpr std::uint32_t bits_of_{}[] = {{{}}};", port,
                       fmt::join(places, ",\n")));
      table += fmt::format("{{\"{0}\", {1}, bits_of_{0}}},\n", port, bits.size());
    };
    for (const auto& [port, bits] : in_.inputs) add(port, bits);
    for (const auto& [port, bits] : in_.outputs) add(port, bits);
    text_ += table + "};\n";
  }
  std::string place(Net net) const {
    if (const auto kept = kept_.find(net); kept != kept_.end()) {
      return fmt::format("OFFSET(out[{}])", kept->second);
    }
    return fmt::format("OFFSET({})", names_[net].substr(2));
  }

  /// Registers from `begin` to `end` with the same enable.
  struct Group {
    Net enable;
    std::size_t begin;
    std::size_t end;
  };

  const GateNetlist& in_;
  std::vector<Read> reads_;
  std::vector<int> driver_;  ///< by net: the step that computes it
  std::vector<std::string> names_;
  std::vector<int> groups_of_steps_;
  std::vector<Register> registers_;
  std::size_t without_enable_ = 0;
  std::vector<Group> groups_;  ///< those of writing memories follow them
  std::vector<std::size_t> order_;
  std::size_t inputs_ = 0;
  std::map<Net, std::size_t> kept_;
  std::string text_;
};

}  // namespace

std::string sliced_source(const GateNetlist& netlist) { return Writer(netlist).write(); }

}  // namespace isobar
