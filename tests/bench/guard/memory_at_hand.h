// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <malloc.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace isobar::bench {

/// Gets memory for what this process is about to allocate. The first touch of a page takes 0.1 us
/// on one machine and 45 on a virtual one, which would be most of a short run and is not its own
/// time.
inline void have_memory_at_hand() {
  constexpr std::size_t bytes = std::size_t{128} << 20;
  // What threads allocate and large blocks come from the one heap, too, and it keeps what is free.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 0x7fffffff);
  void* block = std::malloc(bytes);
  if (block == nullptr) return;
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  auto* first = static_cast<char*>(block) + huge_page;
  first -= reinterpret_cast<std::size_t>(first) % huge_page;
  madvise(first, bytes - huge_page, MADV_HUGEPAGE);  // where there are none, it takes longer
  std::memset(block, 1, bytes);
  std::free(block);
}

}  // namespace isobar::bench
