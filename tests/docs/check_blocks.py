#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No page shows a command that nobody has tried: check_blocks.py SOURCES NOT_RUN PAGE ...

Commands stand in blocks of ```sh, and only on the pages PAGE ..., which run_page.py does; or in blocks
of ```console, which are only for reading. NOT_RUN lists the latter, a line each: the page, the block's
first line with single spaces, and why it is not run, with | between them.
"""
import glob
import os
import re
import sys

from page_blocks import blocks_of

COMMAND = re.compile(r"^(\$ |(\S+=\S+ )*(time |sudo )?(\.{0,2}/?isobar|apt-get|cmake|ctest|cpack|gtkwave|"
                     r"surfer|npm|podman|docker|git|mkdocs|yosys|tb/proofs/prove) )", re.MULTILINE)


def pages_of(sources):
    found = glob.glob("*.md", root_dir=sources)
    return sorted(found + glob.glob("docs/**/*.md", root_dir=sources, recursive=True))


def reasons_of(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if not line.startswith("#")]
    for row in rows:
        if len(row) != 3:
            sys.exit(f"{path}: not PAGE | FIRST LINE | REASON: {' | '.join(row)}")
    return {(page, first): why for page, first, why in rows}


def wrong_with(page, block, executed, reasons, used):
    first = " ".join(block.body.split("\n", 1)[0].split())
    if block.kind == "sh" and page not in executed:
        return "commands, but no test runs the page (tests/docs/CMakeLists.txt)"
    if block.kind == "console":
        used.add((page, first))
        if (page, first) not in reasons:
            return f"not run, and tests/docs/not_run.txt does not say why: {first}"
    if block.kind == "" and COMMAND.search(block.body):
        return f"commands in a block that is neither ```sh nor ```console: {first}"
    return None


def main(sources, not_run, executed):
    reasons = reasons_of(not_run)
    used = set()
    wrong = []
    for page in pages_of(sources):
        for block in blocks_of(os.path.join(sources, page)):
            what = wrong_with(page, block, executed, reasons, used)
            if what:
                wrong.append(f"{page}:{block.line}: {what}")
    wrong += [f"{not_run}: {page} has no such block: {first}" for page, first in reasons if (page, first) not in used]
    for page in executed:
        if not any(block.kind == "sh" for block in blocks_of(os.path.join(sources, page))):
            wrong.append(f"{page}: no commands to run")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(executed)} pages are run, {len(reasons)} blocks are only for reading")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
