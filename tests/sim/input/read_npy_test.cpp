// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_npy.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

using isobar::Load;
using isobar::Node;

std::string low_bytes(std::uint64_t value, unsigned count, bool big_endian = false) {
  std::string bytes;
  for (unsigned i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i & 0xFF);
  if (big_endian) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

/// A file with this header text, as it stands.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} +
         low_bytes(header.size(), version == 1 ? 2 : 4) + header + data;
}

std::string header(const std::string& type, const std::string& shape,
                   const std::string& fortran = "False") {
  auto text =
      "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': (" + shape + "), }";
  text.resize((text.size() + 10 + 64) / 64 * 64 - 10 - 1, ' ');
  return text + "\n";
}

std::string elements(const std::vector<std::int64_t>& values, unsigned bytes, bool big_endian) {
  std::string data;
  for (const auto value : values) {
    data += low_bytes(static_cast<std::uint64_t>(value), bytes, big_endian);
  }
  return data;
}

std::vector<Load> read(const std::string& file, Node nodes) {
  std::istringstream in(file);
  return isobar::read_npy(in, nodes);
}

std::string complaint(const std::string& file, Node nodes) {
  return refusal([&] { read(file, nodes); });
}

}  // namespace

TEST_CASE("NPY: every integer type, byte order and version gives the same loads", "[sim][npy]") {
  const std::vector<Load> loads = {0, 1, 127, 3, 100, 64};
  for (const char order : {'<', '>', '|'}) {
    for (const char kind : {'i', 'u'}) {
      for (const unsigned bytes : {1U, 2U, 4U, 8U}) {
        if (order == '|' && bytes > 1) continue;
        for (const int version : {1, 2, 3}) {
          const auto type = std::string{order, kind} + std::to_string(bytes);
          INFO(type << ", version " << version);
          const auto data = elements(loads, bytes, order == '>');
          CHECK(read(npy(header(type, "6,"), data, version), 6) == loads);
          CHECK(read(npy(header(type, "3, 2"), data, version), 6) == loads);
        }
      }
    }
  }
}

TEST_CASE("NPY: the largest value of each type that is a load", "[sim][npy]") {
  struct Case {
    std::string type;
    unsigned bytes;
    Load value;
  };
  const std::vector<Case> table = {
      {"|u1", 1, 255},           {"<u2", 2, 65535},         {">u2", 2, 65535},
      {"<u4", 4, 4294967295},    {">u4", 4, 4294967295},    {"<i4", 4, 2147483647},
      {"<i8", 8, Load{1} << 48}, {">u8", 8, Load{1} << 48},
  };
  for (const auto& [type, bytes, value] : table) {
    INFO(type);
    const auto data = elements({value}, bytes, type[0] == '>');
    CHECK(read(npy(header(type, ""), data), 1) == std::vector<Load>{value});
  }
}

TEST_CASE("NPY: headers as other writers make them", "[sim][npy]") {
  const std::vector<Load> loads = {4, 2};
  const auto data = elements(loads, 1, false);
  for (const std::string text : {
           "{'descr':'|u1','fortran_order':False,'shape':(2,)}",
           "{\"shape\": (2L,), \"fortran_order\": False, \"descr\": \"|u1\"}\n",
           " {'shape': (1, 2, 1), 'descr': '|i1', 'fortran_order': False , } \n",
           "{'descr': '|u1', 'fortran_order': True, 'shape': (2,), }",
       }) {
    INFO(text);
    CHECK(read(npy(text, data), 2) == loads);
  }
}

