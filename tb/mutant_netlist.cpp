// SPDX-License-Identifier: Apache-2.0
#include "tb/mutant_netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <utility>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "models/errors.h"
#include "models/text.h"
#include "tb/rtl_options.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const char* const top = "isobar_pe";
const char* const control = "mutant_i";
constexpr int control_bits = 16;

/// What `mutate` of Yosys does to one bit of a cell's port.
struct BitChange {
  std::string mode;
  std::string port;
  std::size_t bit = 0;
};

struct Candidate {
  Mutant mutant;
  std::string cell;
  std::optional<BitChange> bit;  ///< else another cell takes this one's place
  std::string other_type = {};   ///< its type; empty: the same, reset to another value
};

struct Swap {
  std::string type;
  std::string text;
};

/// The operators that are exchanged here, because `mutate` changes only bits.
const std::map<std::string, Swap>& swaps() {
  static const std::map<std::string, Swap> all = {
      {"$add", {"$sub", "+ becomes -"}},
      {"$sub", {"$add", "- becomes +"}},
      {"$mul", {"$add", "* becomes +"}},
      {"$eq", {"$ne", "== becomes !="}},
      {"$ne", {"$eq", "!= becomes =="}},
      {"$ge", {"$gt", ">= becomes >"}},
      {"$gt", {"$ge", "> becomes >="}},
      {"$le", {"$lt", "<= becomes <"}},
      {"$lt", {"$le", "< becomes <="}},
      {"$logic_and", {"$logic_or", "&& becomes ||"}},
      {"$logic_or", {"$logic_and", "|| becomes &&"}},
      {"$logic_not", {"$reduce_bool", "== 0 becomes != 0"}},
      {"$reduce_bool", {"$logic_not", "!= 0 becomes == 0"}},
      {"$and", {"$or", "& becomes |"}},
      {"$or", {"$and", "| becomes &"}},
      {"$not", {"$pos", "~ dropped"}},
      {"$shl", {"$shr", "<< becomes >>"}},
      {"$shr", {"$shl", ">> becomes <<"}},
  };
  return all;
}

std::string squeeze(const std::string& text) {
  static const std::regex spaces("\\s+");
  return std::string(trim(std::regex_replace(text, spaces, " ")));
}

/// A place `file:line.column-line.column`, counted from 1, with the end excluded.
struct Span {
  std::string file;
  int line = 0;
  int column = 0;
  int last_line = 0;
  int last_column = 0;
};

/// The innermost place of a `src` attribute.
Span parse_span(const std::string& src) {
  static const std::regex form("([^|]*):(\\d+)\\.(\\d+)-(\\d+)\\.(\\d+)$");
  std::smatch found;
  if (!std::regex_search(src, found, form)) return {};
  const auto number = [&](std::size_t i) { return std::stoi(found[i]); };
  return {found[1], number(2), number(3), number(4), number(5)};
}

/// The text of the RTL by file and line.
class Sources {
 public:
  explicit Sources(const std::vector<fs::path>& files) {
    for (const auto& file : files) {
      auto& lines = lines_[file.filename().string()];
      const auto text = file_contents(file);
      for (const auto line : split(text, '\n')) lines.emplace_back(line);
    }
  }
  /// The text of an expression; empty for a whole block.
  std::string expression(const Span& span) const {
    std::string text;
    for (int line = span.line; line <= span.last_line; ++line) {
      const auto& whole = lines_.at(span.file).at(static_cast<std::size_t>(line) - 1);
      const int from = line == span.line ? span.column - 1 : 0;
      const int to = line == span.last_line ? span.last_column - 1 : static_cast<int>(whole.size());
      text += whole.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
      text += ' ';
    }
    // Yosys counts a `::` as too long, and then the span may end beyond the line.
    const auto& last = lines_.at(span.file).at(static_cast<std::size_t>(span.last_line) - 1);
    const bool beyond = span.last_column > static_cast<int>(last.size()) + 1;
    if (beyond && text.find(';') != std::string::npos) text.resize(text.rfind(';'));
    text = squeeze(text);
    return text.find(';') == std::string::npos ? text : "";
  }

 private:
  std::map<std::string, std::vector<std::string>> lines_;
};

