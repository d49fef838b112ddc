// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// 128 bits, for products of two 64-bit numbers; an extension of GCC and Clang.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

}  // namespace isobar
