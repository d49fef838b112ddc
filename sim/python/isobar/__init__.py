# SPDX-License-Identifier: Apache-2.0
"""Isobar's experiments and results in Python, with NumPy and pandas.

    import isobar
    run = isobar.run(fabric="torus:8x8", scheme="lm-c5", load="spike:5")
    run.cycles.to_balance           # any field of the result (docs/result.md)
    run.loads                       # NumPy: loads of all PEs in every frame of the run
    run.link_table                  # pandas: a row a link
    isobar.read("run.json")         # a result, or a run that --save has kept
    isobar.campaign("which")        # pandas: a row a point of a campaign

The package calls the program `isobar` and reads its files; all numbers are the program's. See
docs/howto/python.md.
"""
from isobar._campaign import campaign
from isobar._experiment import run
from isobar._program import Error, Interrupted
from isobar._run import Fields, Run, read

__all__ = ["Error", "Fields", "Interrupted", "Run", "campaign", "read", "run"]
