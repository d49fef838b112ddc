// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace isobar {

/// The folder that keeps what is built at run time: $ISOBAR_CACHE_DIR, else $XDG_CACHE_HOME/isobar,
/// else ~/.cache/isobar.
std::filesystem::path cache_folder();

/// Returns the folder of the cache for a key. If there is none, `make` fills it. Several processes
/// may ask for the same folder. Throws ValueError if the cache cannot be written, and what `make`
/// throws.
std::filesystem::path cached(const std::string& kind, const std::string& key,
                             const std::function<void(const std::filesystem::path&)>& make);

/// Removes a damaged folder from the cache.
void forget(const std::filesystem::path& folder);

/// A text for keys that differs between versions of a program, found without starting it.
std::string program_stamp(const std::filesystem::path& file);

/// These read and write a whole file. Both throw ValueError, which names the file.
std::string file_contents(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// The FNV-1a hash of a text as 16 hexadecimal digits.
std::string digest(const std::string& text);

/// The files of a folder whose names end in one of these (`.sv`), by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::set<std::string>& endings);
/// Puts packages of SystemVerilog (`…_pkg`) before what may use them.
void put_packages_first(std::vector<std::filesystem::path>& sources);

/// The folders under data_root() in which the sources of a PE lie: what all PEs share, its own,
/// `pe`, and what those share whose phases are no fixed slots.
std::vector<std::filesystem::path> rtl_folders(const std::filesystem::path& root,
                                               const std::string& pe = "liquid");
/// The RTL's sources in these folders, the package first.
std::vector<std::filesystem::path> rtl_sources(const std::filesystem::path& root,
                                               const std::string& pe = "liquid");
/// The files that those sources include.
std::vector<std::filesystem::path> rtl_headers(const std::filesystem::path& root,
                                               const std::string& pe = "liquid");

}  // namespace isobar
