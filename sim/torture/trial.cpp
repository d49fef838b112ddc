// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/trial.h"

#include <fmt/format.h>
#include <wordexp.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <fstream>
#include <new>
#include <string_view>

#include "models/errors.h"
#include "sim/config/input_error.h"
#include "sim/config/key_table.h"
#include "sim/config/resolve.h"

namespace isobar {
namespace {

constexpr std::string_view between = " && ";
constexpr std::string_view program = "isobar run";
constexpr std::string_view into = " >";

std::string quoted(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:.,/%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  return "'" + boost::replace_all_copy(word, "'", "'\\''") + "'";
}

/// The words of a command, as a shell makes them.
std::vector<std::string> words_of(const std::string& command) {
  wordexp_t found{};
  if (wordexp(command.c_str(), &found, WRDE_NOCMD | WRDE_UNDEF) != 0) {
    throw ValueError(fmt::format("not words of a shell: {}", command));
  }
  std::vector<std::string> words(found.we_wordv, found.we_wordv + found.we_wordc);
  wordfree(&found);
  return words;
}

/// `printf` takes a text with `\n` and `%%`.
std::string for_printf(const std::string& text) {
  auto out = boost::replace_all_copy(text, "\\", "\\\\");
  boost::replace_all(out, "%", "%%");
  boost::replace_all(out, "\n", "\\n");
  return out;
}

std::string from_printf(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = (text[i] == '\\' || text[i] == '%') && i + 1 < text.size();
    if (!pair) {
      out += text[i];
      continue;
    }
    const char second = text[++i];
    out += second == 'n' && text[i - 1] == '\\' ? '\n' : second;
  }
  return out;
}

TrialFile parse_file(const std::string& command) {
  const auto split = command.rfind(into);
  if (split == std::string::npos) throw ValueError("no file is named: " + command);
  const auto words = words_of(command.substr(0, split));
  const auto name = words_of(command.substr(split + into.size()));
  if (words.size() != 2 || words[0] != "printf" || name.size() != 1) {
    throw ValueError("not printf 'TEXT' >FILE: " + command);
  }
  return {name[0], from_printf(words[1])};
}

const Key* key_of_option(const std::string& option) {
  for (const auto* key : config_keys()) {
    if (key->option() == option || (!key->short_option.empty() && key->short_option == option)) {
      return key;
    }
  }
  return nullptr;
}

void parse_options(const std::vector<std::string>& words, Trial& trial) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto name = words[i];
    std::string value;
    const auto equals = name.find('=');
    const bool joined = equals != std::string::npos;
    if (joined) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const auto* key = key_of_option(name);
    if (key == nullptr && name != "--set") throw ValueError("no such option: " + name);
    if (key != nullptr && key->metavar.empty()) {
      trial.set(key->name, "true");
      continue;
    }
    if (!joined) {
      if (++i == words.size()) throw ValueError("a value is missing behind " + name);
      value = words[i];
    }
    if (key != nullptr) {
      trial.set(key->name, value);
    } else {
      const auto sign = value.find('=');
      if (sign == std::string::npos) throw ValueError("not KEY=VALUE: " + value);
      trial.set(value.substr(0, sign), value.substr(sign + 1));
    }
  }
}

}  // namespace

const std::string* Trial::find(const std::string& key) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return option.first == key; });
  return found == options.end() ? nullptr : &found->second;
}

void Trial::set(const std::string& key, const std::string& value) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return option.first == key; });
  if (found == options.end()) {
    options.emplace_back(key, value);
  } else {
    found->second = value;
  }
}

Trial Trial::without_outputs() const {
  Trial trial{files, {}};
  for (const auto& option : options) {
    const auto* key = find_key(option.first);
    if (key == nullptr || !key->output) trial.options.push_back(option);
  }
  return trial;
}

ConfigText config_text(const Trial& trial) {
  ConfigText text;
  for (const auto& [key, value] : trial.options) text.set(key, value, Key::option_of(key));
  return text;
}

bool is_taken(const Trial& trial) {
  try {
    resolve(config_text(trial));
    return true;
  } catch (const InputError&) {
  } catch (const ValueError&) {
  } catch (const std::bad_alloc&) {  // which the program has to say
  }
  return false;
}

std::vector<std::string> arguments(const Trial& trial) {
  std::vector<std::string> words = {"run"};
  for (const auto& [name, value] : trial.options) {
    const auto* key = find_key(name);
    // An option with nothing behind its sign would take the next word.
    const bool has_option = key != nullptr && part_of(name).empty() && !value.empty();
    if (!has_option || (key->metavar.empty() && value != "true")) {
      words.emplace_back("--set");
      words.push_back(fmt::format("{}={}", name, value));
    } else if (key->metavar.empty()) {
      words.push_back(key->option());
    } else if (value.front() == '-') {  // which would be an option
      words.push_back(fmt::format("{}={}", key->option(), value));
    } else {
      words.push_back(key->option());
      words.push_back(value);
    }
  }
  return words;
}

std::string line_of(const Trial& trial) {
  std::string line;
  for (const auto& file : trial.files) {
    line += fmt::format("printf {}{}{}{}", quoted(for_printf(file.text)), into, quoted(file.name),
                        between);
  }
  line += "isobar";
  for (const auto& word : arguments(trial)) line += " " + quoted(word);
  return line;
}

Trial parse_trial(const std::string& line) {
  Trial trial;
  std::string rest = line;
  while (rest.rfind("printf ", 0) == 0) {
    const auto end = rest.find(between);
    if (end == std::string::npos) throw ValueError("no program runs: " + line);
    trial.files.push_back(parse_file(rest.substr(0, end)));
    rest = rest.substr(end + between.size());
  }
  auto words = words_of(rest);
  if (words.size() < 2 || words[0] + " " + words[1] != program) {
    throw ValueError(fmt::format("not {} ...: {}", program, line));
  }
  words.erase(words.begin(), words.begin() + 2);
  parse_options(words, trial);
  return trial;
}

void write_files(const Trial& trial, const std::filesystem::path& folder) {
  for (const auto& file : trial.files) {
    std::ofstream out(folder / file.name, std::ios::binary);
    out << file.text;
    if (!out.flush()) throw ValueError(fmt::format("{} cannot be written", file.name));
  }
}

}  // namespace isobar