/// Reads the candidates from a netlist of Yosys.
class Reader {
 public:
  Reader(const Json& module, const Sources& sources) : module_(module), sources_(sources) {
    for (const auto& [name, net] : module.at("netnames").items()) {
      if (net.at("hide_name") != 0) continue;
      const auto& bits = net.at("bits");
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (bits[i].is_number()) names_[bits[i].get<std::int64_t>()].emplace_back(name, i);
      }
    }
    for (const auto& cell : module.at("cells")) {
      for (const auto& [port, bits] : cell.at("connections").items()) {
        if (cell.at("port_directions").at(port) != "input") continue;
        for (const auto& bit : bits) {
          if (bit.is_number()) users_[bit.get<std::int64_t>()].push_back(&cell);
        }
      }
    }
  }

  std::vector<Candidate> read() {
    std::vector<std::pair<std::string, std::int64_t>> order;
    for (const auto& [name, cell] : module_.at("cells").items()) {
      order.emplace_back(name, number_of(name));
    }
    // Yosys has numbered the cells in the order of the text.
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return std::make_pair(a.second, a.first) < std::make_pair(b.second, b.first);
    });
    for (const auto& [name, number] : order) add(name, module_.at("cells").at(name));
    number_copies();
    for (std::size_t i = 0; i < found_.size(); ++i) found_[i].mutant.number = i + 1;
    return std::move(found_);
  }

 private:
  static std::int64_t number_of(const std::string& name) {
    const auto at = name.rfind('$');
    if (at == std::string::npos || at + 1 == name.size()) return 0;
    const auto digits = name.substr(at + 1);
    if (digits.find_first_not_of("0123456789") != std::string::npos) return 0;
    return std::stoll(digits);
  }

  static std::string instance_of(const std::string& name) {
    static const std::regex form("^\\$flatten\\\\(.*?)\\.\\$|^(u_[^.]*)\\.");
    std::smatch found;
    if (!std::regex_search(name, found, form)) return "";
    return found[1].matched ? found[1] : found[2];
  }

  /// The name of a net that a cell drives, as the RTL calls it in the instance and as the netlist
  /// calls it, with an index for one bit of it. Both are empty if the net has no name.
  std::pair<std::string, std::string> own_name(const Json& cell, const std::string& instance) {
    const auto& connections = cell.at("connections");
    std::vector<std::pair<std::string, std::string>> names;
    for (const char* port : {"Y", "Q"}) {
      if (!connections.contains(port) || !connections.at(port)[0].is_number()) continue;
      const auto& bits = connections.at(port);
      for (const auto& [name, index] : names_[bits[0].get<std::int64_t>()]) {
        const auto prefix = instance.empty() ? "" : instance + ".";
        const auto local = name.substr(std::min(prefix.size(), name.size()));
        if (name.compare(0, prefix.size(), prefix) != 0 || local.rfind("u_", 0) == 0) continue;
        if (index != 0 && bits.size() != 1) continue;
        const bool one_of_several =
            bits.size() == 1 && module_.at("netnames").at(name).at("bits").size() > 1;
        names.emplace_back(one_of_several ? fmt::format("{}[{}]", local, index) : local, name);
      }
    }
    if (names.empty()) return {};
    return *std::min_element(names.begin(), names.end(), [](const auto& a, const auto& b) {
      return std::make_pair(a.first.size(), a.first) < std::make_pair(b.first.size(), b.first);
    });
  }

  /// The names of the first net with a name that a cell's value reaches, which says what it is for.
  std::pair<std::string, std::string> output_name(const Json& cell, const std::string& instance,
                                                  int depth = 0) {
    constexpr int far = 8;
    if (auto own = own_name(cell, instance); !own.first.empty() || depth == far) return own;
    if (!cell.at("connections").contains("Y")) return {};
    for (const auto& bit : cell.at("connections").at("Y")) {
      if (!bit.is_number()) continue;
      for (const auto* user : users_[bit.get<std::int64_t>()]) {
        if (auto name = output_name(*user, instance, depth + 1); !name.first.empty()) return name;
      }
    }
    return {};
  }

  void add(const std::string& name, const Json& cell) {
    const auto type = cell.at("type").get<std::string>();
    if (type.rfind('$', 0) != 0) return;  // $scopeinfo and the like of later versions have no ports
    auto span = parse_span(cell.at("attributes").value("src", ""));
    const auto instance = instance_of(name);
    const bool placed = span.line != 0;
    const auto [output, net] = placed ? output_name(cell, instance) : own_name(cell, instance);
    auto expression = std::string();
    if (placed) {
      expression = sources_.expression(span);
    } else {
      // The cell selects a part of a vector. Its place is the declaration of the net that it
      // drives; its index has no name.
      if (output.empty()) return;
      span = parse_span(module_.at("netnames").at(net).at("attributes").value("src", ""));
    }
    if (span.line == 0) return;
    Mutant mutant;
    mutant.part = fs::path(span.file).stem().string();
    mutant.file = span.file;
    mutant.line = span.line;
    if (type == "$mem_v2") expression = "tasks";
    const std::vector<std::string> words = {instance, output,
                                            expression.empty() ? "" : "`" + expression + "`"};
    for (const auto& word : words) {
      if (!word.empty()) mutant.place += (mutant.place.empty() ? "" : " ") + word;
    }
    if (mutant.place.empty()) return;
    operations(name, cell, type, mutant);
    constants(name, cell, type, mutant);
    conditions(name, cell, type, mutant);
    values(name, cell, type, mutant);
  }

  void put(const std::string& cell, const Mutant& mutant, const std::string& change,
           std::optional<BitChange> bit, const std::string& other_type = "") {
    Candidate candidate{mutant, cell, std::move(bit), other_type};
    candidate.mutant.change = change;
    found_.push_back(std::move(candidate));
  }

  void operations(const std::string& name, const Json& cell, const std::string& type,
                  const Mutant& mutant) {
    if (const auto swap = swaps().find(type); swap != swaps().end()) {
      put(name, mutant, swap->second.text, {}, swap->second.type);
    }
    if (type == "$adff") {
      const auto value = cell.at("parameters").at("ARST_VALUE").get<std::string>();
      put(name, mutant, fmt::format("reset bit 0 becomes {}", value.back() == '0' ? 1 : 0), {});
    }
  }

  void constants(const std::string& name, const Json& cell, const std::string& type,
                 const Mutant& mutant) {
    constexpr std::size_t shown_bits = 16;
    if (type == "$adff" || type == "$mem_v2") return;
    for (const char* port : {"A", "B"}) {
      if (!cell.at("connections").contains(port)) continue;
      const auto& bits = cell.at("connections").at(port);
      const auto fixed = [](const Json& bit) { return bit == "0" || bit == "1"; };
      if (!std::all_of(bits.begin(), bits.end(), fixed)) continue;
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (i != 0 && bits[i] == "0") continue;
        std::string change = fmt::format("bit {} of the constant flips", i);
        if (bits.size() <= shown_bits) {
          unsigned value = 0;
          for (std::size_t b = 0; b < bits.size(); ++b) value |= (bits[b] == "1" ? 1U : 0U) << b;
          change = fmt::format("constant {} becomes {}", value, value ^ (1U << i));
        }
        put(name, mutant, change, BitChange{"inv", port, i});
      }
    }
  }

  void conditions(const std::string& name, const Json& cell, const std::string& type,
                  const Mutant& mutant) {
    const auto stuck = [&](const char* port, const std::string& text) {
      put(name, mutant, text + " stuck at 1", BitChange{"const1", port, 0});
      put(name, mutant, text + " stuck at 0", BitChange{"const0", port, 0});
    };
    const auto signal = [&](const char* port) {
      const auto& bits = cell.at("connections").at(port);
      return bits.size() == 1 && bits[0].is_number();
    };
    if (type == "$mux") stuck("S", "selection");
    if (type == "$logic_and" || type == "$logic_or") {
      if (signal("A")) stuck("A", "left side");
      if (signal("B")) stuck("B", "right side");
    }
  }

  void values(const std::string& name, const Json& cell, const std::string& type,
              const Mutant& mutant) {
    const auto& connections = cell.at("connections");
    // The high bits of a long counter do not change in a run that a test can afford: where they are
    // stuck nobody sees it, where one of them is inverted everybody does.
    constexpr std::size_t moving_bits = 4;
    const auto hash = std::stoull(digest(mutant.key()).substr(1), nullptr, 16);
    const auto bit_of = [&](const char* port) {
      return hash % std::min(connections.at(port).size(), moving_bits);
    };
    const auto invert = [&](const char* port, const std::string& what) {
      const auto bit = bit_of(port);
      put(name, mutant, fmt::format("bit {}{} inverted", bit, what), BitChange{"inv", port, bit});
      const auto width = connections.at(port).size();
      if (width <= moving_bits) return;
      const auto high = moving_bits + hash % (width - moving_bits);
      put(name, mutant, fmt::format("bit {}{} inverted", high, what), BitChange{"inv", port, high});
    };
    if (type == "$adff") {
      const auto bit = bit_of("Q");
      invert("Q", "");
      put(name, mutant, fmt::format("bit {} stuck at 0", bit), BitChange{"const0", "Q", bit});
      put(name, mutant, fmt::format("bit {} stuck at 1", bit), BitChange{"const1", "Q", bit});
    }
    if (type == "$mem_v2") {
      invert("RD_DATA", " as read");
      invert("RD_ADDR", " of the read address");
      invert("WR_ADDR", " of the write address");
      put(name, mutant, "bit 1 always written", BitChange{"const1", "WR_EN", 1});
      put(name, mutant, "bit 1 never written", BitChange{"const0", "WR_EN", 1});
    }
    for (const char* moved : {"$shiftx", "$shl", "$shr", "$mux", "$add", "$sub"}) {
      if (type == moved) invert("Y", "");
    }
  }

  /// Numbers mutants with equal names, which belong to copies of one text.
  void number_copies() {
    std::map<std::string, int> count;
    for (const auto& candidate : found_) ++count[candidate.mutant.key()];
    std::map<std::string, int> seen;
    for (auto& candidate : found_) {
      const auto key = candidate.mutant.key();
      if (count[key] > 1) candidate.mutant.place += fmt::format(" #{}", ++seen[key]);
    }
  }

  const Json& module_;
  const Sources& sources_;
  std::map<std::int64_t, std::vector<std::pair<std::string, std::size_t>>> names_;
  std::map<std::int64_t, std::vector<const Json*>> users_;
  std::vector<Candidate> found_;
};

