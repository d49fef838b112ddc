// SPDX-License-Identifier: Apache-2.0
#include "models/value_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace isobar {

std::string_view ValueForm::name() const {
  return std::string_view(form).substr(0, form.find(':'));
}

bool is_named(const std::vector<ValueForm>& forms, std::string_view value) {
  const auto name = value.substr(0, value.find(':'));
  return std::any_of(forms.begin(), forms.end(), [&](const auto& f) { return f.name() == name; });
}

std::vector<std::string> form_texts(const std::vector<ValueForm>& forms) {
  std::vector<std::string> texts;
  texts.reserve(forms.size());
  for (const auto& form : forms) texts.push_back(form.form);
  return texts;
}

std::string form_list(const std::vector<ValueForm>& forms) {
  return fmt::format("{}", fmt::join(form_texts(forms), ", "));
}

std::vector<std::string> form_lines(const std::vector<ValueForm>& forms) {
  std::size_t widest = 0;
  for (const auto& form : forms) widest = std::max(widest, form.form.size());
  std::vector<std::string> lines;
  lines.reserve(forms.size());
  for (const auto& form : forms)
    lines.push_back(fmt::format("{:<{}}  {}", form.form, widest, form.help));
  return lines;
}

}  // namespace isobar
