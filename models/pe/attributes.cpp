// SPDX-License-Identifier: Apache-2.0
#include "models/pe/attributes.h"

namespace isobar {

Attributes::Attributes(sc_core::sc_object& object,
                       const std::vector<std::pair<std::string, std::string>>& texts)
    : object_(object) {
  for (const auto& [name, text] : texts) {
    attributes_.push_back(std::make_unique<sc_core::sc_attribute<std::string>>(name, text));
    object.add_attribute(*attributes_.back());
  }
}

Attributes::~Attributes() {
  for (const auto& attribute : attributes_) object_.remove_attribute(attribute->name());
}

}  // namespace isobar
