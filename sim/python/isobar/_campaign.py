# SPDX-License-Identifier: Apache-2.0
"""A campaign as a table (docs/explore.md)."""
from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pandas as pd

from isobar._program import Error
from isobar._store import is_sqlite, open_database


def campaign(path: str | os.PathLike[str]) -> pd.DataFrame:
    """The points of a campaign, given its folder or its database, also while it runs: a row for each
    point of the present plan, with `point` as index, `state`, `error`, a column for each key that
    was set and each metric, NaN where it was not reached. Keys whose values are all numbers are
    numbers. Where the database says so, `attrs["units"]` has the units of columns and
    `attrs["meanings"]` what they are.

    Raises OSError where there is no such file, Error where it is no campaign.
    """
    file = os.fspath(path)
    if os.path.isdir(file):
        file = os.path.join(file, "campaign.db")
    if not is_sqlite(file):
        raise Error(f"{file} is no campaign: it is no SQLite database")
    try:
        with closing(open_database(file)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if "results" not in tables:
                raise Error(f"{file} is no campaign: it has no view 'results'")
            points = pd.read_sql("SELECT * FROM results", database, index_col="point")
            about = (database.execute("SELECT name, unit, meaning FROM columns").fetchall()
                     if "columns" in tables else [])
    except (sqlite3.Error, pd.errors.DatabaseError) as error:
        raise Error(f"{file} cannot be read as a campaign: {error}") from error
    for name in points.columns.difference(["state", "error"]):
        numbers = pd.to_numeric(points[name], errors="coerce")
        if points[name].dtype == object and numbers.notna().equals(points[name].notna()):
            points[name] = numbers
    points.attrs["units"] = {name: unit for name, unit, _ in about if unit}
    points.attrs["meanings"] = {name: meaning for name, _, meaning in about if meaning}
    return points
