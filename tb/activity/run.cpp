// SPDX-License-Identifier: Apache-2.0
// Balances random loads on a torus of verilated PEs, and writes the values of the signals of its
// first PEs to a VCD file:
//
//     activity DIMENSIONS RADIX DEPTH CYCLES TRACED FILE
//
// Each PE is handed 0 to DEPTH - 2 tasks of random bits, the same ones in every run; then all run
// for CYCLES cycles, of which the file has the values.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Visobar_pe.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

namespace {

class Torus {
 public:
  Torus(VerilatedContext& context, unsigned dimensions, unsigned radix)
      : dimensions_(dimensions), radix_(radix) {
    unsigned nodes = 1;
    for (unsigned d = 0; d < dimensions; ++d) nodes *= radix;
    for (unsigned n = 0; n < nodes; ++n) {
      pes_.push_back(std::make_unique<Visobar_pe>(&context, ("pe_" + std::to_string(n)).c_str()));
    }
  }

  std::vector<std::unique_ptr<Visobar_pe>>& pes() { return pes_; }

  /// One cycle of all PEs and of the links between them, which are registers.
  void cycle() {
    for (auto& pe : pes_) {
      pe->clk_i = 0;
      pe->eval();
    }
    std::vector<unsigned> valid(pes_.size());
    std::vector<unsigned> line(pes_.size());
    for (unsigned n = 0; n < pes_.size(); ++n) {
      for (unsigned d = 0, stride = 1; d < dimensions_; ++d, stride *= radix_) {
        const auto coordinate = n / stride % radix_;
        const auto row = n - coordinate * stride;
        const auto& after = *pes_[row + (coordinate + 1) % radix_ * stride];
        const auto& before = *pes_[row + (coordinate + radix_ - 1) % radix_ * stride];
        const auto to_successor = 2 * d;
        const auto to_predecessor = to_successor + 1;
        valid[n] |= (after.valid_o >> to_predecessor & 1U) << to_successor |
                    (before.valid_o >> to_successor & 1U) << to_predecessor;
        line[n] |= (after.line_o >> to_predecessor & 1U) << to_successor |
                   (before.line_o >> to_successor & 1U) << to_predecessor;
      }
    }
    for (unsigned n = 0; n < pes_.size(); ++n) {
      pes_[n]->clk_i = 1;
      pes_[n]->eval();
      pes_[n]->valid_i = static_cast<std::uint8_t>(valid[n]);
      pes_[n]->line_i = static_cast<std::uint8_t>(line[n]);
    }
  }

 private:
  unsigned dimensions_;
  unsigned radix_;
  std::vector<std::unique_ptr<Visobar_pe>> pes_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) return 2;
  const auto number = [&](int i) { return static_cast<unsigned>(std::atoi(arguments[i])); };
  const auto depth = number(3);
  const auto cycles = number(4);
  const auto traced = number(5);
  VerilatedContext context;
  context.traceEverOn(true);
  Torus torus(context, number(1), number(2));
  auto& pes = torus.pes();
  VerilatedVcdC values;
  for (unsigned n = 0; n < traced && n < pes.size(); ++n) pes[n]->trace(&values, 99);

  std::mt19937_64 random(1);
  std::vector<unsigned> wanted;
  for (std::size_t n = 0; n < pes.size(); ++n) wanted.push_back(random() % (depth - 1));
  for (int i = 0; i < 3; ++i) torus.cycle();
  for (auto& pe : pes) pe->rst_ni = 1;
  for (unsigned task = 0; task < depth; ++task) {
    for (std::size_t n = 0; n < pes.size(); ++n) {
      pes[n]->sink_tvalid_i = task < wanted[n];
      pes[n]->sink_tdata_i = random();
    }
    torus.cycle();
  }
  for (auto& pe : pes) pe->run_i = 1;
  values.open(arguments[6]);
  for (unsigned time = 0; time <= cycles; ++time) {
    values.dump(static_cast<std::uint64_t>(time));
    torus.cycle();
  }
  values.close();
}
