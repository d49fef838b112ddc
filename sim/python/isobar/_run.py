# SPDX-License-Identifier: Apache-2.0
"""The result of one run."""
from __future__ import annotations

import html
import json
import os
from functools import cached_property
from typing import Any, Iterator, Mapping

import numpy as np
import pandas as pd

from isobar._picture import draw
from isobar._program import Error
from isobar._store import Store, is_sqlite

_NO_DETAIL = "the result has no {}: it is a summary, or the run has not ended"


class Fields(dict[str, Any]):
    """An object of a result, whose fields are also attributes: `run.cycles.to_balance`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field '{name}'; there are {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


class Run(Mapping[str, Any]):
    """The result of a run: its fields (docs/result.md) as attributes, `run.cycles.run`, and as a
    mapping, `run["cycles"]["run"]`; besides, arrays and tables that are made from them.

    result   the whole result, as in its JSON
    text     what the program printed; empty for a run that was read from a file
    state    "ended"; of a saved run without a result "running" or "stopped": its history and its
             `config` can be read, and nothing else
    """

    def __init__(self, result: Mapping[str, Any], store: Store | None = None, text: str = "",
                 folder: Any = None) -> None:
        self.result: Fields = _fields(result)
        self.text = text
        self.state: str = store.state if store is not None else "ended"
        self._store = store
        self._folder = folder  # lives as long as the run whose history is in it

    @classmethod
    def of_files(cls, result: str, history: str | None, text: str, folder: Any) -> Run:
        with open(result, encoding="utf-8") as file:
            fields = json.load(file)
        return cls(fields, Store(history) if history is not None else None, text, folder)

    def __getitem__(self, name: str) -> Any:
        return self.result[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.result)

    def __len__(self) -> int:
        return len(self.result)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "result" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.result, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.result]

    @property
    def loads(self) -> np.ndarray:
        """Loads in tasks, int64, of shape (frames, PEs): row 0 at the start, row k at the end of
        frame k. `frames` says when that was. Raises Error where no history was kept."""
        return self._history.loads

    @property
    def grid(self) -> np.ndarray:
        """`loads` by the fabric's axes: shape (frames, K1, K2, …), where grid[k, x, y] is the load of
        PE (x,y), as in an array that `load` takes. Raises Error for graphs, which have no axes."""
        return self._history.grid

    @property
    def frames(self) -> pd.DataFrame:
        """A row for each row of `loads`: `cycle` and `shifts` (T) at its end, `step` and `phase` (none
        at the start and where frames are cycles), `max`, `min`, `idle` PEs, `tasks_moved` in it."""
        return self._history.frames

    @cached_property
    def link_table(self) -> pd.DataFrame:
        """A row a directed link, with its messages, tasks and cycles as in `links` of the result.
        Raises Error where the result is a summary."""
        if "links" not in self.result:
            raise Error(_NO_DETAIL.format("links"))
        return pd.DataFrame(self.result["links"])

    @cached_property
    def pe_table(self) -> pd.DataFrame:
        """A row a PE: `load` at the end, `utilization`, `deepest` (most tasks in its queue); `initial`
        and `address` where a history was kept; `speed`, `memory`, `name` of its machine and the
        cycles of its executor where the run has them. Raises Error where the result is a summary."""
        loads = self._values("load", "final", "values")
        if loads is None:
            raise Error(_NO_DETAIL.format("load.final.values"))
        columns: dict[str, Any] = {}
        pes = self.pes
        if self._store is not None:
            columns["address"] = self._store.addresses
            columns["initial"] = self._store.initial_loads
        columns["load"] = loads[:pes]
        for name, *path in (("utilization", "utilization", "final", "values"),
                            ("deepest", "queue", "deepest_of_pe"), ("speed", "machines", "speeds"),
                            ("memory", "machines", "memories"), ("name", "machines", "names")):
            values = self._values(*path)
            if values:
                columns[name] = values[:pes]
        table = pd.DataFrame(columns)
        executors = self._values("application", "pes")
        if executors:
            table = table.join(pd.DataFrame(executors))
        return table.rename_axis("pe")

    @cached_property
    def statistics(self) -> pd.Series:
        """All single numbers of the result by their dotted names (docs/statistics.md has the units):
        flags are 1 and 0, what was never reached is NaN."""
        return pd.Series(dict(_numbers(self.result)), dtype=float)

    @property
    def _history(self) -> Store:
        if self._store is None:
            raise Error("this run has no history: it was read from a result or run with save=False")
        return self._store

    def _values(self, *path: str) -> Any:
        """What stands at a place in the result; None where there is nothing."""
        found: Any = self.result
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def __repr__(self) -> str:
        return f"<isobar.Run {self._headline()}>"

    def _headline(self) -> str:
        config = self.result["config"]
        who = f"{config['fabric']}, {config['scheme']}"
        if "cycles" not in self.result:
            return f"{who}: {self.state}, without a result"
        unit = next((unit for unit in ("cycles", "steps", "shifts")
                     if self.result.get(unit, {}).get("run") is not None), None)
        after = f" after {self.result[unit]['run']} {unit}" if unit else ""
        goal = config["until"]
        if self.result["reached"]:
            return f"{who}: {goal}{after}"
        return f"{who}: not {goal}, ended{after} ({self.result['ended']})"

    def _repr_html_(self) -> str:
        """What Jupyter shows: the loads over time, and what the program said."""
        parts = [f"<div><b>{html.escape(self._headline())}</b></div>"]
        if self._store is not None:
            parts.append(draw(self.loads, self.frames["cycle"].to_numpy()))
        if self.text:
            parts.append(f'<pre style="white-space: pre-wrap">{html.escape(self.text)}</pre>')
        return "\n".join(parts)


def _fields(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Fields({name: _fields(inner) for name, inner in value.items()})
    return [_fields(inner) for inner in value] if isinstance(value, list) else value


def _numbers(fields: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float | None]]:
    for name, value in fields.items():
        if isinstance(value, dict):
            if prefix or name != "config":
                yield from _numbers(value, f"{prefix}{name}.")
        elif value is None or isinstance(value, (bool, int, float)):
            yield prefix + name, value


def read(file: str | os.PathLike[str]) -> Run:
    """A run from a file: a result (`--json`) or a saved run (`--save`), which has its history
    besides, also while it runs. Raises OSError where the file cannot be read, Error where it is
    neither."""
    path = os.fspath(file)
    if is_sqlite(path):
        store = Store(path)
        return Run(store.result, store)
    try:
        with open(path, encoding="utf-8") as text:
            result = json.load(text)
    except ValueError as error:
        raise Error(f"{path} is neither a result nor a saved run: {error}") from error
    schema = result.get("schema") if isinstance(result, dict) else None
    if schema != "isobar.run/1":
        raise Error(f"{path} has the schema {schema!r}; isobar.run/1 is allowed")
    return Run(result)
