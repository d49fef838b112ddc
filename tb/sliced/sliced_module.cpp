// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "models/errors.h"
#include "models/packed_words.h"
#include "tb/abi/sliced.h"
#include "tb/sliced/sliced_source.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_words = 4;  ///< of one operation; with more the state leaves the cache

/// The words that are computed at once: a power of two, for the processor's vectors.
std::size_t words_at_once(std::size_t pes) {
  std::size_t words = 1;
  while (words < most_words && words * word_bits < pes) words *= 2;
  return words;
}

/// Vectors of this machine, which the library is built on.
std::string vectors() {
  if (__builtin_cpu_supports("avx2")) return "-mavx2";
  return "-msse2";
}

fs::path build(const GateNetlist& netlist, std::size_t words,
               void (*said)(const std::string& what)) {
  const auto compiler = find_tool("g++", "g++", "RTL as gates");
  const auto root = data_root();
  const auto source = sliced_source(netlist);
  const auto fixed = root / "tb" / "abi" / "sliced.cpp";
  const std::vector<std::string> command = {compiler.string(),
                                            "-std=c++17",
                                            "-O2",
                                            "-fPIC",
                                            "-shared",
                                            "-s",
                                            "-Wno-psabi",
                                            vectors(),
                                            fmt::format("-DISOBAR_WORDS={}", words),
                                            "-I.",
                                            "-I" + root.string(),
                                            fixed.string(),
                                            "-o",
                                            "module.so"};
  const auto key = program_stamp(compiler) + vectors() + std::to_string(words) + source +
                   file_contents(fixed) + file_contents(root / "tb" / "abi" / "sliced.h");
  return cached("sliced", key, [&](const fs::path& folder) {
    if (said != nullptr) said("compiling the gates of the PE");
    write_file(folder / "netlist.inc", source);
    run_tool(command, folder);
  });
}

const IsobarSliced* load(const fs::path& object) {
  void* library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw ModelError(fmt::format("{} cannot be loaded: {}", object.string(), dlerror()));
  }
  const auto offered = reinterpret_cast<const IsobarSliced* (*)()>(dlsym(library, "isobar_sliced"));
  if (offered == nullptr) throw ModelError(fmt::format("{} offers no module", object.string()));
  return offered();
}

}  // namespace

std::uint64_t SlicedPort::value(std::size_t pe, std::size_t first, std::size_t bits) const {
  std::uint64_t value = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    value |= ((word(first + bit, pe / word_bits) >> (pe % word_bits)) & 1U) << bit;
  }
  return value;
}

void SlicedPort::read(std::size_t pe, std::uint64_t* words) const {
  for (std::size_t first = 0; first < bits(); first += word_bits) {
    words[first / word_bits] = value(pe, first, std::min<std::size_t>(word_bits, bits() - first));
  }
}

void SlicedPort::write(std::size_t pe, const std::uint64_t* words) const {
  const auto mask = std::uint64_t{1} << (pe % word_bits);
  for (std::size_t bit = 0; bit < bits(); ++bit) {
    auto& place = word(bit, pe / word_bits);
    const bool on = ((words[bit / word_bits] >> (bit % word_bits)) & 1U) != 0;
    place = on ? place | mask : place & ~mask;
  }
}

SlicedModule::SlicedModule(const GateNetlist& netlist, std::size_t pes,
                           void (*said)(const std::string& what)) {
  const auto words = words_at_once(pes);
  made_ = load(build(netlist, words, said) / "module.so");
  const auto blocks = (words_for(pes) + words - 1) / words;
  for (std::size_t block = 0; block < blocks; ++block) {
    blocks_.emplace_back(made_->create(block + 1), made_->destroy);
  }
  words_ = blocks * words;
}

SlicedPort SlicedModule::port(const std::string& name) const {
  const auto* end = made_->port + made_->ports;
  const auto* found = std::find_if(made_->port, end, [&](const IsobarSlicedPort& port) {
    return std::string_view(port.name) == name;
  });
  if (found == end) throw ModelError(fmt::format("the RTL has no port {}", name));
  std::vector<std::uint64_t*> places;
  for (std::size_t bit = 0; bit < found->bits; ++bit) {
    for (std::size_t word = 0; word < words_; ++word) {
      auto* state = static_cast<unsigned char*>(blocks_[word / made_->words].get());
      places.push_back(reinterpret_cast<std::uint64_t*>(state + found->places[bit]) +
                       word % made_->words);
    }
  }
  return {words_, std::move(places)};
}

void SlicedModule::reset() {
  for (const auto& block : blocks_) made_->reset(block.get());
}

void SlicedModule::settle() {
  for (const auto& block : blocks_) made_->settle(block.get());
}

void SlicedModule::clock() {
  for (const auto& block : blocks_) made_->clock(block.get());
}

}  // namespace isobar
