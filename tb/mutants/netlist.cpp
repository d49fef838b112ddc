// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "models/errors.h"
#include "models/text.h"
#include "tb/mutants/candidate.h"
#include "tb/mutants/module_ports.h"
#include "tb/mutants/wiring.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tb/run_yosys.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const char* const control = "mutant_i";
constexpr int control_bits = 16;

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

/// The innermost place of a `src` attribute: the last one, but a link's, which is in two modules,
/// stands before that of the fabric.
Span parse_span(const std::string& src) {
  static const std::regex form("([^|]*):(\\d+)\\.(\\d+)-(\\d+)\\.(\\d+)$");
  static const std::regex of_link("(isobar_link\\.sv):(\\d+)\\.(\\d+)-(\\d+)\\.(\\d+)");
  std::smatch found;
  if (!std::regex_search(src, found, of_link) && !std::regex_search(src, found, form)) return {};
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

/// A number that a text always has, and that differs from text to text.
std::uint64_t number_of(const std::string& text) {
  return std::stoull(digest(text).substr(1), nullptr, 16);
}

/// Says which text of the RTL gets mutants.
struct MutatedText {
  std::set<std::string> parts = {};  ///< these modules; empty: all
  /// A generate block makes several copies of the cells of one text. If this is set, each mutant of
  /// that text is made in only one of the copies, and different mutants are made in different ones.
  bool one_of_copies = false;
};

/// Reads the candidates from a netlist of Yosys.
class Reader {
 public:
  Reader(const Json& module, const Sources& sources, const MutatedText& text)
      : module_(module), sources_(sources), text_(text) {
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
      order.emplace_back(name, order_of(name));
    }
    // Yosys has numbered the cells in the order of the text.
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return std::make_pair(a.second, a.first) < std::make_pair(b.second, b.first);
    });
    for (const auto& [name, number] : order) add(name, module_.at("cells").at(name));
    number_copies();
    if (text_.one_of_copies) leave_one_of_copies();
    return std::move(found_);
  }

 private:
  static std::int64_t order_of(const std::string& name) {
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
    std::string instance = found[1].matched ? found[1] : found[2];
    instance.erase(std::remove(instance.begin(), instance.end(), '\\'), instance.end());
    return instance;
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
    if (!text_.parts.empty() && text_.parts.count(mutant.part) == 0) return;
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
    const auto hash = number_of(mutant.key());
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

  /// Leaves each mutant in one copy. Copies have names that differ in the index of a generate block
  /// or in the number that number_copies() gave them.
  void leave_one_of_copies() {
    static const std::regex of_copy("(g_\\w+)\\[\\d+\\]| #\\d+");
    std::map<std::string, std::vector<std::size_t>> copies;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      copies[std::regex_replace(found_[i].mutant.key(), of_copy, "$1")].push_back(i);
    }
    std::set<std::size_t> left;
    for (const auto& [text, all] : copies) {
      left.insert(all[number_of(text) % all.size()]);
    }
    std::vector<Candidate> some;
    for (const auto i : left) some.push_back(std::move(found_[i]));
    found_ = std::move(some);
  }

  const Json& module_;
  const Sources& sources_;
  const MutatedText& text_;
  std::map<std::int64_t, std::vector<std::pair<std::string, std::size_t>>> names_;
  std::map<std::int64_t, std::vector<const Json*>> users_;
  std::vector<Candidate> found_;
};

/// Puts mutants into a module of a netlist.
class Instrument {
 public:
  Instrument(Json& module, std::string top) : module_(module), top_(std::move(top)) {
    next_ = highest_bit(module) + 1;
    select_ = fresh(control_bits);
    add_port(module, control, "input", select_);
    for (const auto& [name, cell] : module.at("cells").items()) {
      renamed_[name] = fmt::format("cell_{}", renamed_.size());
      cells_[renamed_[name]] = cell;
    }
  }

