// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/config/config.h"
#include "sim/config/link_part.h"

namespace isobar {

class Draft;

/// What the values of a key are: whole numbers, decimals, true and false, texts of some form, or
/// words; one kind, or one and some words besides.
struct ValueKind {
  enum class Base : std::uint8_t { words, whole, decimal, flag, text };
  Base base = Base::text;
  double lo = 0;
  double hi = std::numeric_limits<double>::infinity();
  std::vector<std::string> words;  ///< allowed besides, or alone
  /// A number may stand there as well as a text, and keeps its type.
  bool or_number = false;
  /// What the values are, in a few words, for the reference: "whole number from 1 to 62".
  std::string title;
};

/// How a key's text becomes a value of the type V.
template <class V>
struct Parser {
  ValueKind kind;
  /// Throws ValueError that says what is allowed.
  std::function<V(const std::string& text, const Draft& draft)> parse;
  /// The value as it is shown; of numbers, words and what may be `auto`.
  std::function<KeyValue(const V& value)> shown{};
};

/// Why a key says nothing of a run. Without a reason it applies.
struct Objection {
  std::string why;  ///< empty: it applies
  /// What is as it would be anyway may stand there: a key that is an axis of a campaign over runs
  /// of all kinds.
  bool default_may_stand = false;
};

/// The rule of keys that apply at level rtl only.
Objection is_rtl(const Draft& draft);
/// The rule of keys of links, queues and machines, which an ideal network does not have.
Objection is_not_ideal(const Draft& draft);

/// One key of the configuration: everything that the program knows of it. Options, --print-config,
/// the reference (docs/keys.md) and the JSON Schema follow from this row.
struct Key {
  std::string name;           ///< as in a file: `link.bandwidth`
  std::string default_value;  ///< as text; empty: the key is required, or optional without one
  std::string metavar;
  std::string help;  ///< one line
  std::string unit{};
  ValueKind kind{};
  bool required = false;
  bool output = false;         ///< says where results go or who computes them: not what runs
  bool per_dimension = false;  ///< `link.D.bandwidth` for a dimension D is a key too
  bool per_direction = false;  ///< and `link.D.successor.bandwidth`, and `…predecessor…`
  std::string formerly{};      ///< another name, or that before, which is understood with a note
  std::string short_option{};  ///< another option for the key, besides option()

  std::string where{};  ///< to which runs it applies, for the reference; empty: to all
  /// Why it says nothing of the run as far as that is resolved; null: it always applies. Who gives
  /// the key then is told so.
  std::function<Objection(const Draft&)> applies{};
  /// Parses the text and sets what follows from it, of keys of links for a part of them. Returns
  /// the value as it is shown. Throws ValueError that says what is allowed.
  std::function<KeyValue(Draft&, const std::string& text, const LinkPart& part)> set{};
  /// What holds where the key does not apply; null: what an Experiment has anyway.
  std::function<void(Draft&)> otherwise{};
  /// A value that names a file, as it can be used in any folder; null: values name no input.
  std::function<std::string(const std::string& value, const std::filesystem::path& folder)>
      absolute{};

  /// `--link-bandwidth`; an option without a value if there is no metavar.
  std::string option() const { return option_of(name); }
  static std::string option_of(std::string name);

  // To be written behind one another in a row of the table.
  Key of(std::string which) && { return unit = std::move(which), std::move(*this); }
  Key is_required() && { return required = true, std::move(*this); }
  Key is_output() && { return output = true, std::move(*this); }
  Key also(std::string option) && { return short_option = std::move(option), std::move(*this); }
  Key only(std::string in_which_runs, std::function<Objection(const Draft&)> rule) && {
    return where = std::move(in_which_runs), applies = std::move(rule), std::move(*this);
  }
  Key or_else(std::function<void(Draft&)> rule) && {
    return otherwise = std::move(rule), std::move(*this);
  }
  Key names_file(decltype(absolute) rule) && {
    return absolute = std::move(rule), std::move(*this);
  }

  /// Values by `parser`, put in place by `put`. `automatic` computes the value of `auto`.
  template <class V>
  Key sets(Parser<V> parser, std::function<void(Draft&, V)> put,
           std::function<V(const Draft&)> automatic = {}) &&;
  /// Values of a key of links: `put` gets the part of them too.
  template <class V>
  Key sets_links(Parser<V> parser, std::function<void(Draft&, const V&, const LinkPart&)> put) &&;
  /// Another name that is understood, with a note.
  Key also_named(std::string other) && { return formerly = std::move(other), std::move(*this); }
  /// The key of links does not tell directions apart.
  Key of_both_directions() && { return per_direction = false, std::move(*this); }
};

/// The text as a number, if the kind has numbers and it is written as one would be printed; else
/// the text itself.
KeyValue typed(const ValueKind& kind, const std::string& text);

/// A value as it is shown: numbers, flags and words as they are, others as they were written.
template <class V>
KeyValue shown_as(const Parser<V>& parser, const V& value, const std::string& text) {
  if constexpr (std::is_enum_v<V>) return parser.shown(value);
  const auto& words = parser.kind.words;
  const bool is_word = std::find(words.begin(), words.end(), text) != words.end();
  if constexpr (std::is_arithmetic_v<V>) {
    if (!is_word) return parser.shown(value);
  }
  return typed(parser.kind, text);
}

template <class V>
Key Key::sets_links(Parser<V> parser,
                    std::function<void(Draft&, const V&, const LinkPart&)> put) && {
  per_dimension = true;
  per_direction = true;
  kind = parser.kind;
  set = [parser = std::move(parser), put = std::move(put)](Draft& draft, const std::string& text,
                                                           const LinkPart& part) {
    const auto value = parser.parse(text, draft);
    put(draft, value, part);
    return shown_as(parser, value, text);
  };
  return std::move(*this);
}

template <class V>
Key Key::sets(Parser<V> parser, std::function<void(Draft&, V)> put,
              std::function<V(const Draft&)> automatic) && {
  kind = parser.kind;
  if (automatic) kind.words.emplace_back("auto");
  set = [parser = std::move(parser), put = std::move(put), automatic = std::move(automatic)](
            Draft& draft, const std::string& text, const LinkPart& /*part*/) {
    const bool is_automatic = automatic && text == "auto";
    V value = is_automatic ? automatic(draft) : parser.parse(text, draft);
    auto shown = is_automatic ? parser.shown(value) : shown_as(parser, value, text);
    put(draft, std::move(value));
    return shown;
  };
  return std::move(*this);
}

/// Keys that belong together, with what follows once all of them are resolved.
struct KeySection {
  std::string title;
  std::vector<Key> keys;
  std::string where{};  ///< to which runs its keys apply, for the reference; empty: to all
  /// Why none of its keys says anything of the run; null: that is up to each of them.
  std::function<Objection(const Draft&, const KeySection&)> applies{};
  /// What is made of several keys, and whether they go together. Throws InputError.
  std::function<void(Draft&)> finish{};
};

}  // namespace isobar
