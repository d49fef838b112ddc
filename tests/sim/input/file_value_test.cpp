// SPDX-License-Identifier: Apache-2.0
// Values that name a file or folder, and the tables of formats that read them.
#include "sim/input/file_value.h"

#include <set>
#include <string>

#include "sim/input/application_file.h"
#include "sim/input/fabric_file.h"
#include "sim/input/load_file.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;

TEST_CASE("file values: a path ends with the value or at a comma", "[sim][input]") {
  const FileForm whole{{"abc:FILE", ""}};
  const FileForm with_parameters{{"abc:FOLDER", ""}, PathEnd::comma};
  CHECK(parse_file_value("abc:a,b:c", whole, "").path == "a,b:c");
  CHECK(parse_file_value("abc:a,b:c", whole, "").rest.empty());
  CHECK(parse_file_value("abc:a,n=3", with_parameters, "").path == "a");
  CHECK(parse_file_value("abc:a,n=3", with_parameters, "").rest == ",n=3");
  const FileForm with_one{{"abc:FILE", ""}, PathEnd::value, "n"};
  CHECK(parse_file_value("abc:a,b", with_one, "").path == "a,b");
  CHECK(parse_file_value("abc:a,b", with_one, "").parameter().empty());
  CHECK(parse_file_value("abc:a,n=b,n=c, d=e", with_one, "").path == "a,n=b");
  CHECK(parse_file_value("abc:a,n=b,n=c, d=e", with_one, "").parameter() == "c, d=e");
  const auto said = [](const std::string& value, const FileForm& form) {
    return refusal([&] { parse_file_value(value, form, "abc:X"); });
  };
  CHECK(contains(said("abc", whole), "\"abc\" names no file; allowed: abc:X"));
  CHECK(contains(said("abc:", whole), "\"abc\" names no file"));
  CHECK(contains(said(",n=3", with_parameters), "\"abc\" names no folder"));
  CHECK(contains(said(std::string("abc:a\0b", 7), whole), "names no file"));
  CHECK(said("abc:a,n=", with_one) == "n= has no value");
}

TEST_CASE("file values: only the path is made absolute", "[sim][input]") {
  const FileForm whole{{"abc:FILE", ""}};
  const FileForm with_parameters{{"abc:FILE", ""}, PathEnd::comma};
  CHECK(with_absolute_path("abc:../a,b", whole, "/x/y") == "abc:/x/a,b");
  CHECK(with_absolute_path("abc:a,n=3", with_parameters, "/x/y") == "abc:/x/y/a,n=3");
  CHECK(with_absolute_path("abc:a,b,n=3", {{"abc:FILE", ""}, PathEnd::value, "n"}, "/x/y") ==
        "abc:/x/y/a,b,n=3");
  CHECK(with_absolute_path("abc:/a", whole, "/x") == "abc:/a");
  CHECK(with_absolute_path("abc", whole, "/x") == "abc");
  CHECK(load_with_absolute_path("npy:a", "/x") == "npy:/x/a");
  CHECK(load_with_absolute_path("spike:5", "/x") == "spike:5");
  CHECK(load_with_absolute_path("lbdatafile:a@4", "/x") == "lbdatafile:/x/a@4");
}

TEST_CASE("file values: no two formats of a table have the same prefix", "[sim][input]") {
  const auto distinct = [](const std::vector<ValueForm>& forms) {
    std::set<std::string> names;
    for (const auto& form : forms) names.insert(std::string(form.name()));
    return names.size() == forms.size();
  };
  CHECK(distinct(load_forms()));
  CHECK(distinct(fabric_forms()));
  auto applications = forms_of(file_applications());
  for (const auto& [name, entry] : isobar::applications()) applications.push_back({name, ""});
  CHECK(distinct(applications));
  CHECK(form_list(fabric_forms()) ==
        "ring:K, torus:K1xK2x..., hypercube:D, hhc:DH, mesh:K1xK2x..., debruijn:D,K, graph:FILE");
  CHECK(form_lines({{"a:B", "one"}, {"abc:D", "two"}}) ==
        std::vector<std::string>{"a:B    one", "abc:D  two"});
}
