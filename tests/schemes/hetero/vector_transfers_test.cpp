// SPDX-License-Identifier: Apache-2.0
// Transfers of several resources: each as if it were alone, and each paid for.
#include <deque>
#include <map>

#include "models/schemes/hetero/resources.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/transfer_pump.h"

using namespace isobar;

namespace {

/// PEs that calculate the transfers of time and memory; messages of different pairs mix.
class ResourcesPump {
 public:
  ResourcesPump(const TransferCalculations& wired, std::uint64_t seed)
      : random_(random_stream(seed, "resources")) {
    for (Node pe = 0; pe < wired.pes(); ++pe) {
      parts_.emplace_back(std::vector{Resource::time, Resource::memory}, wired.tree().place(pe),
                          wired.pes(), [&] { return wired.of(pe); });
    }
  }

  /// Work in cycles, by PE; bytes and memories, by PE.
  void run(const std::vector<Cycle>& work, const std::vector<Cycle>& cycles,
           const std::vector<std::int64_t>& bytes, const std::vector<std::int64_t>& memories) {
    for (Node pe = 0; pe < parts_.size(); ++pe) {
      LoadMeasurement time(Capacities::measured, 1);
      time.iteration(work[pe], cycles[pe]);
      parts_[pe].measure(time, bytes[pe], memories[pe]);
      TransferCalculation::Messages out;
      parts_[pe].calculate(out);
      send(pe, out);
    }
    while (!ways_.empty()) {
      auto way = ways_.begin();
      std::advance(way, random_() % ways_.size());
      const auto [from, to] = way->first;
      const auto message = way->second.front();
      way->second.pop_front();
      if (way->second.empty()) ways_.erase(way);
      ++messages_;
      TransferCalculation::Messages out;
      parts_[to].hear(from, message.kind, {message.first, message.second}, out);
      send(to, out);
    }
  }

  const Resources& at(Node pe) const { return parts_[pe]; }
  std::uint64_t messages() const { return messages_; }

 private:
  void send(Node from, const TransferCalculation::Messages& out) {
    for (const auto& message : out) ways_[{from, message.to}].push_back(message);
  }

  std::vector<Resources> parts_;
  Random random_;
  std::map<std::pair<Node, Node>, std::deque<TransferCalculation::Message>> ways_;
  std::uint64_t messages_ = 0;
};

template <class T>
std::vector<double> as_doubles(const std::vector<T>& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

TEST_CASE("the transfers of each resource are to the last bit those of this resource alone") {
  Random random = random_stream(11, "vector transfers");
  const auto method =
      GENERATE(TransferMethod::hierarchical, TransferMethod::exchange, TransferMethod::diffusion);
  for (int trial = 0; trial < 100; ++trial) {
    const auto fabric = test::random_graph(static_cast<Node>(2 + random() % 12),
                                           static_cast<unsigned>(random() % 12), random());
    TransferSetting setting;
    setting.method = method;
    const TransferCalculations wired(fabric, setting);
    std::vector<Cycle> work;
    std::vector<Cycle> cycles;
    std::vector<std::int64_t> bytes;
    std::vector<std::int64_t> memories;
    for (Node pe = 0; pe < wired.pes(); ++pe) {
      work.push_back(static_cast<Cycle>(1 + random() % 100'000));
      cycles.push_back(static_cast<Cycle>(1 + work.back() / (1 + random() % 40)));
      bytes.push_back(static_cast<std::int64_t>(random() % 3 * (random() % 10'000)));
      memories.push_back(static_cast<std::int64_t>(1 + random() % 100'000));
    }
    ResourcesPump together(wired, random());
    together.run(work, cycles, bytes, memories);
    std::vector<double> speeds;
    for (Node pe = 0; pe < wired.pes(); ++pe) {
      speeds.push_back(static_cast<double>(work[pe]) / static_cast<double>(cycles[pe]));
    }
    test::TransferPump time(fabric, setting, random());
    test::TransferPump memory(fabric, setting, random());
    REQUIRE(time.run(as_doubles(work), speeds));
    REQUIRE(memory.run(as_doubles(bytes), as_doubles(memories)));
    // Every word of both crosses a link.
    REQUIRE(together.messages() == time.messages() + memory.messages());
    for (Node pe = 0; pe < wired.pes(); ++pe) {
      REQUIRE(together.at(pe).are_calculated());
      const auto transfers = together.at(pe).transfers();
      for (Node to = 0; to < wired.pes(); ++to) {
        const auto both = transfers.count(to) > 0 ? transfers.at(to) : Resources::Loads(2, 0);
        const auto alone = [&](const test::TransferPump& pump) {
          const auto& of = pump.at(pe).transfers();
          return of.count(to) > 0 ? of.at(to) : 0;
        };
        REQUIRE(both[0] == alone(time));
        REQUIRE(both[1] == alone(memory));
      }
    }
  }
}
