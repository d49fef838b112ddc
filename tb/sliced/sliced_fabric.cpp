// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/errors.h"
#include "models/packed_words.h"
#include "tb/outside_run.h"
#include "tb/rtl_ports.h"

namespace isobar {
namespace {

using Layout = SlicedRowLayout;

std::uint64_t bit_of(Node node) { return std::uint64_t{1} << (node % word_bits); }

void set_bit(std::uint64_t& word, Node node, bool on) {
  word = on ? word | bit_of(node) : word & ~bit_of(node);
}

}  // namespace

SlicedFabric::SlicedFabric(const Experiment& experiment, const CosimSetting& setting,
                           SlicedModule& gates, Scoreboard& scoreboard)
    : experiment_(experiment),
      parameters_(setting.parameters),
      scoreboard_(scoreboard),
      module_(gates),
      links_(experiment.fabric, setting.parameters, module_),
      layout_(scoreboard.layout(), module_),
      expectation_(setting.parameters, layout_, links_),
      run_(module_.port("run_i")),
      sink_valid_(module_.port("sink_tvalid_i")),
      sink_data_(module_.port("sink_tdata_i")),
      fetch_(module_.port("fetch_i")),
      source_ready_(module_.port("source_tready_i")),
      models_(experiment.fabric.pes()),
      pes_(module_.words()),
      is_touched_(models_.size()),
      holds_(models_.size()),
      model_(layout_.size()),
      rtl_(kept * layout_.size()) {
  if (setting.nodes.size() != models_.size()) {
    throw ModelError("as gates, all PEs of a fabric are RTL");
  }
  for (const auto& [name, bits] : rtl_port_sizes(parameters_)) {
    const auto has = module_.port(name).bits();
    if (has == bits) continue;
    throw ValueError(fmt::format(
        "the RTL is made for other sizes: its port {} has {} bits, and this run's has {}", name,
        has, bits));
  }
  for (Node node = 0; node < models_.size(); ++node) pes_[node / word_bits] |= bit_of(node);
}

void SlicedFabric::begin() {
  module_.reset();
  module_.settle();
  module_.clock();
  module_.reset();
  module_.settle();
  compare_waiting();
  std::size_t most = 0;
  for (const auto* model : models_) most = std::max<std::size_t>(most, model->queue().size());
  for (std::size_t i = 0; i <= most; ++i) {
    for (Node node = 0; node < models_.size(); ++node) {
      const auto& tasks = models_[node]->queue();
      sink_valid_.write(node, i < tasks.size() ? 1 : 0);
      if (i >= tasks.size()) continue;
      task_payload(tasks[static_cast<std::uint32_t>(i)], parameters_.task_bits, payload_);
      sink_data_.write(node, payload_.data());
    }
    module_.settle();
    module_.clock();
  }
  module_.settle();
  compare_waiting();
  for (std::size_t w = 0; w < module_.words(); ++w) {
    run_.word(0, w) = ~std::uint64_t{0};
    source_ready_.word(0, w) = ~std::uint64_t{0};
  }
}

void SlicedFabric::compare_waiting() {
  for (Node node = 0; node < models_.size(); ++node) {
    isobar::compare_waiting(scoreboard_, parameters_, -1, node,
                            [&](const char* port) { return module_.port(port).value(node); });
  }
}

void SlicedFabric::expect(Node node, std::size_t rtl_port, const Passage& passage) {
  expectation_.message(node, rtl_port, passage);
  if (passage.kind == Message::Kind::transfer) next_.push_back(node);
}

void SlicedFabric::touch(Node node) {
  if (is_touched_[node]) return;
  is_touched_[node] = true;
  touched_.push_back(node);
}

void SlicedFabric::drive_streams(Node node, const Streams& streams) {
  sink_valid_.write(node, streams.offered ? 1 : 0);
  if (streams.offered) {
    task_payload(*streams.offered, parameters_.task_bits, payload_);
    sink_data_.write(node, payload_.data());
  }
  fetch_.write(node, streams.asks ? 1 : 0);
  source_ready_.write(node, streams.ready ? 1 : 0);
}

void SlicedFabric::expect_streams(Node node, const Streams& streams) {
  const auto word = node / word_bits;
  if (streams.accepted) model_[layout_.at(Layout::accepts) + word] |= bit_of(node);
  if (!holds_[node] && !streams.held) return;
  holds_[node] = streams.held.has_value();
  set_bit(model_[layout_.at(Layout::holds) + word], node, holds_[node]);
  if (streams.held) task_payload(*streams.held, parameters_.task_bits, payload_);
  for (std::size_t bit = 0; bit < layout_.bits(Layout::held); ++bit) {
    const bool on = holds_[node] && ((payload_[bit / word_bits] >> (bit % word_bits)) & 1U) != 0;
    set_bit(model_[layout_.at(Layout::held, bit) + word], node, on);
  }
}

void SlicedFabric::expect_load(Node node, Load load) {
  for (std::size_t bit = 0; bit < layout_.bits(Layout::load); ++bit) {
    const bool on = ((static_cast<std::uint64_t>(load) >> bit) & 1U) != 0;
    set_bit(model_[layout_.at(Layout::load, bit) + node / word_bits], node, on);
  }
}

void SlicedFabric::expect_cycle(Cycle now) {
  const auto fill = [&](Layout::Part part, std::uint64_t value) {
    for (std::size_t bit = 0; bit < layout_.bits(part); ++bit) {
      const auto all = ((value >> bit) & 1U) != 0 ? ~std::uint64_t{0} : 0;
      std::fill_n(model_.begin() + static_cast<std::ptrdiff_t>(layout_.at(part, bit)),
                  layout_.words(), all);
    }
  };
  fill(Layout::dimension, scoreboard_.ring());
  fill(Layout::part, static_cast<std::uint64_t>(scoreboard_.part(now)));
  fill(Layout::accepts, 0);
  expectation_.write(now, model_.data());
  if (scoreboard_.begins(now)) {  // what landed is there
    for (Node node = 0; node < models_.size(); ++node) touch(node);
  }
  for (const Node node : touched_) {
    const auto& streams = models_[node]->streams();
    drive_streams(node, streams);
    expect_streams(node, streams);
    // The executor has changed the model's queue, which the RTL's does at the cycle's end; so has a
    // task that leaves.
    const auto leaves = layout_.is_set(model_.data(), Layout::shift, node) ? 1 : 0;
    expect_load(node, models_[node]->load() + leaves + (streams.fetched ? 1 : 0) -
                          (streams.accepted ? 1 : 0));
  }
}

bool SlicedFabric::run_cycle(Cycle now) {
  expect_cycle(now);
  links_.deliver();
  module_.settle();
  auto* shown = rtl(now);
  layout_.read(shown);
  const auto bad = differing(shown);
  for (Node node = 0; !bad.empty() && node < models_.size(); ++node) {
    if ((bad[node / word_bits] & bit_of(node)) != 0) {
      fail(now, node);
      return false;
    }
  }
  agree(now);
  send(now);
  links_.take();
  module_.clock();
  end_cycle();
  return true;
}

std::vector<std::uint64_t> SlicedFabric::differing(const std::uint64_t* rtl) const {
  const auto words = layout_.words();
  std::vector<std::uint64_t> bad;
  const auto compare = [&](std::size_t from, std::size_t to) {
    std::uint64_t any = 0;
    for (auto i = from; i < to; i += words) {
      for (std::size_t w = 0; w < words; ++w) any |= (rtl[i + w] ^ model_[i + w]) & pes_[w];
    }
    if (any == 0) return;
    bad.resize(words);
    for (auto i = from; i < to; i += words) {
      for (std::size_t w = 0; w < words; ++w) bad[w] |= (rtl[i + w] ^ model_[i + w]) & pes_[w];
    }
  };
  compare(0, layout_.size_without_tasks());
  for (const auto part : {Layout::held, Layout::leaving, Layout::landed}) {
    if (!layout_.any(model_.data(), Layout::signal_of(part))) continue;
    compare(layout_.at(part), layout_.at(part) + layout_.bits(part) * words);
  }
  return bad;
}

/// Shows the scoreboard the last cycles of the PE, and the two rows that differ.
void SlicedFabric::fail(Cycle now, Node node) {
  std::vector<std::uint64_t> row(scoreboard_.layout().size());
  const auto oldest = std::max<Cycle>(0, now - static_cast<Cycle>(kept) + 1);
  for (Cycle cycle = oldest; cycle < now; ++cycle) {
    layout_.row(rtl(cycle), node, row.data());
    scoreboard_.recall(cycle, node, row.data());
  }
  layout_.row(rtl(now), node, row.data());
  std::vector<std::uint64_t> expected(row.size());
  layout_.row(model_.data(), node, expected.data());
  scoreboard_.compare(now, node, expected.data(), row.data());
}

void SlicedFabric::agree(Cycle now) {
  if (scoreboard_.is_watched()) {
    std::vector<std::uint64_t> row(scoreboard_.layout().size());
    for (Node node = 0; node < models_.size(); ++node) {
      layout_.row(model_.data(), node, row.data());
      scoreboard_.compare(now, node, row.data(), row.data());
    }
    return;
  }
  std::int64_t events = 0;
  for (const auto part : {Layout::accepts, Layout::starts, Layout::ends, Layout::lands}) {
    for (std::size_t i = 0; i < layout_.bits(part) * layout_.words(); ++i) {
      if (model_[layout_.at(part) + i] == 0) continue;
      events += __builtin_popcountll(model_[layout_.at(part) + i]);
    }
  }
  const auto pes = static_cast<std::int64_t>(models_.size());
  if (scoreboard_.part(now) == PhasePart::decision) events += pes;
  scoreboard_.agree(pes, events);
}

void SlicedFabric::send(Cycle now) {
  for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
    const auto at = parameters_.port(experiment_.fabric.ports()[port]);
    if (!expectation_.ends(now, at)) continue;
    const auto& senders = expectation_.senders(at);
    for (Node node = 0; node < models_.size(); ++node) {
      if ((senders[node / word_bits] & bit_of(node)) == 0) continue;
      models_[node]->send(port);
      scoreboard_.count(1);
    }
  }
}

