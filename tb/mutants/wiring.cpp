// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/wiring.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

namespace isobar {
namespace {

using Json = nlohmann::json;
using Source = Rewiring::Source;

/// Where the fabric's text says something that is in no cell.
int line_of(const Json& cell) {
  static const std::regex form("isobar_fabric\\.sv:(\\d+)\\.");
  const auto src = cell.at("attributes").at("src").get<std::string>();
  std::smatch found;
  return std::regex_search(src, found, form) ? std::stoi(found[1]) : 0;
}

class Wiring {
 public:
  Wiring(const Json& fabric, const RtlParameters& parameters)
      : fabric_(fabric),
        ports_(parameters.ports()),
        lanes_(static_cast<std::size_t>(parameters.max_lanes())) {
    static const std::regex node("g_node\\[(\\d+)\\]\\.u_pe$");
    for (const auto& [name, cell] : fabric.at("cells").items()) {
      std::smatch found;
      if (std::regex_search(name, found, node)) pes_[std::stoul(found[1])] = name;
    }
  }

  std::vector<Candidate> mutants() {
    for (const auto& [node, name] : pes_) {
      links_of(node);
      streams_of(node);
      outputs_of(node);
    }
    for (const auto& [name, cell] : fabric_.at("cells").items()) {
      if (cell.at("type") == "$adff" && name.find("u_from_") != std::string::npos) timing_of(name);
    }
    return std::move(made_);
  }

 private:
  std::size_t next(std::size_t node) const { return (node + 1) % pes_.size(); }
  PortBits bits(std::size_t node, const std::string& port, std::size_t first,
                std::size_t width) const {
    return {pes_.at(node), port, first, width};
  }
  /// A whole port of a PE.
  PortBits whole(std::size_t node, const std::string& port) const {
    const auto& cell = fabric_.at("cells").at(pes_.at(node));
    return bits(node, port, 0, cell.at("connections").at(port).size());
  }

  Candidate& put(const std::string& part, const std::string& cell, const std::string& place,
                 const std::string& change, std::vector<Rewiring> rewired) {
    Candidate candidate;
    auto& mutant = candidate.mutant;
    mutant.part = part;
    mutant.file = "isobar_fabric.sv";
    mutant.line = line_of(fabric_.at("cells").at(cell));
    mutant.place = place;
    mutant.change = change;
    candidate.cell = cell;
    candidate.rewired = std::move(rewired);
    made_.push_back(std::move(candidate));
    return made_.back();
  }
  void of_pe(std::size_t node, const std::string& what, const std::string& change,
             std::vector<Rewiring> rewired) {
    put("isobar_fabric", pes_.at(node), fmt::format("PE {} {}", node, what), change,
        std::move(rewired));
  }

  /// What the links bring to a PE's ports.
  void links_of(std::size_t node) {
    for (std::size_t port = 0; port < ports_; ++port) {
      const auto hears = [&](const std::string& change, Source source, std::size_t other_node,
                             std::size_t other_port) {
        of_pe(node, fmt::format("port {}", port), change,
              {{bits(node, "valid_i", port, 1), source, bits(other_node, "valid_i", other_port, 1)},
               {bits(node, "line_i", port * lanes_, lanes_), source,
                bits(other_node, "line_i", other_port * lanes_, lanes_)}});
      };
      hears("hears its dimension's other port", Source::other, node, port ^ 1U);
      if (ports_ > 2) {
        hears("hears the next dimension's port", Source::other, node, (port + 2) % ports_);
      }
      hears("hears the next PE's port", Source::other, next(node), port);
      hears("hears nothing", Source::zeros, node, port);
    }
  }

  /// What reaches a PE from outside the fabric.
  void streams_of(std::size_t node) {
    const auto from_next = [&](const std::string& what, const std::vector<std::string>& ports) {
      std::vector<Rewiring> rewired;
      for (const auto& port : ports) {
        rewired.push_back({whole(node, port), Source::other, whole(next(node), port)});
      }
      of_pe(node, what, "the next PE's", std::move(rewired));
    };
    from_next("sink", {"sink_tvalid_i", "sink_tdata_i"});
    from_next("sink's data", {"sink_tdata_i"});
    from_next("fetch_i", {"fetch_i"});
    from_next("source_tready_i", {"source_tready_i"});
    of_pe(node, "run_i", "stuck at 1", {{whole(node, "run_i"), Source::ones}});
    of_pe(node, "run_i", "stuck at 0", {{whole(node, "run_i"), Source::zeros}});
  }

  /// What the fabric shows of a PE.
  void outputs_of(std::size_t node) {
    for (const char* port : {"sink_tready_o", "source_tvalid_o", "source_tdata_o", "obs_load_o",
                             "transfer_cycles_o", "word_cycles_o", "setup_cycles_o"}) {
      of_pe(node, port, "the next PE's",
            {{whole(node, port), Source::other, whole(next(node), port)}});
    }
    of_pe(node, "error_o", "bit 0 stuck at 1", {{bits(node, "error_o", 0, 1), Source::ones}});
  }

  /// The registers of a link: the last stage is the highest.
  void timing_of(const std::string& name) {
    const auto stage = lanes_ + 1;
    const auto all = fabric_.at("cells").at(name).at("connections").at("Q").size();
    // From `$flatten\\u_fabric.\\g_node[0].g_dimension[0].u_from_successor.$procdff$1` the
    // instance.
    const auto place = std::regex_replace(name, std::regex("^\\$flatten|\\\\|\\.\\$.*$"), "");
    const PortBits last{name, "Q", all - stage, stage};
    put("isobar_link", name, place, "a cycle less",
        {{last, Source::other, {name, "D", all - stage, stage}}});
    put("isobar_link", name, place, "a cycle more", {{last, Source::later}});
    // The highest bit is valid_o.
    put("isobar_link", name, place, "valid after the reset", {}).reset_bit = all - 1;
  }

  const Json& fabric_;
  std::size_t ports_;
  std::size_t lanes_;
  std::map<std::size_t, std::string> pes_;  ///< names of cells by node
  std::vector<Candidate> made_;
};

}  // namespace

std::vector<Candidate> wiring_mutants(const Json& fabric, const RtlParameters& parameters) {
  return Wiring(fabric, parameters).mutants();
}

}  // namespace isobar
