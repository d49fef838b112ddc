# SPDX-License-Identifier: Apache-2.0
"""A run that --save has kept (docs/store.md)."""
from __future__ import annotations

import json
import os
import sqlite3
import zlib
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from isobar._program import Error


def is_sqlite(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def open_database(path: str) -> sqlite3.Connection:
    """A connection that can only read. Raises OSError where there is no such file."""
    os.stat(path)
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)


class Store:
    """What is in the file of a saved run; the history is read when it is first asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            with closing(open_database(path)) as database:
                meta = dict(database.execute("SELECT key, value FROM meta"))
        except sqlite3.Error as error:
            raise Error(f"{path} is no saved run: {error}") from error
        schema = meta.get("schema", "none")
        if schema not in ("isobar.store/1", "isobar.store/2"):
            other = "; isobar.campaign reads it" if schema.startswith("isobar.campaign/") else ""
            raise Error(f"{path} has the schema {schema}; isobar.store/1 and 2 are allowed{other}")
        self.state: str = meta["state"]
        self._fabric: dict[str, Any] = json.loads(meta["fabric"])
        self.addresses: list[str] = self._fabric["addresses"]
        self.initial_loads: list[int] = json.loads(meta["initial_loads"])[:len(self.addresses)]
        self.result: dict[str, Any] = json.loads(meta["result"]) if "result" in meta else {
            "config": json.loads(meta["config"]), "level": meta["level"], "pes": len(self.addresses)}
        self._are_phases = meta.get("frames") == "phases"

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        with closing(open_database(self.path)) as database:
            return database.execute(
                "SELECT step, phase, cycle_to, shifts, max, min, idle, tasks_moved, loads"
                " FROM frames ORDER BY number").fetchall()

    @cached_property
    def loads(self) -> np.ndarray:
        pes = len(self.addresses)
        changes = np.zeros((len(self._rows) + 1, pes), dtype=np.int64)
        changes[0] = self.initial_loads
        for row, frame in zip(changes[1:], self._rows):
            row[:] = np.frombuffer(zlib.decompress(frame[-1]), dtype="<i8")[:pes]
        return np.cumsum(changes, axis=0, out=changes)

    @cached_property
    def grid(self) -> np.ndarray:
        if self._fabric["family"] == "graph":
            raise Error(f"{self._fabric['name']} has no axes; loads has its PEs in node order")
        radices = self._fabric["radices"]
        # Nodes count along dimension 1 first.
        by_last = self.loads.reshape(-1, *reversed(radices))
        return by_last.transpose(0, *range(len(radices), 0, -1))

    @cached_property
    def frames(self) -> pd.DataFrame:
        start = self.initial_loads
        first = (None, None, 0, 0, max(start), min(start), start.count(0), 0)
        columns = ["step", "phase", "cycle", "shifts", "max", "min", "idle", "tasks_moved"]
        table = pd.DataFrame([first, *(row[:-1] for row in self._rows)], columns=columns)
        if not self._are_phases:
            table[["step", "phase"]] = None
        return table.astype({"step": "Int64", "phase": "Int64"}).rename_axis("frame")
