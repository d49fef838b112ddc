// SPDX-License-Identifier: Apache-2.0
#include "tests/waves/wave_file.h"

#include <cstdlib>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

namespace isobar::test {
namespace {

std::string normal_bits(const std::string& digits) {
  const auto one = digits.find_first_not_of('0');
  return one == std::string::npos ? "0" : digits.substr(one);
}

/// Escapes are \ooo, with octal digits, and a backslash before a visible character.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain += text[i];
    } else if (text[i + 1] >= '0' && text[i + 1] <= '7') {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
      i += 3;
    } else {
      plain += text[++i];
    }
  }
  return plain;
}

void skip_to_end(std::istream& in) {
  std::string token;
  while (in >> token && token != "$end") {
  }
}

WaveFile parse_vcd(std::istream& in) {
  WaveFile wave;
  std::vector<std::string> scopes;
  std::map<std::string, std::string> paths;  // by identifier
  std::set<std::string> events;
  const auto set = [&](const std::string& id, const std::string& value) {
    wave.signals.at(paths.at(id))[wave.times.empty() ? 0 : wave.times.back()] = value;
  };
  std::string token;
  while (in >> token) {
    if (token == "$scope") {
      std::string type;
      std::string name;
      in >> type >> name;
      scopes.push_back(name);
      skip_to_end(in);
    } else if (token == "$upscope") {
      scopes.pop_back();
      skip_to_end(in);
    } else if (token == "$var") {
      std::string type;
      std::string size;
      std::string id;
      std::string name;
      in >> type >> size >> id >> name;
      std::string path;
      for (const auto& scope : scopes) path += scope + ".";
      if (!paths.emplace(id, path + name).second) throw std::runtime_error("id twice: " + id);
      wave.signals[path + name];
      if (type == "event") events.insert(path + name);
      skip_to_end(in);
    } else if (token == "$dumpvars" || token == "$end") {
      continue;
    } else if (token[0] == '$') {
      skip_to_end(in);
    } else if (token[0] == '#') {
      wave.times.push_back(std::stoull(token.substr(1)));
    } else if (token[0] == 'b' || token[0] == 's') {
      std::string id;
      in >> id;
      const auto value = token.substr(1);
      set(id, token[0] == 'b' ? normal_bits(value) : "\"" + unescape(value) + "\"");
    } else {
      set(token.substr(1), token.substr(0, 1));
    }
  }
  for (auto& [path, values] : wave.signals) {
    if (events.count(path) > 0) continue;
    for (auto at = values.begin(); at != values.end();) {
      const bool real = at == values.begin() || std::prev(at)->second != at->second;
      at = real ? std::next(at) : values.erase(at);
    }
  }
  return wave;
}

}  // namespace

WaveFile read_wave(const std::filesystem::path& file) {
  auto vcd = file;
  if (file.extension() == ".fst") {
    vcd += ".vcd";
    const auto command = "fst2vcd -f '" + file.string() + "' -o '" + vcd.string() + "'";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  }
  std::istringstream text(contents(vcd));
  if (vcd != file) std::filesystem::remove(vcd);
  return parse_vcd(text);
}

std::string value_at(const Values& values, std::uint64_t time) {
  const auto after = values.upper_bound(time);
  return after == values.begin() ? "nothing" : std::prev(after)->second;
}

std::string bits(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), value % 2 == 0 ? '0' : '1');
    value /= 2;
  } while (value > 0);
  return digits;
}

}  // namespace isobar::test