void SlicedFabric::end_cycle() {
  for (const Node node : touched_) is_touched_[node] = false;
  std::vector<Node> before;
  before.swap(touched_);
  for (const Node node : next_) touch(node);
  next_.clear();
  for (const Node node : before) {
    auto& streams = models_[node]->streams();
    if (streams.fetched) scoreboard_.count(1);
    const bool rested = streams.rest();
    streams.next();
    if (!rested || !streams.rest()) touch(node);
  }
}

void SlicedFabric::compare_totals(Cycle now,
                                  const std::function<std::vector<LinkCounters>(Node)>& model) {
  module_.settle();
  const auto load = module_.port("obs_load_o");
  std::map<std::string, SlicedPort> counters;
  for (const char* name : {"transfer_cycles_o", "word_cycles_o", "setup_cycles_o"}) {
    counters.emplace(name, module_.port(name));
  }
  for (Node node = 0; node < models_.size(); ++node) {
    scoreboard_.compare_number(now, node, "load", models_[node]->queue().size(), load.value(node));
    compare_counters(scoreboard_, experiment_.fabric, parameters_, now, node, model(node),
                     [&](const char* name, std::size_t port) {
                       return counters.at(name).value(node, port * rtl_counter_bits,
                                                      rtl_counter_bits);
                     });
  }
}

}  // namespace isobar
