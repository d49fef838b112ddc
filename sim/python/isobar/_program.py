# SPDX-License-Identifier: Apache-2.0
"""Where the program isobar is, and how it is called."""
from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Sequence

if TYPE_CHECKING:
    from isobar._run import Run


class Error(Exception):
    """What the program refused, in its own words, or a file that is none of its results."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came during a run. `run` is the result until then, None where there is none."""

    def __init__(self, run: Run | None) -> None:
        super().__init__("the run was interrupted")
        self.run = run


class Outcome(NamedTuple):
    status: int  # the exit status; negative: the number of the signal that ended it
    out: str
    err: str


def find_program() -> str:
    """The path of the program: ISOBAR_PROGRAM; else the one beside this package, installed with it
    or the launcher of the same clone; else the first on PATH. Raises Error if there is none."""
    named = os.environ.get("ISOBAR_PROGRAM")
    if named:
        return named
    above = Path(__file__).resolve().parents
    # PREFIX/lib/python3/dist-packages/isobar, or CLONE/sim/python/isobar.
    for beside in (above[4] / "bin" / "isobar", above[3] / "isobar"):
        if beside.is_file() and os.access(beside, os.X_OK):
            return str(beside)
    on_path = shutil.which("isobar")
    if on_path is None:
        raise Error("the program isobar is neither beside this package nor on PATH;"
                    " ISOBAR_PROGRAM=PATH says where it is")
    return on_path


def call(arguments: Sequence[str]) -> Outcome:
    """Calls the program and waits for its end. Ctrl-C ends the program as it does in a terminal, so
    that its files are whole; a second one kills it. Raises Error if it cannot be started."""
    program = find_program()
    try:
        # A session of its own: the program gets the Ctrl-C from here, and only once.
        child = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                                 start_new_session=True, preexec_fn=_end_with_parent)
    except OSError as error:
        raise Error(f"{program} cannot be started: {error.strerror}") from error
    with child:
        try:
            try:
                out, err = child.communicate()
            except KeyboardInterrupt:
                _signal(child, signal.SIGINT)
                out, err = child.communicate()
                return Outcome(130, out, err)
        except BaseException:
            _signal(child, signal.SIGKILL)
            raise
    return Outcome(child.returncode, out, err)


_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1  # <sys/prctl.h>


def _end_with_parent() -> None:
    """Called in the child: it gets SIGTERM when Python is ended by what Python cannot handle."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _signal(child: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has just ended
        os.killpg(child.pid, number)


def words(text: str) -> str:
    """What the program said on standard error, without its name in front."""
    lines = text.strip().splitlines()
    return "\n".join(line[len("isobar: "):] if line.startswith("isobar: ") else line
                     for line in lines)
