// SPDX-License-Identifier: Apache-2.0
// What a run at level rtl has besides: which PEs are RTL, and what happens at their streams.
#include <fmt/format.h>

#include <filesystem>
#include <regex>

#include "models/errors.h"
#include "models/fabric/pe_set.h"
#include "models/text.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"
#include "sim/config/require_memory.h"

namespace isobar {
namespace {

Objection is_compared(const Draft& draft, const KeySection& /*section*/) {
  return draft.whole_fabric ? Objection{"this does not go with --whole"} : is_rtl(draft);
}

Parser<std::vector<Node>> nodes() {
  return text<std::vector<Node>>(
      "all, or numbers and ranges of PEs", [](const std::string& text, const Draft& draft) {
        const auto& fabric = draft.experiment().fabric;
        return (text == "all" ? PeSet::all(fabric) : PeSet::parse(text, fabric)).nodes();
      });
}

CosimSetting& setting(Draft& draft) {
  if (!draft.rtl) draft.rtl.emplace();
  return *draft.rtl;
}

/// Text that this pattern matches. Throws ValueError.
std::string checked(const std::string& text, const char* pattern, const char* what) {
  if (!std::regex_match(text, std::regex(pattern))) {
    throw ValueError(fmt::format("'{}' is not {}", text, what));
  }
  return text;
}

/// Its PEs run as RTL all together, or not at all.
void finish_stealing(const Draft& draft) {
  const auto& rtl = *draft.rtl;
  const auto& e = draft.experiment();
  if (!draft.whole_fabric && rtl.nodes.size() != e.fabric.pes()) {
    draft.reject("rtl_pes", "of work stealing all PEs are RTL: all");
  }
  if (!rtl.own.top.empty()) {
    draft.reject("top", "the fabric of work stealing is made of its own PE");
  }
  if (e.task_bits <= 32) {
    draft.reject("task_bits",
                 "as RTL of work stealing more than 32, so that each task can be identified");
  }
}

void finish_rtl(Draft& draft) {
  if (draft.level != Level::rtl) return;
  auto& rtl = setting(draft);
  const auto& e = draft.experiment();
  try {
    rtl.parameters = RtlParameters::of(e, draft.lanes);
  } catch (const ValueError& error) {
    draft.reject("level", fmt::format("as RTL this cannot be: {}", error.what()));
  }
  if (rtl.parameters.design == RtlDesign::stealing) finish_stealing(draft);
  require_rtl_memory(draft);
  rtl.traffic.seed = draft.random_seed();
  if (rtl.engine == RtlEngine::gates && rtl.nodes.size() != e.fabric.pes()) {
    draft.reject("rtl_engine", "as gates all PEs are RTL: rtl_pes = all");
  }
  if (rtl.parameters.design != RtlDesign::liquid) {
    if (rtl.engine == RtlEngine::gates) {
      draft.reject("rtl_engine", "only Liquid PEs run as gates: verilator");
    }
    if (rtl.traffic.any()) {
      draft.reject("traffic", "there is random traffic for Liquid PEs alone: 0");
    }
  }
  if (rtl.traffic.any() && draft.has_application()) {
    draft.reject("traffic", "the application makes and asks for tasks: 0");
  }
  if (rtl.traffic.stalls > 0 && !rtl.traffic.any()) {
    draft.reject("stalls", "without traffic nothing is taken or not");
  }
}

}  // namespace

Objection takes_own_rtl(const Draft& draft) {
  return draft.rtl && draft.rtl->own.any() ? Objection{}
                                           : Objection{"there is no RTL of one's own: rtl"};
}

Objection takes_own_top(const Draft& draft) {
  return draft.whole_fabric ? Objection{"the fabric of --whole is made of isobar_pe"}
                            : takes_own_rtl(draft);
}

Parser<std::string> folder_of_rtl() {
  return text<std::string>("a folder of .sv or .v files", [](const std::string& text,
                                                             const Draft& draft) {
    const auto folder = std::filesystem::absolute(draft.folder("rtl") / text).lexically_normal();
    if (text.empty() || !std::filesystem::is_directory(folder)) {
      throw ValueError(fmt::format("'{}' is no folder", text));
    }
    return folder.string();
  });
}

Parser<std::string> module_name() {
  return text<std::string>("the name of a module", [](const std::string& text, const Draft&) {
    return checked(text, "[A-Za-z_][A-Za-z0-9_$]*", "a module's name");
  });
}

Parser<std::vector<std::string>> macros() {
  return text<std::vector<std::string>>(
      "NAME or NAME=VALUE, several with commas between them",
      [](const std::string& text, const Draft&) {
        std::vector<std::string> all;
        for (const auto part : split(text, ',')) {
          all.push_back(
              checked(std::string(trim(part)), "[A-Za-z_][A-Za-z0-9_$]*(=[^\\s\"]*)?", "a macro"));
        }
        return all;
      });
}

KeySection own_rtl_keys() {
  return {
      "RTL of one's own",
      {
          Key{"rtl", "", "FOLDER",
              "RTL of one's own: its .sv and .v files take the place of those of the same name"}
              .names_file([](const std::string& value, const std::filesystem::path& folder) {
                return std::filesystem::absolute(folder / value).lexically_normal().string();
              })
              .sets<std::string>(
                  folder_of_rtl(),
                  [](Draft& d, std::string value) { setting(d).own.folder = std::move(value); }),
          Key{"top", "", "MODULE", "with rtl: the module that is the PE, instead of isobar_pe"}
              .only("with rtl, not with --whole", takes_own_top)
              .sets<std::string>(
                  module_name(),
                  [](Draft& d, std::string value) { setting(d).own.top = std::move(value); }),
          Key{"define", "", "MACROS", "with rtl: macros for its sources, NAME or NAME=VALUE,..."}
              .only("with rtl", takes_own_rtl)
              .sets<std::vector<std::string>>(macros(),
                                              [](Draft& d, std::vector<std::string> value) {
                                                setting(d).own.defines = std::move(value);
                                              }),
      },
      "level rtl",
      [](const Draft& draft, const KeySection&) { return is_rtl(draft); },
      {},
  };
}

KeySection rtl_keys() {
  constexpr double most_stalls = 0.99;
  return {
      "Level rtl",
      {
          Key{"rtl_pes", "all", "PES", "the PEs that are RTL, 0,5,12..15 or all"}
              .sets<std::vector<Node>>(
                  nodes(),
                  [](Draft& d, std::vector<Node> value) { setting(d).nodes = std::move(value); }),
          Key{"rtl_engine", "verilator", "ENGINE",
              "what evaluates the RTL: verilator, or gates: all PEs at once, as gates that Yosys "
              "makes, in a tenth of the time once they are made"}
              .sets<RtlEngine>(word<RtlEngine>("an engine", {{"verilator", RtlEngine::verilator},
                                                             {"gates", RtlEngine::gates}}),
                               [](Draft& d, RtlEngine value) { setting(d).engine = value; }),
          Key{"traffic", "0", "RATE",
              "random traffic: the rate at which each PE injects and requests tasks, per cycle, 0 "
              "to 1"}
              .sets<double>(part("a rate", 1),
                            [](Draft& d, double value) { setting(d).traffic.rate = value; }),
          Key{"stalls", "0", "RATE",
              "probability of back-pressure in a cycle: a requested task is not taken, 0 to 0.99"}
              .sets<double>(part("a rate", most_stalls),
                            [](Draft& d, double value) { setting(d).traffic.stalls = value; }),
      },
      "level rtl",
      is_compared,
      finish_rtl,
  };
}

}  // namespace isobar
