// SPDX-License-Identifier: Apache-2.0
#include "sim/input/csv_fields.h"

#include <csv.h>

#include "models/errors.h"

namespace isobar {

std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields;
  csv_parser parser{};
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
  const auto take = [](void* bytes, std::size_t size, void* list) {
    static_cast<std::vector<std::string>*>(list)->emplace_back(static_cast<const char*>(bytes),
                                                               size);
  };
  const bool whole =
      csv_parse(&parser, line.data(), line.size(), take, nullptr, &fields) == line.size() &&
      csv_fini(&parser, take, nullptr, &fields) == 0;
  csv_free(&parser);
  if (!whole) throw ValueError("a quotation mark is out of place");
  return fields;
}

}  // namespace isobar
