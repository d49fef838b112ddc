// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

namespace isobar {

/// Named texts as attributes of an object of the hierarchy, as long as this lives: what CCI
/// parameters would show, which needs a library that few systems have.
/// `fabric.get_attribute("links.bandwidth")` finds one, `fabric.attr_cltn()` lists all.
class Attributes {
 public:
  /// `object` must outlive it.
  Attributes(sc_core::sc_object& object,
             const std::vector<std::pair<std::string, std::string>>& texts);
  ~Attributes();
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

 private:
  sc_core::sc_object& object_;
  std::vector<std::unique_ptr<sc_core::sc_attribute<std::string>>> attributes_;
};

}  // namespace isobar
