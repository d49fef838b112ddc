// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/input/load_array.h"

namespace isobar {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
// Far above any header of a plain array; NumPy itself distrusts more than 10,000 bytes.
constexpr std::uint64_t longest_header = 1 << 16;

struct ElementType {
  char kind = 'u';  ///< u, i or f: unsigned, signed, or with a fraction
  bool big_endian = false;
  unsigned bytes = 0;
};

struct Header {
  std::optional<ElementType> type;
  std::optional<bool> fortran_order;
  std::optional<Shape> shape;
};

ElementType parse_type(std::string_view name) {
  const auto is_one_of = [](char c, std::string_view these) {
    return these.find(c) != std::string_view::npos;
  };
  const bool known = name.size() == 3 && is_one_of(name[0], "<>|") && is_one_of(name[1], "iuf") &&
                     is_one_of(name[2], name[1] == 'f' ? "248" : "1248");
  if (!known || (name[0] == '|' && name[2] != '1')) {
    throw ValueError(fmt::format(
        "the array's dtype is {:?}; loads are whole numbers, dtype i1, i2, i4, i8, u1, u2, u4, u8, "
        "f2, f4 or f8: save array.astype('int64')",
        name.substr(0, 40)));
  }
  return {name[1], name[0] == '>', static_cast<unsigned>(name[2] - '0')};
}

/// The header's text: a Python dictionary of the three keys, in any order.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : rest_(text) {}

  Header parse() {
    Header header;
    expect('{');
    while (!accept('}')) {
      const auto key = quoted("a key");
      expect(':');
      if (key == "descr" && !header.type) {
        header.type = type();
      } else if (key == "fortran_order" && !header.fortran_order) {
        header.fortran_order = truth();
      } else if (key == "shape" && !header.shape) {
        header.shape = shape();
      } else {
        throw ValueError(fmt::format(
            "the header has the key {:?}, or has it twice; it must have 'descr', 'fortran_order' "
            "and 'shape', once each",
            key.substr(0, 40)));
      }
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_blank();
    if (!rest_.empty()) fail("the end of the header");
    return header;
  }

 private:
  ElementType type() {
    if (peek() == '[') {
      throw ValueError(
          "the array is structured (its elements have fields); loads are whole numbers: save one "
          "field, array['name']");
    }
    return parse_type(quoted("a dtype"));
  }

  bool truth() {
    skip_blank();
    for (const auto& [name, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      const std::string_view word = name;
      if (rest_.substr(0, word.size()) != word) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    fail("True or False");
  }

  Shape shape() {
    Shape extents;
    expect('(');
    while (!accept(')')) {
      extents.push_back(number());
      if (accept(',')) continue;
      expect(')');
      break;
    }
    return extents;
  }

  std::uint64_t number() {
    skip_blank();
    const auto digits =
        rest_.substr(0, std::min(rest_.find_first_not_of("0123456789"), rest_.size()));
    if (digits.empty()) fail("a whole number");
    // NumPy's own limit: an extent is a signed 64-bit number.
    const auto value = parse_integer(digits, "an extent of the array's shape", 0,
                                     std::numeric_limits<std::int64_t>::max());
    rest_.remove_prefix(digits.size());
    if (!rest_.empty() && rest_.front() == 'L') rest_.remove_prefix(1);  // Python 2's long
    return static_cast<std::uint64_t>(value);
  }

  std::string_view quoted(std::string_view what) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail(what);
    const auto end = rest_.find(quote, 1);
    if (end == std::string_view::npos) fail("a closing quotation mark");
    const auto text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void skip_blank() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }
  char peek() {
    skip_blank();
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool accept(char c) {
    skip_blank();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "'");
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    if (rest_.empty()) throw ValueError(fmt::format("the NPY header ends before {}", wanted));
    throw ValueError(
        fmt::format("the NPY header has {:?} where {} should be", rest_.substr(0, 20), wanted));
  }

  std::string_view rest_;
};

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

std::string read_exactly(std::istream& in, std::uint64_t size, std::string_view what) {
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!in) throw ValueError(fmt::format("the file ends within {}", what));
  return bytes;
}

Header read_header(std::istream& in) {
  std::string start(magic.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start != magic) throw ValueError("is not an NPY file, which starts with \\x93NUMPY");
  const auto version = read_exactly(in, 2, "the NPY version");
  if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
    throw ValueError(fmt::format("has NPY version {}.{}; known are 1.0, 2.0 and 3.0",
                                 static_cast<unsigned char>(version[0]),
                                 static_cast<unsigned char>(version[1])));
  }
  const auto length =
      little_endian(read_exactly(in, version[0] == 1 ? 2 : 4, "the NPY header's length"));
  if (length > longest_header) {
    throw ValueError(
        fmt::format("claims an NPY header of {} bytes; allowed are {}", length, longest_header));
  }
  return HeaderParser(read_exactly(in, length, "the NPY header")).parse();
}

