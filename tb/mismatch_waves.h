// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "models/experiment/experiment.h"
#include "tb/cosim.h"
#include "tb/verilated_library.h"

namespace isobar {

/// Writes a wave file of the PE that differs, around the first difference, and layouts beside it:
/// the signals that are compared, of model and RTL, and those in the RTL, for which another
/// instance of `top` is fed again with what came in. Returns why the inside is missing or not that
/// of the run, in a line; empty if it is there. Throws ValueError if the files cannot be written.
/// `said` may be null.
std::string write_mismatch_waves(const std::filesystem::path& file, const Experiment& experiment,
                                 const RowLayout& layout, const CosimResult& result,
                                 const RtlTop& top, void (*said)(const std::string& what));

}  // namespace isobar
