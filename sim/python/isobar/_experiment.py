# SPDX-License-Identifier: Apache-2.0
"""An experiment from keywords."""
from __future__ import annotations

import os
import shutil
import tempfile
import warnings
import weakref
from typing import Any

import numpy as np

from isobar._keys import flatten
from isobar._program import Error, Interrupted, call, words
from isobar._run import Run


class _Scratch:
    """A folder that goes when the last who holds this does."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="isobar-")
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def run(config: str | os.PathLike[str] | None = None, *, json: str | os.PathLike[str] | None = None,
        save: str | os.PathLike[str] | bool = True, **keys: Any) -> Run:
    """Runs one experiment and returns its result. A goal that was not reached is a result, too:
    `reached` is false then.

    config   a TOML file with keys; what the keywords say goes before it.
    json     also keeps the result as JSON in this file.
    save     keeps the run with its history in this file. True keeps the history as long as the Run
             lives, False keeps none: of more than 131,072 PEs and with random traffic there is none.
    keys     any key of docs/keys.md. link_bandwidth="1Gb/s" is the key link.bandwidth, and
             link_2_bandwidth="1Gb/s" that of dimension 2; link={"bandwidth": "1Gb/s",
             2: {"latency": 3}} is the same as a table, and **{"link.2.latency": 3} the key itself.
             Lists become text with commas. load takes an array, too: by node, or with an axis a
             dimension.

    Raises Error with the program's message where it refuses something, with the nearest name where
    one was mistyped; Interrupted, a KeyboardInterrupt with the result until then, after Ctrl-C.
    What the program remarks on standard error, as that a goal was not reached and why, becomes a
    warning.
    """
    folder = _Scratch()
    result = os.path.join(folder.path, "result.json") if json is None else os.fspath(json)
    if result == "-":
        raise Error("json='-': the result is returned; a file is allowed")
    if not isinstance(keys.get("load", ""), (str, os.PathLike)) and keys["load"] is not None:
        loads = os.path.join(folder.path, "load.npy")
        np.save(loads, np.asarray(keys["load"]))
        keys["load"] = f"npy:{loads}"

    arguments = ["run"] if config is None else ["run", os.fspath(config)]
    for key, value in flatten(keys):
        arguments += ["--set", f"{key}={value}"]
    arguments += ["--json", result]
    history = os.path.join(folder.path, "run.db") if save is True else save
    if history:
        arguments += ["--save", os.fspath(history)]

    done = call(arguments)
    if done.status in (0, 1, 130) and os.path.exists(result):
        made = Run.of_files(result, os.fspath(history) if history else None, done.out, folder)
        if done.status == 130:
            raise Interrupted(made)
        if done.err.strip():
            warnings.warn(words(done.err), stacklevel=2)
        return made
    if done.status == 130:
        raise Interrupted(None)
    message = words(done.err).removeprefix("--set: ") or f"the program ended with exit status {done.status}"
    if save is True and message.startswith("--save"):
        message += "; save=False runs it without a history"
    raise Error(message)
