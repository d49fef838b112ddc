#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed package runs the program that was installed with it: installed_test.py PREFIX"""
import os
import sys

prefix = os.path.abspath(sys.argv[1])
os.environ.pop("ISOBAR_PROGRAM", None)
os.environ["PATH"] = ""
sys.path.insert(0, os.path.join(prefix, "lib/python3/dist-packages"))

import isobar  # noqa: E402
from isobar import _program  # noqa: E402

assert isobar.__file__.startswith(prefix), isobar.__file__
assert _program.find_program() == os.path.join(prefix, "bin/isobar"), _program.find_program()
run = isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5")
assert run.reached and run.loads[-1].sum() == 40
assert os.path.exists(os.path.join(os.path.dirname(isobar.__file__), "py.typed"))
print(run)
