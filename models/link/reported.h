// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/errors.h"

namespace isobar {

// The ids of messages by which processes of the model report errors (SC_REPORT_ERROR).
inline constexpr const char* report_model = "/isobar/model";  ///< a ModelError
inline constexpr const char* report_value = "/isobar/value";  ///< a ValueError

/// Calls `act`. What it throws becomes a report of SystemC's, which the simulation that the fabric
/// is part of handles as it has set (sc_report_handler).
template <class Act>
void reported(Act act) {
  try {
    act();
  } catch (const ModelError& error) {
    SC_REPORT_ERROR(report_model, error.what());
  } catch (const ValueError& error) {
    SC_REPORT_ERROR(report_value, error.what());
  }
}

}  // namespace isobar
