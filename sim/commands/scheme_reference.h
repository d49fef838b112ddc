// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// All schemes as a document (docs/schemes.md): which fabrics and loads each takes, its parameters,
/// its source, and the page in docs/schemes/ that describes it.
std::string scheme_markdown();

/// All applications as a document (docs/application_parameters.md).
std::string application_markdown();

}  // namespace isobar