  /// Adds cells for mutants that replace others or exchange wires, and returns Yosys' commands for
  /// those that change bits.
  std::string put(const std::vector<Candidate>& mutants) {
    std::string commands;
    for (const auto& mutant : mutants) {
      if (mutant.bit) {
        commands += fmt::format(
            "mutate -ctrl {} {} {} -mode {} -module {} -cell {} -port {} "
            "-portbit {}\n",
            control, control_bits, mutant.mutant.number, mutant.bit->mode, top_,
            renamed_.at(mutant.cell), mutant.bit->port, mutant.bit->bit);
      } else if (!mutant.rewired.empty()) {
        rewire(mutant);
      } else {
        replace(mutant);
      }
    }
    module_["cells"] = cells_;
    return commands;
  }

 private:
  Json fresh(std::size_t width) {
    Json bits = Json::array();
    for (std::size_t i = 0; i < width; ++i) bits.push_back(next_++);
    return bits;
  }
  static std::string number(std::uint64_t value) { return fmt::format("{:032b}", value); }

  void add(const std::string& name, const std::string& type, const Json& parameters,
           const Json& connections) {
    Json directions = Json::object();
    for (const auto& [port, bits] : connections.items()) {
      directions[port] = port == "Y" ? "output" : "input";
    }
    cells_[name] = {{"hide_name", 0},
                    {"type", type},
                    {"parameters", parameters},
                    {"attributes", Json::object()},
                    {"port_directions", directions},
                    {"connections", connections}};
  }

  /// A bit that is high where this mutant is switched on.
  Json active(std::uint64_t mutant) {
    Json which = Json::array();
    for (int bit = 0; bit < control_bits; ++bit) {
      which.push_back((mutant >> bit) & 1U ? "1" : "0");
    }
    const auto on = fresh(1);
    add(fmt::format("active_{}", mutant), "$eq",
        {{"A_SIGNED", number(0)},
         {"B_SIGNED", number(0)},
         {"A_WIDTH", number(control_bits)},
         {"B_WIDTH", number(control_bits)},
         {"Y_WIDTH", number(1)}},
        {{"A", select_}, {"B", which}, {"Y", on}});
    return on;
  }
  void choose(const std::string& name, const Json& on, const Json& usual, const Json& changed,
              const Json& chosen) {
    add(name, "$mux", {{"WIDTH", number(chosen.size())}},
        {{"A", usual}, {"B", changed}, {"S", on}, {"Y", chosen}});
  }

  void replace(const Candidate& mutant) {
    const auto k = mutant.mutant.number;
    const auto name = renamed_.at(mutant.cell);
    const char* port = mutant.other_type.empty() ? "Q" : "Y";
    auto other = cells_.at(name);
    if (mutant.other_type.empty()) {
      auto value = other.at("parameters").at("ARST_VALUE").get<std::string>();
      auto& bit = value.at(value.size() - 1 - mutant.reset_bit);
      bit = bit == '0' ? '1' : '0';
      other["parameters"]["ARST_VALUE"] = value;
    } else {
      other["type"] = mutant.other_type;
    }
    const Json out = other.at("connections").at(port);
    const auto as_it_is = fresh(out.size());
    const auto changed = fresh(out.size());
    cells_[name]["connections"][port] = as_it_is;
    other["connections"][port] = changed;
    cells_[fmt::format("other_{}", k)] = other;
    choose(fmt::format("choice_{}", k), active(k), as_it_is, changed, out);
  }

  void rewire(const Candidate& mutant) {
    const auto k = mutant.mutant.number;
    const auto on = active(k);
    for (std::size_t i = 0; i < mutant.rewired.size(); ++i) {
      const auto& wires = mutant.rewired[i];
      const auto choice = fmt::format("choice_{}_{}", k, i);
      auto& cell = cells_[renamed_.at(wires.at.cell)];
      const auto there = now_at(wires.at);
      const auto new_bits = fresh(wires.at.width);
      if (cell.at("port_directions").at(wires.at.port) == "input") {
        choose(choice, on, there, instead(wires, there, choice), new_bits);
      } else {
        choose(choice, on, new_bits, instead(wires, new_bits, choice), there);
      }
      auto& bits = cells_[renamed_.at(wires.at.cell)]["connections"][wires.at.port];
      for (std::size_t b = 0; b < wires.at.width; ++b) bits[wires.at.first + b] = new_bits[b];
    }
  }

