# SPDX-License-Identifier: Apache-2.0
"""Which mutants each test reaches, and how long it takes."""

from concurrent.futures import ThreadPoolExecutor
from queue import Queue


class Recorder:
    """A server of tests with no mutant on, which marks those that are reached; `count`: the greatest number + 1."""

    def __init__(self, suite, count, number):
        self.file, self.count = suite.folder / f"reached.{number}", count
        self.marked()
        self.server = suite.server(ISOBAR_MUTANTS_REACHED=str(self.file))
        self.early = self.marked()

    def marked(self):
        """Those marked since the last call."""
        marks = self.file.read_bytes() if self.file.exists() else b""
        with open(self.file, "r+b" if marks else "wb") as file:
            file.write(bytes(self.count))
        return [n for n, mark in enumerate(marks) if mark]

    def record(self, name, limit):
        passed, seconds = self.server.run(name, 0, limit, 3 * limit)
        return name, passed, seconds, self.marked()


def record(suite, names, count, limit):
    """name → (processor time, mutants reached) of the tests that pass; the names of those that fail; of those that
    take more than `limit` seconds; and the mutants that are reached before a test begins."""
    recorders = Queue()
    for number in range(suite.jobs):
        recorders.put(Recorder(suite, count, number))

    def one(name):
        recorder = recorders.get()
        row = recorder.record(name, limit)
        recorders.put(recorder)
        return row

    with ThreadPoolExecutor(suite.jobs) as pool:
        rows = list(pool.map(one, names))
    early = recorders.queue[0].early
    for recorder in recorders.queue:
        recorder.server.end()
    failed = [name for name, passed, seconds, _ in rows if not passed and seconds < limit]
    slow = [name for name, passed, seconds, _ in rows if not passed and seconds >= limit]
    return {row[0]: row[2:] for row in rows if row[1]}, failed, slow, early
