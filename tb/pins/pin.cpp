// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/pin.h"

#include <fmt/format.h>

#include <string>

#include "models/errors.h"

namespace isobar {

Pin& PinSet::pin(const char* short_name) const {
  for (auto* pin : pins_) {
    if (std::string(short_name) == pin->short_name()) return *pin;
  }
  throw ModelError(fmt::format("there is no pin {}", short_name));
}

}  // namespace isobar