  /// What is connected there, with the mutants so far. What a later one takes from there has passed
  /// these, and so no choice depends on itself.
  Json now_at(const PortBits& place) const {
    const auto& bits = cells_.at(renamed_.at(place.cell)).at("connections").at(place.port);
    Json some = Json::array();
    for (std::size_t b = 0; b < place.width; ++b) some.push_back(bits.at(place.first + b));
    return some;
  }

  Json instead(const Rewiring& wires, const Json& usual, const std::string& name) {
    switch (wires.source) {
      case Rewiring::Source::other:
        return now_at(wires.other);
      case Rewiring::Source::zeros:
        return Json::array_t(wires.at.width, "0");
      case Rewiring::Source::ones:
        return Json::array_t(wires.at.width, "1");
      case Rewiring::Source::later:
        break;
    }
    auto more = cells_.at(renamed_.at(wires.at.cell));
    const auto later = fresh(wires.at.width);
    more["connections"]["D"] = usual;
    more["connections"]["Q"] = later;
    more["parameters"]["WIDTH"] = number(wires.at.width);
    more["parameters"]["ARST_VALUE"] = std::string(wires.at.width, '0');
    cells_[name + "_later"] = more;
    return later;
  }

  Json& module_;
  std::string top_;
  std::int64_t next_ = 0;  ///< number of a bit that is free
  Json select_;
  Json cells_ = Json::object();
  std::map<std::string, std::string> renamed_;  ///< Yosys' commands reject its own names
};

/// What mutants are made of.
struct Original {
  std::string top;
  std::string elaborate;          ///< Yosys' commands
  std::vector<fs::path> sources;  ///< packages first
  std::vector<fs::path> headers;  ///< which they include
  MutatedText text = {};
};

/// Makes it of Yosys' own cells.
fs::path elaborate(const fs::path& yosys, const Original& original) {
  std::string script;
  for (const auto& source : original.sources) {
    script += fmt::format("read_verilog -sv {}\n", source.filename().string());
  }
  script += original.elaborate + "prep -flatten\nwrite_json netlist.json\n";
  std::string key = program_stamp(yosys) + script;
  auto files = original.sources;
  files.insert(files.end(), original.headers.begin(), original.headers.end());
  for (const auto& file : files) key += file_contents(file);
  return cached("netlist", key, [&](const fs::path& folder) {
    // They are copied beside the script, so that the netlist names its sources without a path.
    for (const auto& file : files) fs::copy_file(file, folder / file.filename());
    run_yosys(yosys, folder, script);
  });
}

/// Puts a module in the place of those cells of the top that are of it with some parameters.
void replace_module(Json& modules, const std::string& top, const std::string& name, Json module) {
  std::string with_parameters;
  for (const auto& [long_name, _] : modules.items()) {
    if (long_name.substr(long_name.rfind('\\') + 1) == name) with_parameters = long_name;
  }
  if (with_parameters.empty()) throw ModelError("the netlist has no " + name);
  modules.erase(with_parameters);
  modules[name] = std::move(module);
  for (auto& cell : modules.at(top).at("cells")) {
    if (cell.at("type") == with_parameters) cell["type"] = name;
  }
}

/// Leads the input that switches mutants on from the top to all cells that have them.
void connect_control(Json& top, const std::string& mutated) {
  auto next = highest_bit(top);
  Json bits = Json::array();
  for (int bit = 0; bit < control_bits; ++bit) bits.push_back(++next);
  add_port(top, control, "input", bits);
  for (auto& cell : top.at("cells")) {
    if (cell.at("type") != mutated) continue;
    cell["port_directions"][control] = "input";
    cell["connections"][control] = bits;
  }
}

