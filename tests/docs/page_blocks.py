# SPDX-License-Identifier: Apache-2.0
"""The fenced blocks of a page."""
import re
from collections import namedtuple

Block = namedtuple("Block", "kind title body line")

FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks_of(page):
    """Its blocks in their order: the language (empty: none), the title or None, the text, the line."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for found in FENCE.finditer(text):
        yield Block(*found.groups(), text.count("\n", 0, found.start()) + 1)
