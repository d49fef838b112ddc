// SPDX-License-Identifier: Apache-2.0
#include "sim/result/provenance.h"

#include <fmt/format.h>

#include "isobar_commit.h"
#include "models/steps/liquid_rows.h"

namespace isobar {
namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

const char* name(Isa isa) {
  switch (isa) {
    case Isa::baseline:
      return "baseline";
    case Isa::avx2:
      return "avx2";
    case Isa::avx512:
      return "avx512";
  }
  return "";
}

Provenance found() {
  Provenance p;
  p.version = ISOBAR_VERSION;
  const std::string commit = ISOBAR_COMMIT;
  if (!commit.empty()) p.commit = commit;
  p.compiler = compiler();
  p.build = ISOBAR_BUILD_TYPE;
  p.kernels = name(best_isa());
  return p;
}

}  // namespace

const Provenance& provenance() {
  static const Provenance once = found();
  return once;
}

std::string program_text() {
  const auto& p = provenance();
  return fmt::format("isobar {} ({}{}, {}, {})", p.version,
                     p.commit ? "commit " + *p.commit + ", " : "", p.compiler, p.build, p.kernels);
}

Json provenance_json() {
  const auto& p = provenance();
  return {{"version", p.version},
          {"commit", p.commit ? Json(*p.commit) : Json()},
          {"compiler", p.compiler},
          {"build", p.build},
          {"kernels", p.kernels}};
}

}  // namespace isobar
