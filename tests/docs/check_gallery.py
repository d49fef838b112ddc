#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The gallery shows every example: check_gallery.py SOURCES

Each plan, configuration and project in sim/examples has a command and, if it is no project, a picture
in docs/gallery.md; and the gallery has no others.
"""
import glob
import os
import re
import sys

from page_blocks import blocks_of

MOST_BYTES = 1_500_000


def examples_in(sources):
    folder = os.path.join(sources, "sim", "examples")
    found = glob.glob("*.toml", root_dir=folder) + glob.glob("explore/*.toml", root_dir=folder)
    projects = glob.glob("systemc/*/CMakeLists.txt", root_dir=folder)
    return sorted(found + [os.path.dirname(project) for project in projects])


def wrong_in(sources):
    page = os.path.join(sources, "docs", "gallery.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    commands = "\n".join(block.body for block in blocks_of(page))
    shown = set(re.findall(r"sim/examples/([a-z0-9_/-]+(?:\.toml)?)", commands))
    examples = examples_in(sources)
    yield from (f"sim/examples/{one} is not in docs/gallery.md" for one in examples if one not in shown)
    yield from (f"docs/gallery.md: there is no sim/examples/{one}" for one in sorted(shown.difference(examples)))
    pictures = set(re.findall(r"\]\(gallery/([^)]+)\)", text))
    for one in examples:
        name = os.path.splitext(os.path.basename(one))[0]
        if one.endswith(".toml") and not pictures.intersection({name + ".svg", name + ".webp"}):
            yield f"docs/gallery.md has no picture of {one}"
    folder = os.path.join(sources, "docs", "gallery")
    files = set(os.listdir(folder))
    yield from (f"docs/gallery/{one} is not there" for one in sorted(pictures.difference(files)))
    yield from (f"docs/gallery/{one} is not shown" for one in sorted(files.difference(pictures)))
    size = sum(os.path.getsize(os.path.join(folder, one)) for one in files)
    if size > MOST_BYTES:
        yield f"docs/gallery has {size} bytes, more than {MOST_BYTES}"


def main(sources):
    wrong = list(wrong_in(sources))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(sys.argv[1])
