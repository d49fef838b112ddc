# SPDX-License-Identifier: Apache-2.0
"""The tests of some programs, each in a copy of one that has begun; which mutants each reaches, and how long it takes."""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

PROGRAMS = ["isobar_model_tests", "isobar_tests"]
# Tests but those that take long, compile RTL, look at sources, or are about files, by tags and by folders.
SELECTED = "~[long]~[.]~[rtl]~[mutants]~[house]~[fuzz]~[waves]~[graph]~[symmetry]~[debruijn]~[volume]"
FOLDERS = ["host", "house", "waves", "tb"]


class Ended(Exception):
    """A program of tests is not there any more."""


class Server:
    """A program made of serve.cpp. Whoever runs a test waits for its end."""

    def __init__(self, program, folder, selected, variables):
        self.process = subprocess.Popen(
            [program, selected], cwd=folder, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "ISOBAR_CACHE_DIR": str(folder / "cache"), **variables})
        self.tests = {}
        while (line := self.answer()) != "":
            file, name = line.split("\t")
            self.tests[name] = file

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Ended
        return line.rstrip("\n")

    def run(self, name, mutant, seconds, wall):
        """Whether the test passes within `seconds` of processor time in each of its processes and `wall` seconds of the
        clock, and the processor time of all of them."""
        self.process.stdin.write(f"{mutant} {int(seconds) + 1} {int(wall) + 1} {name}\n")
        self.process.stdin.flush()
        passed, used = self.answer().split()
        return passed == "1", float(used)

    def end(self):
        self.process.kill()
        self.process.communicate()


class Servers:
    """One of each program."""

    def __init__(self, programs, *setting):
        self.all = [Server(program, *setting) for program in programs]
        self.of = {name: server for server in self.all for name in server.tests}
        self.tests = {name: file for server in self.all for name, file in server.tests.items()}

    def run(self, name, *how):
        return self.of[name].run(name, *how)

    def end(self):
        for server in self.all:
            server.end()


class Suite:
    """`selected`: which tests, in Catch2's words, but those in `folders`; `cases`: how many each property is tried on."""

    def __init__(self, programs, work, jobs, selected, folders, cases, variables={}):
        self.programs, self.selected, self.jobs = programs, selected, jobs
        self.folder = work / "run"
        self.folder.mkdir(exist_ok=True)
        self.variables = {"RC_PARAMS": f"seed=1 max_success={cases}", **variables}
        self.idle = Queue()
        for _ in range(jobs):
            self.idle.put(self.server())
        server = self.idle.get()
        self.names = [name for name, file in server.tests.items()
                      if not any(f"/tests/{folder}/" in file for folder in folders)]
        self.idle.put(server)

    def server(self, **variables):
        return Servers(self.programs, self.folder, self.selected, {**self.variables, **variables})

    @contextmanager
    def borrowed(self):
        server = self.idle.get()
        try:
            yield server
        finally:
            self.idle.put(server)

    def end(self):
        while not self.idle.empty():
            self.idle.get().end()
