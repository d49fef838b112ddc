// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/synth_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

namespace isobar {
namespace {

using Json = nlohmann::ordered_json;

/// The condition of a Liquid PE, or the scheme of another.
std::string name(const SynthPlan& plan, const SynthRow& row) {
  switch (plan.design) {
    case RtlDesign::liquid:
      return fmt::format("c{}", static_cast<int>(row.condition));
    case RtlDesign::exchange:
      return "de";
    case RtlDesign::averaging:
      return "nna-portions";
    case RtlDesign::hhc:
      return "hhc-b";
    case RtlDesign::stealing:
      break;
  }
  return stealing_name(plan.victims);
}

const char* title(const SynthPlan& plan) {
  return plan.design == RtlDesign::liquid ? "condition" : "scheme";
}

/// 1234567 as 1,234,567.
std::string grouped(std::int64_t number) {
  constexpr std::size_t group = 3;
  auto text = std::to_string(number);
  for (auto at = text.size(); at > group;) text.insert(at -= group, ",");
  return text;
}

std::string percent(std::int64_t part, std::int64_t whole) {
  constexpr double hundred = 100;
  return fmt::format(
      "{:.0f} %",
      whole == 0 ? 0.0 : hundred * static_cast<double>(part) / static_cast<double>(whole));
}

std::string line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const auto& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string header(const std::vector<std::string>& cells) {
  return line(cells) + line(std::vector<std::string>(cells.size(), "---"));
}

std::string dimensions_text(const std::set<unsigned>& dimensions) {
  std::string text;
  for (const auto d : dimensions) text += (text.empty() ? "" : ", ") + std::to_string(d);
  return text;
}

std::string target(const SynthPlan& plan, const SynthResult& result) {
  if (!plan.device.is_placed()) return fmt::format("{}; {}", plan.device.name, result.yosys);
  return fmt::format("{}, package {}, {} logic cells; {}; {}; {}", plan.device.name, plan.package,
                     grouped(result.device_logic_cells), result.yosys, result.nextpnr,
                     plan.seeds == 0   ? "not placed"
                     : plan.seeds == 1 ? "seed 1"
                                       : fmt::format("seeds 1 to {}", plan.seeds));
}

std::string heading(const SynthPlan& plan, const SynthResult& result) {
  const auto& link = plan.link;
  const auto radix2 = plan.radix2.empty() ? "no dimension of radix 2"
                                          : "radix 2: dimension " + dimensions_text(plan.radix2);
  return fmt::format(
      "{}\n"
      "tasks of {} bits, words of {}, a queue of {} in {}; {} lane{}, {} cycle{} a bit, set-up {}, "
      "latency {}; {}\n",
      target(plan, result), plan.task_bits, plan.load_bits, plan.depth,
      queue_memory_entry(plan.queue_memory).title, link.lanes, link.lanes == 1 ? "" : "s",
      link.cycles_per_bit, link.cycles_per_bit == 1 ? "" : "s", link.setup, link.latency,
      plan.design == RtlDesign::liquid ? radix2
      : !plan.asks_neighbours()        ? fmt::format("{}, of the others {}", radix2, plan.radix)
      : plan.design == RtlDesign::stealing
          ? fmt::format("{}; addresses of {} bits", radix2, plan.address_bits)
          : fmt::format("phases end by {}", plan.fixed_slot ? "a fixed slot" : "words"));
}

std::string totals(const SynthPlan& plan, const SynthResult& result) {
  std::vector<std::string> titles = {title(plan), "dimensions", "cells", "LUTs",
                                     "registers", "carries",    "RAMs"};
  const std::vector<std::string> placed = {"logic cells", "MHz, median", "worst", "best"};
  if (plan.device.has_lut_ram()) titles.emplace_back("LUT RAMs");
  if (plan.device.is_placed()) titles.insert(titles.end(), placed.begin(), placed.end());
  auto text = header(titles);
  for (const auto& row : result.rows) {
    const auto mhz = spread(row);
    const auto shown = [&](double Spread::*value) {
      return mhz ? fmt::format("{:.1f}", (*mhz).*value) : std::string("–");
    };
    std::vector<std::string> cells = {name(plan, row),           std::to_string(row.dimensions),
                                      grouped(row.pe.cells),     grouped(row.pe.luts),
                                      grouped(row.pe.registers), grouped(row.pe.carries),
                                      grouped(row.pe.brams)};
    if (plan.device.has_lut_ram()) cells.push_back(grouped(row.pe.lut_rams));
    if (plan.device.is_placed()) {
      cells.push_back(grouped(row.logic_cells));
      for (const auto value : {&Spread::median, &Spread::min, &Spread::max}) {
        cells.push_back(shown(value));
      }
    }
    text += line(cells);
  }
  return text;
}

std::string by_part(const SynthPlan& plan, const SynthResult& result) {
  std::vector<std::string> titles = {title(plan), "dimensions"};
  for (const auto& part : synth_parts(plan.design, plan.asks_neighbours())) titles.push_back(part);
  titles.emplace_back("queue's share");
  auto text = header(titles);
  for (const auto& row : result.rows) {
    std::vector<std::string> cells = {name(plan, row), std::to_string(row.dimensions)};
    CellCounts all;
    for (const auto& part : row.parts) {
      all.luts += part.luts;
      all.registers += part.registers;
      cells.push_back(fmt::format("{} + {}", grouped(part.luts), grouped(part.registers)));
    }
    const auto& queue = row.parts.front();
    cells.push_back(percent(queue.luts, all.luts) + " + " +
                    percent(queue.registers, all.registers));
    text += line(cells);
  }
  return text;
}

Json counts_json(const CellCounts& counts) {
  return {{"cells", counts.cells},     {"luts", counts.luts},   {"registers", counts.registers},
          {"carries", counts.carries}, {"brams", counts.brams}, {"lut_rams", counts.lut_rams}};
}

/// Megahertz in whole kilohertz: there is nothing behind that.
double rounded(double mhz) {
  constexpr double thousand = 1000;
  return std::round(mhz * thousand) / thousand;
}

Json frequency_json(const SynthRow& row) {
  const auto mhz = spread(row);
  if (!mhz) return nullptr;
  Json seeds = Json::array();
  for (const auto& one : row.mhz) seeds.push_back(one ? Json(rounded(*one)) : Json());
  return {{"median", rounded(mhz->median)},
          {"min", rounded(mhz->min)},
          {"max", rounded(mhz->max)},
          {"seeds", seeds}};
}

Json row_json(const SynthPlan& plan, const SynthRow& row) {
  const bool is_placed = plan.device.is_placed();
  Json json = {{title(plan), name(plan, row)}, {"dimensions", row.dimensions}};
  json.update(counts_json(row.pe));
  json["logic_cells"] = is_placed ? Json(row.logic_cells) : Json();
  json["frequency_mhz"] = frequency_json(row);
  json["by_module"] = Json::object();
  for (std::size_t i = 0; i < row.parts.size(); ++i) {
    json["by_module"][synth_parts(plan.design, plan.asks_neighbours())[i]] =
        counts_json(row.parts[i]);
  }
  json["harness"] =
      is_placed
          ? Json({{"registers", row.harness_registers}, {"logic_cells", row.harness_logic_cells}})
          : Json();
  return json;
}

}  // namespace

std::string stealing_name(VictimChoice victims) {
  return victims == VictimChoice::ring       ? "steal:victims=ring"
         : victims == VictimChoice::xorshift ? "steal:victims=xorshift"
                                             : "steal";
}

std::optional<Spread> spread(const SynthRow& row) {
  std::vector<double> mhz;
  for (const auto& one : row.mhz) {
    if (one) mhz.push_back(*one);
  }
  if (mhz.empty()) return std::nullopt;
  std::sort(mhz.begin(), mhz.end());
  const auto half = mhz.size() / 2;
  const auto median = mhz.size() % 2 == 1 ? mhz[half] : (mhz[half - 1] + mhz[half]) / 2;
  return Spread{mhz.front(), median, mhz.back()};
}

std::string synth_text(const SynthPlan& plan, const SynthResult& result) {
  return heading(plan, result) + "\n" + totals(plan, result) +
         "\nLUTs + registers, by module:\n\n" + by_part(plan, result);
}

void write_synth_json(const SynthPlan& plan, const SynthResult& result, std::ostream& out) {
  const auto parameters = plan.parameters(*plan.conditions.begin(), *plan.dimensions.rbegin());
  Json json;
  json["schema"] = "isobar.synth/1";
  const bool is_placed = plan.device.is_placed();
  json["tools"] = {{"yosys", result.yosys}, {"nextpnr", is_placed ? Json(result.nextpnr) : Json()}};
  json["device"] = {{"name", plan.device.name},
                    {"package", is_placed ? Json(plan.package) : Json()},
                    {"logic_cells", is_placed ? Json(result.device_logic_cells) : Json()}};
  json["parameters"] = {{"radix2", plan.radix2},
                        {"task_bits", plan.task_bits},
                        {"load_bits", plan.load_bits},
                        {"queue_depth", plan.depth},
                        {"queue_memory", queue_memory_entry(plan.queue_memory).word},
                        {"lanes", plan.link.lanes},
                        {"cycles_per_bit", plan.link.cycles_per_bit},
                        {"setup", plan.link.setup},
                        {"latency", plan.link.latency},
                        {"count_bits", parameters.count_bits()},
                        {"counter_bits", rtl_counter_bits},
                        {"seeds", plan.seeds}};
  if (!plan.asks_neighbours()) {
    json["parameters"]["radix"] = plan.radix;
  } else if (plan.design == RtlDesign::stealing) {
    json["parameters"]["address_bits"] = plan.address_bits;
  } else if (plan.design != RtlDesign::liquid) {
    json["parameters"]["phase_end"] = plan.fixed_slot ? "slot" : "words";
  }
  json["rows"] = Json::array();
  for (const auto& row : result.rows) json["rows"].push_back(row_json(plan, row));
  out << json.dump(2) << '\n';
}

}  // namespace isobar
