// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "models/errors.h"

namespace isobar {
namespace {

/// A bit vector parameter that is made of fields of `width` bits, the first one lowest.
std::string packed(const std::string& name, const std::vector<std::int64_t>& fields,
                   std::int64_t width) {
  std::string bits;
  for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
    bits += fmt::format("{:0{}b}", *field, width);
  }
  return fmt::format("-G{}={}'b{}", name, bits.size(), bits);
}

/// A field of every ring.
template <class Field>
std::vector<std::int64_t> each(const RtlParameters& p, Field field) {
  std::vector<std::int64_t> out;
  for (const auto& ring : p.rings) out.push_back(field(ring));
  return out;
}

/// A field of every port.
template <class Field>
std::vector<std::int64_t> each_port(const RtlParameters& p, Field field) {
  std::vector<std::int64_t> out;
  for (std::size_t port = 0; port < p.ports(); ++port)
    out.push_back(field(p.rings[p.ring_of(port)]));
  return out;
}

/// The radices of a torus, and how many PEs it has. Throws ValueError if a radix is too large.
std::vector<std::string> torus_options(const RtlParameters& p) {
  constexpr std::int64_t radix_bits = 16;
  std::int64_t nodes = 1;
  for (const auto& ring : p.rings) {
    if (ring.radix >= (1U << radix_bits)) {
      throw ValueError(fmt::format("a radix is {}; the RTL takes at most {}", ring.radix,
                                   (1U << radix_bits) - 1));
    }
    nodes *= ring.radix;
  }
  return {fmt::format("-GNodes={}", nodes),
          packed("Radices", each(p, [](const RtlRing& r) { return r.radix; }), radix_bits)};
}

/// What each kind of PE has; `all` has a number of each link that has some of its own.
template <class All>
std::vector<std::string> shared_options(const RtlParameters& p, All all) {
  const auto count = p.count_bits();
  return {
      fmt::format("-GTaskBits={}", p.task_bits),
      fmt::format("-GLoadBits={}", p.load_bits),
      fmt::format("-GDepth={}", p.depth),
      fmt::format("-GMaxLanes={}", p.max_lanes()),
      fmt::format("-GCountBits={}", count),
      fmt::format("-GCounterBits={}", rtl_counter_bits),
      fmt::format("-GQueueMemory=2'd{}", static_cast<int>(p.queue_memory)),
      packed("Lanes", all([](const RtlRing& r) { return r.link.lanes; }), count),
      packed("CyclesPerBit", all([](const RtlRing& r) { return r.link.cycles_per_bit; }), count),
      packed("Setup", all([](const RtlRing& r) { return r.link.setup; }), count),
      packed("Latency", all([](const RtlRing& r) { return r.link.latency; }), count),
  };
}

/// Those of work stealing, without the shape of what it is in.
template <class All>
std::vector<std::string> stealing_options(const RtlParameters& p, All all) {
  auto options = shared_options(p, all);
  options.push_back(fmt::format("-GPorts={}", p.ports()));
  options.push_back(fmt::format("-GHalf=1'b{}", p.half ? 1 : 0));
  options.push_back(fmt::format("-GFetchNewest=1'b{}", p.fetch_newest ? 1 : 0));
  options.push_back(fmt::format("-GHandling={}", p.handling));
  options.push_back(fmt::format("-GRetry={}", p.retry));
  options.push_back(fmt::format("-GRetryMax={}", p.retry_max));
  return options;
}

std::string drawn_option(const RtlParameters& p) {
  return fmt::format("-GDrawn=1'b{}", p.victims == VictimChoice::xorshift ? 1 : 0);
}

std::vector<std::string> common_options(const RtlParameters& p) {
  const auto by_ring = [&](auto field) { return each(p, field); };
  std::vector<std::string> options = {fmt::format("-GDimensions={}", p.rings.size())};
  const auto add = [&](const std::vector<std::string>& more) {
    options.insert(options.end(), more.begin(), more.end());
  };
  if (p.design == RtlDesign::stealing) {
    options.push_back(fmt::format("-GNeighbours=1'b{}", p.asks_neighbours() ? 1 : 0));
    options.push_back(drawn_option(p));
    add(stealing_options(p, by_ring));
    return options;
  }
  options.push_back(p.design == RtlDesign::liquid
                        ? fmt::format("-GCondition=3'd{}", static_cast<int>(p.condition))
                        : fmt::format("-GFixedSlot=1'b{}", p.fixed_slot ? 1 : 0));
  add(shared_options(p, by_ring));
  if (p.design == RtlDesign::averaging) {
    options.push_back(fmt::format("-GDecision={}", p.decision));
    options.push_back(fmt::format("-GMaxWait={}", p.longest_wait()));
  }
  if (p.design == RtlDesign::hhc) options.push_back(fmt::format("-GDivision={}", p.decision));
  return options;
}

std::string hierarchy(const std::string& top, const std::vector<std::string>& options) {
  std::string command = "hierarchy -top " + top;
  for (const auto& option : options) {  // -GDepth=16
    const auto equals = option.find('=');
    command +=
        fmt::format(" -chparam {} {}", option.substr(2, equals - 2), option.substr(equals + 1));
  }
  return command + "\n";
}

}  // namespace

std::vector<std::string> rtl_pe_options(const RtlParameters& parameters) {
  if (parameters.design == RtlDesign::stealing) {
    auto options =
        stealing_options(parameters, [&](auto field) { return each_port(parameters, field); });
    options.push_back(fmt::format("-GAddressBits={}", parameters.address_bits));
    if (parameters.asks_neighbours()) return options;
    options.push_back(drawn_option(parameters));
    const auto torus = torus_options(parameters);
    options.insert(options.end(), torus.begin(), torus.end());
    options.push_back(fmt::format("-GDimensions={}", parameters.rings.size()));
    options.push_back(fmt::format("-GClasses={}", parameters.buffer_classes()));
    return options;
  }
  auto options = common_options(parameters);
  if (parameters.design != RtlDesign::liquid) return options;
  options.push_back(
      packed("Radix2", each(parameters, [](const RtlRing& r) { return r.radix == 2; }), 1));
  return options;
}

std::vector<std::string> rtl_fabric_options(const RtlParameters& parameters) {
  auto options = common_options(parameters);
  // These follow from the number of dimensions.
  if (parameters.design == RtlDesign::exchange || parameters.design == RtlDesign::hhc) {
    return options;
  }
  const auto torus = torus_options(parameters);
  options.insert(options.end(), torus.begin(), torus.end());
  return options;
}

std::string rtl_pe_hierarchy(const RtlParameters& parameters, const std::string& top) {
  return hierarchy(top, rtl_pe_options(parameters));
}

std::string rtl_fabric_hierarchy(const RtlParameters& parameters, const std::string& top) {
  return hierarchy(top, rtl_fabric_options(parameters));
}

}  // namespace isobar
