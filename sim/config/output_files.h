// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/config/draft.h"
#include "sim/config/key.h"

namespace isobar {

/// Notes that the value of `key`, a file, is written as `what`. Throws InputError if the run writes
/// that file as something else.
void claim(Draft& draft, const std::string& key, const std::filesystem::path& file,
           const std::string& what);
/// Notes the same for a wave file, beside which its layouts are written.
void claim_waves(Draft& draft, const std::string& key, const std::string& file,
                 const std::string& what);

/// The name of a file to be written, which is not standard output.
Parser<std::string> output_file();
/// A name with this ending; `what` says whose name it is: "a picture".
Parser<std::string> output_file(const std::string& what, const std::string& ending);
/// A name that ends as one of the wave formats.
Parser<std::string> wave_file();

/// A whole-fabric co-simulation writes nothing but its text.
Objection writes_files(const Draft& draft, const KeySection& section);

}  // namespace isobar
