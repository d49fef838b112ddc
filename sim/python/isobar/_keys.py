# SPDX-License-Identifier: Apache-2.0
"""Keywords of Python as keys of the configuration (docs/keys.md)."""
from __future__ import annotations

import os
import re
from typing import Any, Iterator, Mapping

# `link` is the only table of the configuration: link_2_bandwidth is link.2.bandwidth.
_LINK = re.compile(r"link_(?:(\d+)_(?:(successor|predecessor)_)?)?(\w+)")


def key(keyword: str) -> str:
    """The key that a keyword means: `link_static_power` is `link.static_power`,
    `link_2_successor_latency` is `link.2.successor.latency`; any other name is the key itself."""
    parts = _LINK.fullmatch(keyword)
    return ".".join(["link", *filter(None, parts.groups())]) if parts else keyword


def text(value: Any) -> str:
    """A value as the program reads it: yes and no as true and false, lists with commas."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0):
        return ",".join(text(each) for each in value)
    if str(value) in ("True", "False"):  # also NumPy's
        return str(value).lower()
    return str(value)


def flatten(keys: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Pairs of keys and texts. Tables become dotted keys; None leaves a key at its default."""
    for name, value in keys.items():
        full = prefix + str(name) if prefix else key(str(name))
        if isinstance(value, Mapping):
            yield from flatten(value, full + ".")
        elif value is not None:
            yield full, text(value)
