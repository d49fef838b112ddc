#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CITATION.cff says what format 1.2.0 asks for, and this version: check_citation.py SOURCES"""
import os
import re
import sys

import yaml

NEEDED = {"cff-version", "message", "title", "authors"}
KNOWN = NEEDED | {"type", "version", "license", "keywords", "references", "abstract", "doi", "url",
                  "repository-code", "date-released", "identifiers", "preferred-citation", "contact"}
KINDS = {"article", "book", "conference-paper", "report", "thesis", "software"}


def is_author(one):
    return isinstance(one, dict) and ("name" in one or {"family-names", "given-names"} <= set(one))


def wrong_with(citation, version):
    yield from (f"{key} is missing" for key in sorted(NEEDED.difference(citation)))
    yield from (f"the format knows no {key}" for key in sorted(set(citation).difference(KNOWN)))
    if str(citation.get("cff-version")) != "1.2.0":
        yield "cff-version is not 1.2.0"
    if str(citation.get("version")) != version:
        yield f"version is not {version}, that of CMakeLists.txt"
    works = [citation] + citation.get("references", [])
    for work in works:
        title = work.get("title")
        if not isinstance(title, str) or not work.get("authors") or not all(map(is_author, work["authors"])):
            yield f"a title, and authors with names, are needed: {title}"
        if work is not citation and work.get("type") not in KINDS:
            yield f"{title}: no type of a reference: {work.get('type')}"
    if len(works) != 6:
        yield f"{len(works) - 1} references, where there are five papers"


def main(sources):
    with open(os.path.join(sources, "CITATION.cff"), encoding="utf-8") as file:
        citation = yaml.safe_load(file)
    with open(os.path.join(sources, "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"^project\(isobar VERSION (\S+)", file.read(), re.MULTILINE)[1]
    wrong = list(wrong_with(citation, version))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(sys.argv[1])