std::int64_t highest_bit(const Json& module) {
  std::int64_t highest = 1;
  for (const auto& net : module.at("netnames")) {
    for (const auto& bit : net.at("bits")) {
      if (bit.is_number()) highest = std::max(highest, bit.get<std::int64_t>());
    }
  }
  return highest;
}

/// Adds cells for the mutants that replace operators, and returns Yosys' commands for the others.
std::string instrument(Json& module, const std::vector<Candidate>& mutants) {
  auto next = highest_bit(module) + 1;
  const auto fresh = [&](std::size_t width) {
    Json bits = Json::array();
    for (std::size_t i = 0; i < width; ++i) bits.push_back(next++);
    return bits;
  };
  const auto select = fresh(control_bits);
  module["ports"][control] = {{"direction", "input"}, {"bits", select}};
  module["netnames"][control] = {
      {"hide_name", 0}, {"bits", select}, {"attributes", Json::object()}};
  Json cells = Json::object();
  std::map<std::string, std::string>
      renamed;  // names of Yosys contain characters that its commands reject
  for (const auto& [name, cell] : module.at("cells").items()) {
    renamed[name] = fmt::format("cell_{}", renamed.size());
    cells[renamed[name]] = cell;
  }
  const auto add = [&](const std::string& name, const std::string& type, const Json& parameters,
                       const Json& connections) {
    Json directions = Json::object();
    for (const auto& [port, bits] : connections.items()) {
      directions[port] = port == "Y" ? "output" : "input";
    }
    cells[name] = {{"hide_name", 0},
                   {"type", type},
                   {"parameters", parameters},
                   {"attributes", Json::object()},
                   {"port_directions", directions},
                   {"connections", connections}};
  };
  const auto number = [](std::uint64_t value) { return fmt::format("{:032b}", value); };
  std::string commands;
  for (const auto& mutant : mutants) {
    const auto k = mutant.mutant.number;
    const auto name = renamed.at(mutant.cell);
    if (mutant.bit) {
      commands += fmt::format(
          "mutate -ctrl {} {} {} -mode {} -module {} -cell {} -port {} "
          "-portbit {}\n",
          control, control_bits, k, mutant.bit->mode, top, name, mutant.bit->port, mutant.bit->bit);
      continue;
    }
    const char* port = mutant.other_type.empty() ? "Q" : "Y";
    auto other = cells.at(name);
    if (mutant.other_type.empty()) {
      auto value = other.at("parameters").at("ARST_VALUE").get<std::string>();
      value.back() = value.back() == '0' ? '1' : '0';
      other["parameters"]["ARST_VALUE"] = value;
    } else {
      other["type"] = mutant.other_type;
    }
    const Json out = other.at("connections").at(port);
    const auto as_it_is = fresh(out.size());
    const auto changed = fresh(out.size());
    cells[name]["connections"][port] = as_it_is;
    other["connections"][port] = changed;
    cells[fmt::format("other_{}", k)] = other;
    Json which = Json::array();
    for (int bit = 0; bit < control_bits; ++bit) which.push_back((k >> bit) & 1U ? "1" : "0");
    const auto active = fresh(1);
    add(fmt::format("active_{}", k), "$eq",
        {{"A_SIGNED", number(0)},
         {"B_SIGNED", number(0)},
         {"A_WIDTH", number(control_bits)},
         {"B_WIDTH", number(control_bits)},
         {"Y_WIDTH", number(1)}},
        {{"A", select}, {"B", which}, {"Y", active}});
    add(fmt::format("choice_{}", k), "$mux", {{"WIDTH", number(out.size())}},
        {{"A", as_it_is}, {"B", changed}, {"S", active}, {"Y", out}});
  }
  module["cells"] = cells;
  return commands;
}

