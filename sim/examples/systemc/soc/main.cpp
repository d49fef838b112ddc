// SPDX-License-Identifier: Apache-2.0
// A small SoC: a clock, a fabric that balances its load over links with bit errors, and an
// initiator that puts tasks in at one PE and takes tasks out at another, by TLM-2.0. It is built
// three times, over the usual links, over noisy ones without errors, and with errors, and the
// three are compared: errors cost time, and nothing else.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/pe/fabric_model.h"
#include "models/schemes/contract/registry.h"
#include "models/tlm/lockstep_tasks.h"
#include "models/tlm/task_registers.h"
#include "models/tlm/task_socket.h"
#include "models/workloads/initial_load.h"
#include "noisy_link.h"

namespace reg = isobar::task_register;

namespace {

constexpr int tasks_put = 12;
constexpr std::uint64_t first_data = 0x1000;

/// The CPU of the SoC, loosely timed.
class Initiator : public sc_core::sc_module {
 public:
  explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Initiator);
    SC_THREAD(run);
  }

  sc_core::sc_in<bool> clk{"clk"};
  tlm_utils::simple_initiator_socket<Initiator, 64> source{
      "source"};                                                   ///< to the PE that gets tasks
  tlm_utils::simple_initiator_socket<Initiator, 64> sink{"sink"};  ///< to the PE that gives them

  std::vector<std::uint64_t> fetched;
  std::uint64_t load_at_end = 0;
  bool finished = false;

 private:
  using Socket = tlm_utils::simple_initiator_socket<Initiator, 64>;

  std::uint64_t access(Socket& socket, tlm::tlm_command command, std::uint64_t offset,
                       std::uint64_t value = 0) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(offset);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(reg::bytes);
    payload.set_streaming_width(reg::bytes);
    auto delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    if (payload.is_response_error()) SC_REPORT_ERROR("soc", payload.get_response_string().c_str());
    return value;
  }

  void run() {
    wait(clk.posedge_event());
    for (int i = 0; i < tasks_put; ++i) {
      access(source, tlm::TLM_WRITE_COMMAND, reg::put, first_data + static_cast<std::uint64_t>(i));
    }
    // The PE at the other end is empty: these wait until the fabric has brought something there.
    for (int i = 0; i < tasks_put; ++i) {
      fetched.push_back(access(sink, tlm::TLM_READ_COMMAND, reg::fetch));
    }
    while ((access(sink, tlm::TLM_READ_COMMAND, reg::status) & reg::is_over) == 0) {
      wait(clk.posedge_event());
    }
    load_at_end = access(sink, tlm::TLM_READ_COMMAND, reg::load);
    finished = true;
  }
};

class Soc : public sc_core::sc_module {
 public:
  static constexpr isobar::Node first = 0;
  static constexpr isobar::Node last = 5;

  /// `errors` is the probability of a bit error; none: the links are the usual ones.
  Soc(const sc_core::sc_module_name& name, const isobar::Experiment& experiment,
      std::optional<double> errors)
      : sc_module(name),
        fabric("fabric", experiment, {}, nullptr, parts(experiment, errors)),
        tasks(fabric, experiment) {
    cpu.clk(clk);
    cpu.source.bind(source.socket);
    cpu.sink.bind(sink.socket);
  }

  sc_core::sc_clock clk{"clk", 4, sc_core::SC_NS};
  Delays delays;
  std::deque<NoisyLink> links;
  isobar::FabricModel fabric;
  isobar::LockstepTasks tasks;
  isobar::TaskSocket source{"source", tasks, first};
  isobar::TaskSocket sink{"sink", tasks, last};
  Initiator cpu{"cpu"};

 private:
  isobar::FabricParts parts(const isobar::Experiment& experiment, std::optional<double> errors) {
    isobar::FabricParts made;
    if (!errors) return made;
    made.sender = [this, &experiment, errors](isobar::Node, unsigned, isobar::LinkAccess& usual) {
      const auto seed = links.size();  // every link has a generator of its own
      return &links.emplace_back(usual, *errors, experiment.task_bits, seed, delays);
    };
    return made;
  }
};

/// 100 tasks on PE 0 of a mesh. Under diffusion a phase ends when its slowest message has landed,
/// so a late one delays the fabric and breaks nothing; the fixed slots of Liquid would not wait.
isobar::Experiment diffusion_on_a_mesh() {
  isobar::Experiment experiment{isobar::Fabric::parse("mesh:4x4")};
  const auto& fabric = experiment.fabric;
  experiment.scheme = isobar::SchemeChoice::parse("diffusion").make(fabric, experiment.load_bits);
  experiment.loads = isobar::initial_load("point:100@0", fabric.nodes(), 1);
  experiment.queue_depth = 256;
  experiment.goal = {isobar::Goal::Kind::steps, 40};
  experiment.max_steps = 40;
  return experiment;
}

bool holds(bool law, const char* what) {
  if (!law) std::printf("does not hold: %s\n", what);
  return law;
}

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const auto experiment = diffusion_on_a_mesh();
  Soc usual("usual", experiment, std::nullopt);
  Soc quiet("quiet", experiment, 0.0);
  Soc noisy("noisy", experiment, 0.0002);
  while (!usual.cpu.finished || !quiet.cpu.finished || !noisy.cpu.finished) {
    sc_core::sc_start(1, sc_core::SC_US);
  }
  const auto a = usual.fabric.finish();
  const auto b = quiet.fabric.finish();
  const auto c = noisy.fabric.finish();

  std::printf("usual links: %lld steps, %lld cycles\n", static_cast<long long>(a.run.steps),
              static_cast<long long>(a.run.cycles));
  std::printf("noisy links: %lld steps, %lld cycles; %d messages were hit\n",
              static_cast<long long>(c.run.steps), static_cast<long long>(c.run.cycles),
              noisy.delays.hits());
  std::printf("the CPU put %d tasks at PE %u, and took %zu at PE %u, which still has %llu\n",
              tasks_put, Soc::first, noisy.cpu.fetched.size(), Soc::last,
              static_cast<unsigned long long>(noisy.cpu.load_at_end));

  isobar::Load left = 0;
  for (const auto load : c.loads) left += load;
  bool right = holds(b.run.cycles == a.run.cycles && b.loads == a.loads && b.links == a.links,
                     "links of one's own without errors change nothing");
  right &= holds(c.run.steps == a.run.steps && c.loads == a.loads && c.links == a.links,
                 "errors change no step and no load");
  right &=
      holds(noisy.cpu.fetched == usual.cpu.fetched, "the same tasks come out, in the same order");
  right &= holds(noisy.delays.hits() > 0 && c.run.cycles == a.run.cycles + noisy.delays.total(),
                 "a phase takes longer by what its slowest message lost");
  right &= holds(left == 100, "as many tasks are left as there were: 12 came and 12 went");
  right &= holds(noisy.cpu.load_at_end == static_cast<std::uint64_t>(c.loads[Soc::last]),
                 "the register LOAD is the PE's load");
  return right ? 0 : 1;
}
