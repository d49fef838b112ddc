// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar::bench {

/// The time that processors work for a run of `torus:32x32` that is recorded in an FST file, over
/// that of the same run without a file.
double fst_over_none();

}  // namespace isobar::bench
