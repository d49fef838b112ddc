// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace isobar {

/// Where what is built at run time is kept: $ISOBAR_CACHE_DIR, else $XDG_CACHE_HOME/isobar, else
/// ~/.cache/isobar.
std::filesystem::path cache_folder();

/// A folder of the cache, which `make` fills if there is none of this key. Several processes may
/// ask for the same one. Throws ValueError if the cache cannot be written, and as `make`.
std::filesystem::path cached(const std::string& kind, const std::string& key,
                             const std::function<void(const std::filesystem::path&)>& make);

/// Takes a damaged folder out of the cache.
void forget(const std::filesystem::path& folder);

/// For keys: what tells one version of a program from another without starting it.
std::string program_stamp(const std::filesystem::path& file);

/// A whole file. Both throw ValueError that names it.
std::string file_contents(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// FNV-1a, 16 hexadecimal digits.
std::string digest(const std::string& text);

/// The RTL's sources under data_root(), the package first.
std::vector<std::filesystem::path> rtl_sources(const std::filesystem::path& root);

}  // namespace isobar
