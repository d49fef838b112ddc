// SPDX-License-Identifier: Apache-2.0
// What mutated sources ask: every mutated place is `isobar_mutant(17) ? changed : as written`.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

// The mutant that is switched on; -1: none, those reached are marked; -2: none; 0: not known yet.
inline int isobar_active_mutant = 0;
inline char* isobar_reached_mutants = nullptr;

// ISOBAR_MUTANT=N switches on mutant N. ISOBAR_MUTANTS_REACHED=FILE: a byte a mutant, which is set
// when it is reached; a shared mapping, so that forked processes and crashed ones mark, too.
inline void isobar_read_mutant() {
  isobar_active_mutant = -2;
  if (const char* number = std::getenv("ISOBAR_MUTANT")) isobar_active_mutant = std::atoi(number);
  if (const char* path = std::getenv("ISOBAR_MUTANTS_REACHED")) {
    const int file = open(path, O_RDWR);
    const off_t size = lseek(file, 0, SEEK_END);
    void* bytes =
        mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED) std::abort();
    isobar_reached_mutants = static_cast<char*>(bytes);
    isobar_active_mutant = -1;
  }
}

inline bool isobar_mutant(int number) {
  if (isobar_active_mutant == 0) isobar_read_mutant();
  if (isobar_active_mutant == -1) isobar_reached_mutants[number] = 1;
  return isobar_active_mutant == number;
}
