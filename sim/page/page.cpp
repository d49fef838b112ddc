// SPDX-License-Identifier: Apache-2.0
#include "sim/page/page.h"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <sstream>

#include "host/cache.h"
#include "host/data_root.h"
#include "models/errors.h"

namespace isobar {
namespace {

std::string replaced(const std::string& text, const std::string& mark, const std::string& by) {
  const auto at = text.find(mark);
  if (at == std::string::npos) throw ValueError(fmt::format("the page has no line {}", mark));
  return text.substr(0, at) + by + text.substr(at + mark.size());
}

/// JSON without `<`, because within a script element nothing may look like its end or like the
/// beginning of a comment.
std::string within_script(const Json& data) {
  return boost::replace_all_copy(json_text(data), "<", "\\u003c");
}

}  // namespace

std::string page_html(const Json& data, const std::string& kind) {
  const auto folder = data_root() / "sim" / "page" / kind;
  std::string style;
  std::string script;
  std::istringstream order(file_contents(folder / "order.txt"));
  for (std::string name; std::getline(order, name);) {
    if (name.empty() || name.front() == '#') continue;
    const bool is_style = std::filesystem::path(name).extension() == ".css";
    (is_style ? style : script) += file_contents(folder / name) + "\n";
  }
  auto html = file_contents(folder / "page.html");
  html = replaced(html, "<!-- isobar:style -->", "<style>\n" + style + "</style>");
  html = replaced(html, "<!-- isobar:script -->", "<script>\n" + script + "</script>");
  return replaced(
      html, "<!-- isobar:data -->",
      "<script type=\"application/json\" id=\"isobar-data\">" + within_script(data) + "</script>");
}

}  // namespace isobar