/// Makes the PE with these parameters as one module of Yosys' own cells.
fs::path elaborate(const fs::path& yosys, const RtlParameters& parameters,
                   const std::vector<fs::path>& sources, const std::vector<fs::path>& headers) {
  std::string script;
  for (const auto& source : sources) {
    script += fmt::format("read_verilog -sv {}\n", source.filename().string());
  }
  script += rtl_pe_hierarchy(parameters, top);
  script += "prep -flatten\nwrite_json netlist.json\n";
  std::string key = program_stamp(yosys) + script;
  auto files = sources;
  files.insert(files.end(), headers.begin(), headers.end());
  for (const auto& file : files) key += file_contents(file);
  return cached("netlist", key, [&](const fs::path& folder) {
    // They are copied beside the script, so that the netlist names its sources without a path.
    for (const auto& file : files) fs::copy_file(file, folder / file.filename());
    write_file(folder / "netlist.ys", script);
    run_tool({yosys.string(), "-q", "netlist.ys"}, folder);
  });
}

}  // namespace

MutantNetlist make_mutant_netlist(const RtlParameters& parameters) {
  const auto yosys = find_tool("yosys", "yosys", "the run of mutants");
  const auto root = data_root();
  const auto sources = rtl_sources(root);
  const auto netlist = elaborate(yosys, parameters, sources, rtl_headers(root)) / "netlist.json";
  auto json = Json::parse(file_contents(netlist));
  auto& module = json.at("modules").at(top);
  const Sources texts(sources);
  const auto candidates = Reader(module, texts).read();
  const auto creator = json.at("creator").get<std::string>();
  const auto script = "read_json mutants.json\n" + instrument(module, candidates) +
                      "write_verilog -noattr mutants.v\n";
  const auto instrumented = json.dump(1);
  const auto folder = cached("mutants", program_stamp(yosys) + script + instrumented,
                             [&](const fs::path& workshop) {
                               write_file(workshop / "mutants.json", instrumented);
                               write_file(workshop / "mutants.ys", script);
                               run_tool({yosys.string(), "-q", "mutants.ys"}, workshop);
                               fs::remove(workshop / "mutants.json");
                             });
  MutantNetlist made{folder / "mutants.v", {}, creator.substr(0, creator.find(" ("))};
  for (const auto& candidate : candidates) made.mutants.push_back(candidate.mutant);
  return made;
}

}  // namespace isobar