TEST_CASE("NPY: many loads, more than a block of reading", "[sim][npy]") {
  std::vector<Load> loads(100'003);
  for (std::size_t i = 0; i < loads.size(); ++i) loads[i] = static_cast<Load>(i * i);
  const auto data = elements(loads, 8, true);
  CHECK(read(npy(header(">i8", "100003,"), data), 100'003) == loads);
}

TEST_CASE("NPY: an error names the field, the value and what is allowed", "[sim][npy]") {
  const std::string four(4, '\1');
  struct Bad {
    std::string file;
    std::string said;
  };
  const std::vector<Bad> table = {
      {"", "not an NPY file"},
      {"\x93NUMP", "not an NPY file"},
      {"1,2,3,4\n", "not an NPY file"},
      {"\x93NUMPY", "ends within the NPY version"},
      {npy(header("|u1", "4,"), four, 4), "version 4.0"},
      {npy(header("|u1", "4,"), four, 0), "version 0.0"},
      {"\x93NUMPY\1\1", "version 1.1"},
      {std::string("\x93NUMPY\1\0v", 9), "header's length"},
      {std::string("\x93NUMPY\1\0\xFF\xFF{", 11), "ends within the NPY header"},
      {std::string("\x93NUMPY\2\0\xFF\xFF\xFF\xFF{", 13), "4294967295 bytes"},
      {npy(header("<f8", "4,"), four), "\"<f8\"; loads are whole numbers, dtype i1"},
      {npy(header("<f2", "4,"), four), "\"<f2\""},
      {npy(header("<c16", "4,"), four), "\"<c16\""},
      {npy(header("|b1", "4,"), four), "\"|b1\""},
      {npy(header("|O", "4,"), four), "\"|O\""},
      {npy(header("<U3", "4,"), four), "\"<U3\""},
      {npy(header("<i3", "4,"), four), "\"<i3\""},
      {npy(header("<i16", "4,"), four), "\"<i16\""},
      {npy(header("|i4", "4,"), four), "\"|i4\""},
      {npy(header("", "4,"), four), "dtype is \"\""},
      {npy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (4,)}", four), "structured"},
      {npy(header("|u1", "2, 2", "True"), four), "ascontiguousarray"},
      {npy(header("|u1", "3,"), four), "shape (3) is 3 loads for a fabric of 4 PEs"},
      {npy(header("|u1", "2, 3"), four), "shape (2, 3) is 6 loads for a fabric of 4 PEs"},
      {npy(header("|u1", "0, 9223372036854775807"), four), "is 0 loads"},
      {npy(header("|u1", ""), four), "shape () is 1 loads"},
      {npy(header("|u1", "4294967296, 4294967297"), four), "more than 2^64 loads"},
      {npy(header("|u1", "4294967296, 4294967296, 4"), four), "more than 2^64 loads"},
      {npy(header("|u1", "9223372036854775807"), four), "is 9223372036854775807 loads"},
      {npy(header("|u1", "99999999999999999999"), four), "from 0 to 9223372036854775807"},
      {npy(header("|u1", "-4,"), four), "\"-4"},
      {npy(header("|u1", "4.0,"), four), "\".0"},
      {npy(header("|u1", "4,"), four + "\1"), "5 bytes follow the NPY header; 4 loads"},
      {npy(header("|u1", "4,"), "\1\1\1"), "3 bytes follow the NPY header; 4 loads"},
      {npy(header("<i8", "4,"), four), "4 loads of 8 bytes are 32"},
      {npy(header("|i1", "4,"), "\1\1\xFF\1"), "element 2 (from 0) is -1;"},
      {npy(header(">i2", "2, 2"), elements({1, 2, 3, -32768}, 2, true)),
       "element 3 (from 0) is "
       "-32768;"},
      {npy(header("<u8", "4,"), elements({1, -1, 0, 0}, 8, false)),
       "18446744073709551615; a load "
       "must be from 0 to "},
      {npy(header("<i8", "4,"), elements({(Load{1} << 48) + 1, 0, 0, 0}, 8, false)),
       "281474976710657"},
      {npy("{'descr': '|u1', 'shape': (4,)}", four), "lacks"},
      {npy("{'descr': '|u1', 'fortran_order': False}", four), "lacks"},
      {npy("{'shape': (4,), 'fortran_order': False}", four), "lacks"},
      {npy("{}", four), "lacks"},
      {npy("{'descr': '|u1', 'descr': '|u1'}", four), "'fortran_order' and 'shape', once each"},
      {npy("{'dtype': '|u1'}", four), "\"dtype\""},
      {npy("", four), "ends before '{'"},
      {npy("{'descr", four), "closing quotation mark"},
      {npy("{'descr': '|u1',", four), "ends before"},
      {npy("{'descr': '|u1', 'fortran_order': 0, 'shape': (4,)}", four), "True or False"},
      {npy("{'descr': '|u1', 'fortran_order': False, 'shape': 4}", four), "'('"},
      {npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4,)} x", four), "end of the header"},
  };
  for (const auto& [file, expected] : table) {
    const auto said = complaint(file, 4);
    INFO(expected << "\nsaid: " << said);
    CHECK(contains(said, expected));
    CHECK(said.size() < 250);
  }
}

TEST_CASE("NPY: a gigantic array that is not there is refused before it is allocated",
          "[sim][npy]") {
  const Node nodes = Node{1} << 31;
  CHECK(contains(complaint(npy(header("<i8", "2147483648,"), "12345678"), nodes),
                 "8 bytes follow the NPY header; 2147483648 loads of 8 bytes are 17179869184"));
}

TEST_CASE("NPY: a damaged file is read or refused, nothing else", "[sim][npy]") {
  std::mt19937 random(2);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 6000; ++round) {
    const int version = 1 + static_cast<int>(random() % 3);
    auto file = npy(header("<i4", "2, 3"), elements({1, 2, 3, 4, 5, 6}, 4, false), version);
    for (auto changes = 1 + random() % 2; changes > 0 && !file.empty(); --changes) {
      const auto at = random() % file.size();
      switch (random() % 5) {
        case 0:
          file[at] = static_cast<char>(random());
          break;
        case 1:
          file[at] = static_cast<char>(file[at] ^ (1 << random() % 8));
          break;
        case 2:
          file.insert(at, 1, "'()[]{},:9"[random() % 10]);
          break;
        case 3:
          file.erase(at, 1);
          break;
        default:
          file.resize(at);
      }
    }
    if (complaint(file, 6).empty()) {
      ++accepted;
    } else {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}
