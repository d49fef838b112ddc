// SPDX-License-Identifier: Apache-2.0
#include "sim/result/deflate.h"

#include <zlib.h>

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <new>

#include "host/deflater.h"
#include "models/errors.h"

namespace isobar {
namespace {

const Bytef* data(const std::string& bytes) { return reinterpret_cast<const Bytef*>(bytes.data()); }

}  // namespace

std::string deflate(const std::string& bytes) {
  thread_local Deflater deflater(Deflater::Format::zlib);
  return deflater.deflate(bytes);
}

std::string inflate(const std::string& stream, std::size_t most) {
  uLongf size = most;
  std::string out(size, '\0');
  const int status =
      uncompress(reinterpret_cast<Bytef*>(out.data()), &size, data(stream), stream.size());
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_OK) throw ValueError("a compressed part is damaged");
  out.resize(size);
  return out;
}

std::string base64(const std::string& bytes) {
  using namespace boost::archive::iterators;
  using Digits = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
  constexpr std::size_t group = 3;
  // The library reads whole groups.
  auto padded = bytes;
  const auto missing = (group - bytes.size() % group) % group;
  padded.append(missing, '\0');
  std::string out(Digits(padded.cbegin()), Digits(padded.cend()));
  out.replace(out.size() - missing, missing, missing, '=');
  return out;
}

}  // namespace isobar
