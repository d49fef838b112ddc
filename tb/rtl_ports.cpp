// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_ports.h"

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {

RtlPorts::RtlPorts(const VerilatedModule& module)
    : module_(module),
      clk(module.port("clk_i")),
      rst_n(module.port("rst_ni")),
      run(module.port("run_i")),
      valid_out(module.port("valid_o")),
      line_out(module.port("line_o")),
      valid_in(module.port("valid_i")),
      line_in(module.port("line_i")),
      sink_valid(module.port("sink_tvalid_i")),
      sink_ready(module.port("sink_tready_o")),
      sink_data(module.port("sink_tdata_i")),
      fetch(module.port("fetch_i")),
      source_valid(module.port("source_tvalid_o")),
      source_ready(module.port("source_tready_i")),
      source_data(module.port("source_tdata_o")),
      transfer_cycles(module.port("transfer_cycles_o")),
      word_cycles(module.port("word_cycles_o")),
      setup_cycles(module.port("setup_cycles_o")),
      errors(module.port("error_o")),
      dimension(module.port("obs_dimension_o")),
      cycle(module.port("obs_cycle_o")),
      part(module.port("obs_part_o")),
      load(module.port("obs_load_o")),
      shift(module.port("obs_shift_o")),
      head(module.port("obs_head_o")),
      starts(module.port("obs_transfer_start_o")),
      ends(module.port("obs_transfer_end_o")),
      landing(module.port("obs_landing_o")),
      landed(module.port("obs_landed_o")) {}

void RtlPorts::set_place(const RtlTreePlace& place) const {
  const auto set = [this](const char* name, std::uint64_t value) { module_.port(name).set(value); };
  set("parent_i", place.parent);
  set("children_i", place.children);
  set("wait_i", static_cast<std::uint64_t>(place.wait));
  if (place.role) set("role_i", *place.role);
}

void RtlPorts::read_row(const RowLayout& layout, std::uint64_t* row) const {
  const auto task = [&](bool there, const RtlPort& from, std::size_t to) {
    if (there) {
      from.read_all(row + to);
    } else {
      std::fill_n(row + to, layout.task_numbers(), 0);
    }
  };
  row[RowLayout::dimension] = dimension.value();
  row[RowLayout::part] = part.value();
  row[RowLayout::load] = load.value();
  row[RowLayout::starts] = starts.value();
  row[RowLayout::ends] = ends.value();
  row[RowLayout::valid] = valid_out.value();
  row[RowLayout::lands] = landing.value();
  row[RowLayout::accepts] = sink_valid.value() & sink_ready.value();
  row[RowLayout::holds] = source_valid.value();
  row[RowLayout::errors] = errors.value();
  if (layout.places() == 1) {
    row[RowLayout::shift] = shift.value();
    task(row[RowLayout::shift] != 0, head, layout.leaving());
    task(row[RowLayout::lands] != 0, landed, layout.landed());
  } else {
    read_places(layout, row);
  }
  task(row[RowLayout::holds] != 0, source_data, layout.held());
  line_out.read_all(row + layout.lines());
}

void RtlPorts::read_places(const RowLayout& layout, std::uint64_t* row) const {
  const auto task = [&](bool there, const RtlPort& from, std::size_t place, std::size_t to) {
    for (std::size_t done = 0; done < layout.task_bits(); done += word_bits) {
      const auto bits = std::min<std::size_t>(word_bits, layout.task_bits() - done);
      row[to + done / word_bits] =
          there ? from.read(place * layout.task_bits() + done, static_cast<unsigned>(bits)) : 0;
    }
  };
  row[RowLayout::shift] = 0;
  for (std::size_t place = 0; place < layout.places(); ++place) {
    const auto gives = shift.read(place * layout.load_bits(), layout.load_bits());
    row[layout.gives(place)] = gives;
    task(gives != 0, head, place, layout.leaving(place));
    task(((row[RowLayout::lands] >> place) & 1U) != 0, landed, place, layout.landed(place));
  }
}

std::vector<RtlPortSize> rtl_port_sizes(const RtlParameters& p) {
  const auto bits = [](std::int64_t number) { return static_cast<std::size_t>(number); };
  const auto lines = p.ports() * bits(p.max_lanes());
  const auto counters = p.ports() * rtl_counter_bits;
  std::vector<RtlPortSize> sizes = {
      {"valid_o", p.ports()},
      {"valid_i", p.ports()},
      {"line_o", lines},
      {"line_i", lines},
      {"sink_tdata_i", bits(p.task_bits)},
      {"source_tdata_o", bits(p.task_bits)},
      {"obs_head_o", p.ports_at_once() * bits(p.task_bits)},
      {"obs_landed_o", p.ports_at_once() * bits(p.task_bits)},
      {"obs_load_o", bits(p.load_bits)},
      {"transfer_cycles_o", counters},
      {"word_cycles_o", counters},
      {"setup_cycles_o", counters},
  };
  if (p.design != RtlDesign::liquid) {
    sizes.push_back({"obs_shift_o", p.ports_at_once() * bits(p.load_bits)});
    sizes.push_back({"parent_i", p.ports()});
    sizes.push_back({"children_i", p.ports()});
    sizes.push_back({"wait_i", bits(p.count_bits())});
  }
  if (p.design == RtlDesign::hhc) sizes.push_back({"role_i", 2});
  return sizes;
}

}  // namespace isobar
