// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// How a value can be written, for help and for error messages.
struct ValueForm {
  std::string form;  ///< `ring:K`
  std::string help;  ///< one line

  /// What stands in front of the colon: `ring`.
  std::string_view name() const;
};

/// Whether `value`, up to its first colon, names one of the forms.
bool is_named(const std::vector<ValueForm>& forms, std::string_view value);

/// The forms alone, without help.
std::vector<std::string> form_texts(const std::vector<ValueForm>& forms);

/// All forms with commas between them: `ring:K, hypercube:D`.
std::string form_list(const std::vector<ValueForm>& forms);

/// One line a form: the form, filled up to the widest, and its help.
std::vector<std::string> form_lines(const std::vector<ValueForm>& forms);

}  // namespace isobar
