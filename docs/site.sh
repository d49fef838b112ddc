#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# site.sh FOLDER: builds the site of the documents there, and the reference of the C++ API in FOLDER/api.
# Any warning is an error.
set -euo pipefail
site=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdocs build --quiet --strict -f mkdocs.yml -d "$site"
{
  cat cmake/Doxyfile
  echo "OUTPUT_DIRECTORY = \"$site\""
} | doxygen -