void check_size(std::istream& in, const Header& header, Node nodes) {
  const auto start = in.tellg();
  in.seekg(0, std::ios::end);
  const auto present = in.tellg() - start;
  in.seekg(start);
  if (!in || start < 0) throw ValueError("reading failed");
  const auto needed = std::int64_t{nodes} * header.type->bytes;
  if (present != needed) {
    throw ValueError(fmt::format("{} bytes follow the NPY header; {} loads of {} bytes are {}",
                                 static_cast<std::int64_t>(present), nodes, header.type->bytes,
                                 needed));
  }
}

/// Where the elements of the array go, in the order of the file.
class Places {
 public:
  Places(const Header& header, const Fabric& fabric)
      : fabric_(fabric),
        has_axes_(!is_one_axis(*header.shape)),
        c_order_(has_axes_ && !*header.fortran_order) {}

  Node node(std::uint64_t place) const {
    return c_order_ ? node_in_c_order(fabric_, place) : static_cast<Node>(place);
  }
  /// The element's name in error messages: its index.
  std::string element(Node node) const {
    if (!has_axes_) return fmt::format("element {} (from 0)", node);
    std::vector<std::uint32_t> index;
    for (unsigned d = 1; d <= fabric_.radices().size(); ++d) {
      index.push_back(fabric_.coordinate(node, d));
    }
    return fmt::format("element [{}] (from 0)", fmt::join(index, ", "));
  }

 private:
  const Fabric& fabric_;
  bool has_axes_;
  bool c_order_;
};

/// An IEEE 754 number of 2, 4 or 8 bytes.
double to_number(std::uint64_t bits, unsigned bytes) {
  if (bytes == 8) {
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  if (bytes == 4) {
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  const auto exponent = static_cast<int>(bits >> 10 & 0x1F);
  const auto fraction = static_cast<double>(bits & 0x3FF) / 1024;
  const double sign = (bits >> 15) == 0 ? 1 : -1;
  if (exponent == 0x1F) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
}

/// One element, that of `node`; `bytes` in the file's order.
Load to_load(char* bytes, const ElementType& type, const Places& places, Node node) {
  if (type.big_endian) std::reverse(bytes, bytes + type.bytes);
  const auto value = little_endian({bytes, type.bytes});
  const auto fail = [&](const std::string& what, const char* whole) {
    throw ValueError(fmt::format("{} is {}; a load must be {}from 0 to {}", places.element(node),
                                 what, whole, max_total_load));
  };
  if (type.kind == 'f') {
    const double number = to_number(value, type.bytes);
    const bool fits = number >= 0 && number <= static_cast<double>(max_total_load);
    if (!fits || number != std::floor(number)) fail(fmt::format("{}", number), "a whole number ");
    return static_cast<Load>(number);
  }
  const unsigned unused = 64 - 8 * type.bytes;
  // Shifted up and down again, the sign spreads.
  const auto as_signed = static_cast<std::int64_t>(value << unused) >> unused;
  const bool negative = type.kind == 'i' && as_signed < 0;
  if (negative || value > static_cast<std::uint64_t>(max_total_load)) {
    fail(negative ? std::to_string(as_signed) : std::to_string(value), "");
  }
  return static_cast<Load>(value);
}

}  // namespace

NarrowArray read_npy(std::istream& in, const Fabric& fabric) {
  const auto header = read_header(in);
  if (!header.type || !header.fortran_order || !header.shape) {
    throw ValueError("the NPY header lacks 'descr', 'fortran_order' or 'shape'");
  }
  check_shape(*header.shape, fabric, ArrayForm::numpy);
  const auto nodes = fabric.pes();
  check_size(in, header, nodes);

  const auto& type = *header.type;
  const Places places(header, fabric);
  NarrowArray loads(nodes);
  std::array<char, 1 << 16> block;  // a whole number of elements of any type
  for (std::uint64_t place = 0; place < nodes;) {
    const auto size = std::min((nodes - place) * type.bytes, std::uint64_t{block.size()});
    in.read(block.data(), static_cast<std::streamsize>(size));
    if (!in) throw ValueError("the file ends within its elements");
    for (std::size_t at = 0; at < size; at += type.bytes) {
      const auto node = places.node(place++);
      loads[node] = to_load(block.data() + at, type, places, node);
    }
  }
  return loads;
}

}  // namespace isobar