/// `more` finds mutants of the whole netlist besides those of its cells. What is mutated can be put
/// into a netlist `around` it, in which it has the same mutants as alone.
MutantNetlist make(const Original& original,
                   const std::function<std::vector<Candidate>(const Json& module)>& more,
                   const Original* around = nullptr) {
  const auto yosys = find_tool("yosys", "yosys", "the run of mutants");
  const auto netlist_of = [&](const Original& what) {
    return Json::parse(file_contents(elaborate(yosys, what) / "netlist.json"));
  };
  auto json = netlist_of(original);
  if (around != nullptr) {
    auto whole = netlist_of(*around);
    replace_module(whole.at("modules"), around->top, original.top,
                   std::move(json.at("modules").at(original.top)));
    json = std::move(whole);
  }
  auto& modules = json.at("modules");
  auto& module = modules.at(original.top);
  const Sources texts(original.sources);
  auto candidates = Reader(module, texts, original.text).read();
  for (auto& candidate : more(module)) candidates.push_back(std::move(candidate));
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].mutant.number = i + 1;
  const auto creator = json.at("creator").get<std::string>();
  const auto script = "read_json mutants.json\n" +
                      Instrument(module, original.top).put(candidates) +
                      "write_verilog -noattr mutants.v\n";
  if (around != nullptr) connect_control(modules.at(around->top), original.top);
  const auto instrumented = json.dump(1);
  const auto folder = cached("mutants", program_stamp(yosys) + script + instrumented,
                             [&](const fs::path& workshop) {
                               write_file(workshop / "mutants.json", instrumented);
                               run_yosys(yosys, workshop, script);
                               fs::remove(workshop / "mutants.json");
                             });
  MutantNetlist made{folder / "mutants.v", {}, creator.substr(0, creator.find(" ("))};
  for (const auto& candidate : candidates) made.mutants.push_back(candidate.mutant);
  return made;
}

/// A PE without a router is mutated as a whole. The PE with a router shares its queue, counters and
/// deserializers with PEs that are, so only its other modules are mutated. Its generate blocks make
/// so many copies that all of them would be some 12,000 mutants, so only one of the copies is.
MutatedText mutated_text(const RtlModules& modules) {
  if (modules.neighbours) return {};
  return {{modules.pe, "isobar_stealing_agent", "isobar_stealing_draw", "isobar_stealing_letters",
           "isobar_stealing_order", "isobar_stealing_route", "isobar_stealing_router"},
          true};
}

Original mutated_pe(const RtlParameters& parameters) {
  const auto& modules = rtl_modules(parameters);
  return {modules.pe, rtl_pe_hierarchy(parameters, modules.pe),
          rtl_sources(data_root(), modules.folder), rtl_headers(data_root(), modules.folder),
          mutated_text(modules)};
}

std::vector<Candidate> no_more(const Json&) { return {}; }

}  // namespace

MutantNetlist make_mutant_netlist(const RtlParameters& parameters) {
  return make(mutated_pe(parameters), no_more);
}

MutantNetlist make_netlist_of_mutated_pes(const RtlParameters& parameters) {
  const auto& modules = rtl_modules(parameters);
  const auto pe = mutated_pe(parameters);
  Original fabric = pe;
  fabric.top = modules.clocked_fabric;
  fabric.elaborate = rtl_fabric_hierarchy(parameters, fabric.top) +
                     "setattr -mod -set keep_hierarchy 1 *" + pe.top + "\n";
  fabric.sources.push_back(data_root() / "tb" / "abi" / (fabric.top + ".sv"));
  return make(pe, no_more, &fabric);
}

MutantNetlist make_fabric_mutant_netlist(const RtlParameters& parameters) {
  const std::string top = "isobar_clocked_fabric";
  auto sources = rtl_sources(data_root());
  sources.push_back(data_root() / "tb" / "abi" / (top + ".sv"));
  // The PEs stay cells, all of one module.
  return make(
      {top,
       rtl_fabric_hierarchy(parameters, top) + "setattr -mod -set keep_hierarchy 1 *isobar_pe\n",
       sources,
       rtl_headers(data_root()),
       {{"isobar_fabric", "isobar_link"}}},
      [&](const Json& fabric) { return wiring_mutants(fabric, parameters); });
}

}  // namespace isobar
