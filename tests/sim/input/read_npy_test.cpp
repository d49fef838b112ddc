// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

using isobar::Fabric;
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

std::vector<Load> read(const std::string& file, const Fabric& fabric) {
  std::istringstream in(file);
  return isobar::read_npy(in, fabric);
}

std::vector<Load> read(const std::string& file, Node nodes) {
  return read(file, Fabric::parse("ring:" + std::to_string(nodes)));
}

std::string complaint(const std::string& file, const Fabric& fabric) {
  return refusal([&] { read(file, fabric); });
}

std::string complaint(const std::string& file, Node nodes) {
  return complaint(file, Fabric::parse("ring:" + std::to_string(nodes)));
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
          // Element [i, j] is at 2i + j in the file, and of PE i + 3j.
          CHECK(read(npy(header(type, "3, 2"), data, version), Fabric::parse("torus:3x2")) ==
                std::vector<Load>{0, 127, 100, 1, 3, 64});
          CHECK(read(npy(header(type, "3, 2", "True"), data, version),
                     Fabric::parse("torus:3x2")) == loads);
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
           " {'shape': (2,), 'descr': '|i1', 'fortran_order': False , } \n",
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
      {npy(header("<c8", "4,"), four), "\"<c8\"; loads are whole numbers, dtype i1"},
      {npy(header("<f8", "4,"), four), "4 loads of 8 bytes are 32"},
      {npy(header("<f1", "4,"), four), "\"<f1\""},
      {npy(header("|f4", "4,"), four), "\"|f4\""},
      {npy(header("<f4", "4,"), elements({0, 0, 0xBF800000, 0}, 4, false)),
       "element 2 (from 0) is -1; a load must be a whole number from 0"},
      {npy(header("<f2", "4,"), elements({0, 0, 0x7C00, 0}, 2, false)),
       "element 2 (from 0) is inf; a load must be a whole number from 0"},
      {npy(header("<f2", "4,"), elements({0, 0x3E00, 0, 0}, 2, false)),
       "element 1 (from 0) is 1.5;"},
      {npy(header(">f8", "4,"), elements({0x42F0000000000010, 0, 0, 0}, 8, true)),
       "element 0 (from 0) is 281474976710657;"},
      {npy(header("<c16", "4,"), four), "\"<c16\""},
      {npy(header("|b1", "4,"), four), "\"|b1\""},
      {npy(header("|O", "4,"), four), "\"|O\""},
      {npy(header("<U3", "4,"), four), "\"<U3\""},
      {npy(header("<i3", "4,"), four), "\"<i3\""},
      {npy(header("<i16", "4,"), four), "\"<i16\""},
      {npy(header("|i4", "4,"), four), "\"|i4\""},
      {npy(header("", "4,"), four), "dtype is \"\""},
      {npy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (4,)}", four), "structured"},
      {npy(header("|u1", "2, 2"), four), "shape (2, 2) does not fit ring:4, which takes (4,) in"},
      {npy(header("|u1", "3,"), four), "shape (3,) is 3 loads for a fabric of 4 PEs"},
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
      {npy(header(">i2", "4,"), elements({1, 2, 3, -32768}, 2, true)),
       "element 3 (from 0) is -32768;"},
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
    if (complaint(file, Fabric::parse("torus:2x3")).empty()) {
      ++accepted;
    } else {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}

TEST_CASE("NPY: what an array with several axes must be is said with both shapes", "[sim][npy]") {
  struct Bad {
    std::string fabric;
    std::string shape;
    std::string said;
  };
  const std::vector<Bad> table = {
      {"torus:4x2", "2, 4",
       "an array of shape (2, 4) does not fit torus:4x2, which takes (4, 2), or (8,) in node "
       "order: save array.transpose(1, 0)"},
      {"mesh:4x2", "2, 4", "array.transpose(1, 0)"},
      {"torus:2x3x4", "4, 3, 2",
       "takes (2, 3, 4), or (24,) in node order: save array.transpose(2, 1, 0)"},
      {"torus:2x3x4", "3, 4, 2", "save array.transpose(2, 0, 1)"},
      {"torus:2x2x3", "3, 2, 2", "save array.transpose(2, 1, 0)"},
      {"torus:4x2", "2, 2, 2",
       "shape (2, 2, 2) does not fit torus:4x2, which takes (4, 2), or (8,)"},
      {"torus:4x2", "4, 2, 1", "shape (4, 2, 1) does not fit torus:4x2"},
      {"torus:4x1x2", "4, 2", "takes (4, 1, 2), or (8,) in"},
      {"torus:4x2", "3, 2", "shape (3, 2) is 6 loads for a fabric of 8 PEs"},
      {"hypercube:3", "4, 2", "which takes (2, 2, 2), or (8,) in node order"},
      {"hhc:2", "3, 2, 2", "does not fit hhc:2, which takes (12,) in node order"},
  };
  for (const auto& [fabric, shape, expected] : table) {
    const std::string many(24, '\1');
    const auto said = complaint(npy(header("|u1", shape), many), Fabric::parse(fabric));
    INFO(fabric << ", " << shape << ": " << said);
    CHECK(contains(said, expected));
    CHECK(said.find("transpose") ==
          (contains(expected, "transpose") ? said.rfind("transpose") : std::string::npos));
  }
  const auto graph = Fabric::graph("graph:square", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  CHECK(read(npy(header("|u1", "4,"), "\1\2\3\4"), graph) == std::vector<Load>{1, 2, 3, 4});
  CHECK(contains(complaint(npy(header("|u1", "2, 2"), "\1\2\3\4"), graph),
                 "does not fit graph:square, which takes (4,) in node order"));
  const auto torus = Fabric::parse("torus:4x2");
  const auto data = elements({0, 1, 2, 3, 4, 5, 6, -7}, 1, false);
  CHECK(contains(complaint(npy(header("|i1", "4, 2"), data), torus),
                 "element [3, 1] (from 0) is -7"));
}

TEST_CASE("NPY: on random tori every element goes to the PE with its index as address",
          "[sim][npy]") {
  isobar::test::property([] {
    const auto dimensions = *rc::gen::inRange<std::size_t>(1, 5);
    const auto extents = *rc::gen::container<std::vector<std::uint32_t>>(
        dimensions, rc::gen::inRange<std::uint32_t>(1, 6));
    const auto family = *rc::gen::element<std::string>("torus", "mesh");
    const auto fabric = Fabric::parse(fmt::format("{}:{}", family, fmt::join(extents, "x")));
    const auto salt = *rc::gen::inRange<Load>(0, 1000);
    const unsigned bytes = *rc::gen::element(1U, 2U, 4U, 8U);
    const bool is_signed = *rc::gen::arbitrary<bool>();
    const bool big_endian = *rc::gen::arbitrary<bool>();
    const bool fortran = *rc::gen::arbitrary<bool>();
    const auto load = [&](const std::vector<std::uint32_t>& index) {
      Load value = salt;
      for (const auto i : index) value = (value * 7 + Load{i} * i + i) % 128;  // in every type
      return value;
    };
    // An odometer, whose fastest axis is the last one, or the first in Fortran order.
    std::vector<std::int64_t> data;
    std::vector<std::uint32_t> index(dimensions, 0);
    while (true) {
      data.push_back(load(index));
      std::size_t turned = 0;
      for (; turned < dimensions; ++turned) {
        const auto axis = fortran ? turned : dimensions - 1 - turned;
        if (++index[axis] < extents[axis]) break;
        index[axis] = 0;
      }
      if (turned == dimensions) break;
    }
    const auto type = fmt::format("{}{}{}",
                                  bytes == 1   ? '|'
                                  : big_endian ? '>'
                                               : '<',
                                  is_signed ? 'i' : 'u', bytes);
    const auto file =
        npy(header(type, fmt::format("{},", fmt::join(extents, ", ")), fortran ? "True" : "False"),
            elements(data, bytes, big_endian));
    const auto loads = read(file, fabric);
    RC_ASSERT(loads.size() == fabric.pes());
    for (Node pe = 0; pe < fabric.pes(); ++pe) {
      std::vector<std::uint32_t> at;
      for (unsigned d = 1; d <= dimensions; ++d) at.push_back(fabric.coordinate(pe, d));
      RC_ASSERT(fabric.address(pe) == fmt::format("({})", fmt::join(at, ",")));
      RC_ASSERT(loads[pe] == load(at));
    }
  });
}

TEST_CASE("NPY: the axes of a hypercube are its dimensions", "[sim][npy]") {
  // Element [i, j, k] has the bits kji as its address.
  const auto data = elements({0, 1, 2, 3, 4, 5, 6, 7}, 1, false);
  CHECK(read(npy(header("|u1", "2, 2, 2"), data), Fabric::parse("hypercube:3")) ==
        std::vector<Load>{0, 4, 2, 6, 1, 5, 3, 7});
}

TEST_CASE("NPY: a row or a column is a list", "[sim][npy]") {
  const auto data = elements({5, 6, 7, 8}, 1, false);
  for (const std::string shape : {"4, 1", "1, 4", "1, 4, 1", "4,"}) {
    for (const auto* fabric : {"ring:4", "torus:2x2", "torus:1x4", "hypercube:2"}) {
      INFO(shape << " on " << fabric);
      CHECK(read(npy(header("|u1", shape), data), Fabric::parse(fabric)) ==
            std::vector<Load>{5, 6, 7, 8});
    }
  }
}

TEST_CASE("NPY: floating-point numbers without a fraction are loads", "[sim][npy]") {
  // 0, 1, 1024, 2048 and the largest of two bytes; 2^48 of eight.
  CHECK(read(npy(header("<f2", "5,"), elements({0, 0x3C00, 0x6400, 0x6800, 0x7BFF}, 2, false)),
             5) == std::vector<Load>{0, 1, 1024, 2048, 65504});
  CHECK(read(npy(header(">f4", "2,"), elements({0x80000000, 0x4B800000}, 4, true)), 2) ==
        std::vector<Load>{0, 16777216});
  CHECK(read(npy(header("<f8", "2,"), elements({0x42F0000000000000, 0x4008000000000000}, 8, false)),
             2) == std::vector<Load>{Load{1} << 48, 3});
}

TEST_CASE("NPY: extents of 1 are axes too", "[sim][npy]") {
  const auto data = elements({5, 6, 7, 8}, 1, false);
  CHECK(read(npy(header("|u1", "1, 1"), "\5"), Fabric::parse("torus:1x1")) == std::vector<Load>{5});
  CHECK(read(npy(header("|u1", "1, 4"), data), Fabric::parse("torus:1x4")) ==
        std::vector<Load>{5, 6, 7, 8});
  CHECK(read(npy(header("|u1", "2, 1, 2"), data), Fabric::parse("torus:2x1x2")) ==
        std::vector<Load>{5, 7, 6, 8});
}
