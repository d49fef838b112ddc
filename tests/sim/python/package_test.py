#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The package isobar of Python, held to laws that its numbers obey: package_test.py

ISOBAR_PROGRAM is the program, PYTHONPATH leads to the package.
"""
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from unittest import mock
from xml.etree import ElementTree

import numpy as np
import pandas as pd

import isobar
from isobar import _keys, _program

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
TREE = "uts:t=1,a=3,d=5,b=4,r=19"


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.enterContext(warnings.catch_warnings())
        warnings.filterwarnings("ignore", "the goal was not reached")

    def write(self, name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        return name


class Results(InFolder):
    def test_no_task_is_lost_and_the_last_frame_is_the_result(self):
        for fabric, scheme in (("torus:4x3", "lm-c5"), ("mesh:3x2x2", "nna"), ("hhc:2", "hhc-b"),
                               ("hypercube:3", "dem"), ("ring:5", "sid")):
            with self.subTest(fabric=fabric, scheme=scheme):
                run = isobar.run(fabric=fabric, scheme=scheme, load="uniform:0..20")
                self.assertGreater(len(run.loads), 2)
                self.assertEqual(run.loads.shape, (len(run.frames), run.pes))
                self.assertEqual(run.loads.dtype, np.int64)
                self.assertEqual(run.loads[-1].tolist(), run.load.final["values"])
                self.assertEqual(run.frames["max"].tolist(), run.loads.max(axis=1).tolist())
                self.assertEqual(run.frames["idle"].tolist(), (run.loads == 0).sum(axis=1).tolist())
                self.assertLessEqual(run.frames["cycle"].iloc[-1], run.cycles.run)
                self.assertTrue(run.frames["cycle"].is_monotonic_increasing)
                # A message-driven scheme has tasks under way.
                total = run.loads.sum(axis=1)
                self.assertTrue((total <= run.load.total).all())
                self.assertEqual({total[0], total[-1]}, {run.load.total})
                if scheme != "sid":
                    self.assertEqual(set(total), {run.load.total})
                    self.assertEqual(run.frames["shifts"].iloc[-1], run.shifts.run)

    def test_the_links_add_up_to_the_result(self):
        run = isobar.run(fabric="torus:4x3", scheme="nna", load="spike:5", save=False)
        links = run.link_table
        self.assertEqual(len(links), run.fabric.links)
        for name in ("words", "transfers", "tasks"):
            self.assertEqual(links[name].sum(), run.messages[name])
        cycles = links[["transfer_cycles", "word_cycles", "setup_cycles", "idle_cycles"]].sum(axis=1)
        self.assertEqual(set(cycles), {run.cycles.run})

    def test_an_array_comes_back_on_the_same_axes(self):
        loads = np.arange(24).reshape(4, 3, 2)
        run = isobar.run(fabric="torus:4x3x2", scheme="lm-c5", load=loads, until="steps:2")
        self.assertTrue((run.grid[0] == loads).all())
        self.assertEqual(run.grid.shape, (len(run.loads), 4, 3, 2))
        for pe in (0, 1, 5, 23):  # the addresses are the program's
            place = tuple(map(int, run.pe_table.address[pe].strip("()").split(",")))
            self.assertEqual(run.grid[0][place], run.loads[0, pe])
        by_node = isobar.run(fabric="ring:4", scheme="lm-c5", load=[9, 0, 0, 3], until="steps:1")
        self.assertEqual(by_node.loads[0].tolist(), [9, 0, 0, 3])

    def test_an_application_has_executors(self):
        run = isobar.run(fabric="torus:4x4", scheme="steal", app=TREE)
        self.assertEqual(run.pe_table["tasks"].sum(), run.application.executed)
        self.assertEqual(run.pe_table["work"].sum(), run.application.cycles.work)
        self.assertTrue(run.frames["step"].isna().all())
        self.assertEqual(run.statistics["application.finished"], run.application.finished)
        self.assertTrue(np.isnan(run.statistics["steps.run"]))

    def test_a_graph_has_switches_and_no_axes(self):
        star = os.path.join(ROOT, "sim/examples/star.graph")
        run = isobar.run(fabric=f"graph:{star}", scheme="sid", load="uniform:0..9", max_cycles=500)
        self.assertEqual((run.switches, run.loads.shape[1], len(run.pe_table)), (1, 10, 10))
        with self.assertRaisesRegex(isobar.Error, "has no axes"):
            _ = run.grid

    def test_what_is_not_reached_is_a_result(self):
        with self.assertWarnsRegex(UserWarning, "the goal was not reached within 2 steps"):
            run = isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5", max_steps=2)
        self.assertEqual((run.reached, run.ended, run["steps"]["run"]), (False, "step_limit", 2))
        self.assertIn("not balanced", repr(run))
        self.assertIsNone(run.cycles.to_balance)

    def test_files_give_the_same_run(self):
        run = isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5", json="a.json", save="a.run")
        saved, result = isobar.read("a.run"), isobar.read("a.json")
        self.assertEqual(saved.result, run.result)
        self.assertEqual(result.result, run.result)
        self.assertTrue((saved.loads == run.loads).all())
        self.assertTrue(result.link_table.equals(run.link_table))
        with self.assertRaisesRegex(isobar.Error, "no history"):
            _ = result.loads

    def test_a_run_that_was_killed_has_its_history(self):
        isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5", save="a.run")
        with sqlite3.connect("a.run") as database:
            database.execute("DELETE FROM meta WHERE key = 'result'")
            database.execute("UPDATE meta SET value = 'running' WHERE key = 'state'")
        database.close()
        killed = isobar.read("a.run")
        self.assertEqual((killed.state, killed.config.fabric), ("running", "ring:8"))
        self.assertEqual(set(killed.loads.sum(axis=1)), {40})
        self.assertIn("without a result", killed._repr_html_())
        with self.assertRaisesRegex(isobar.Error, "has not ended"):
            _ = killed.link_table
        with self.assertRaises(AttributeError):
            _ = killed.cycles

    def test_a_summary_says_that_it_is_one(self):
        run = isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5", summary=True)
        self.assertEqual(run.statistics["load.total"], 40)
        for table in ("link_table", "pe_table"):
            with self.assertRaisesRegex(isobar.Error, "summary"):
                getattr(run, table)

    def test_other_files_are_told_apart(self):
        with self.assertRaises(FileNotFoundError):
            isobar.read("gone.json")
        with self.assertRaisesRegex(isobar.Error, "neither a result nor a saved run"):
            isobar.read(self.write("a.txt", "no JSON"))
        with self.assertRaisesRegex(isobar.Error, "isobar.run/1 is allowed"):
            isobar.read(self.write("a.json", '{"schema": "other/1"}'))

    def test_a_notebook_shows_it(self):
        run = isobar.run(fabric="torus:4x3", scheme="lm-c5", load="spike:5")
        shown = run._repr_html_()
        picture = ElementTree.fromstring(re.search("<svg.*</svg>", shown, re.DOTALL)[0])
        band = next(picture.iter("{http://www.w3.org/2000/svg}polygon"))
        across, up = zip(*[map(float, point.split(",")) for point in band.get("points").split()])
        count = len(run.loads)
        self.assertEqual((across[0], across[count - 1]), (60, 590))
        self.assertEqual(across[:count], across[:count - 1:-1])  # there and back
        self.assertTrue(all(high <= low for high, low in zip(up[:count], up[:count - 1:-1])))
        self.assertIn("&lt;", isobar.Run(run.result, text="a < b")._repr_html_())


class Keywords(InFolder):
    def test_every_key_is_a_keyword(self):
        with open(os.path.join(ROOT, "docs/keys.md"), encoding="utf-8") as file:
            keys = re.findall(r"^\| `([a-z_.]+)` \|", file.read(), re.MULTILINE)
        self.assertGreater(len(keys), 40)
        for key in keys:
            self.assertEqual(_keys.key(key.replace(".", "_")), key)
        self.assertEqual(_keys.key("link_2_static_power"), "link.2.static_power")
        for side in ("successor", "predecessor"):
            self.assertEqual(_keys.key(f"link_2_{side}_setup"), f"link.2.{side}.setup")

    def test_tables_dots_and_underscores_are_the_same(self):
        same = [{"link_2_latency": 7, "link_bandwidth": "1Gb/s"},
                {"link": {2: {"latency": 7}, "bandwidth": "1Gb/s"}},
                {"link.2.latency": 7, "link.bandwidth": "1Gb/s"}]
        runs = [isobar.run(fabric="torus:3x3", scheme="lm-c5", load="spike:5", **keys) for keys in same]
        self.assertEqual(runs[0].config.link["2"].latency, 7)
        self.assertEqual(runs[0].config.link.bandwidth, "1Gb/s")
        self.assertTrue(all(run.result == runs[0].result for run in runs))
        default = isobar.run(fabric="torus:3x3", scheme="lm-c5", load="spike:5", link_bandwidth=None)
        self.assertNotEqual(default.cycles.run, runs[0].cycles.run)

    def test_values_become_what_the_program_reads(self):
        self.assertEqual(_keys.text([1, 0.5, "1/3"]), "1,0.5,1/3")
        self.assertEqual(_keys.text(np.array([2, 3])), "2,3")
        self.assertEqual([_keys.text(True), _keys.text(np.bool_(False))], ["true", "false"])
        self.assertEqual(_keys.text(np.int64(4)), "4")

    def test_keywords_go_before_the_file(self):
        self.write("ring.toml", 'fabric = "ring:8"\nscheme = "lm-c5"\nload = "spike:5"\n')
        run = isobar.run("ring.toml", scheme="nna")
        self.assertEqual((run.config.fabric, run.config.scheme), ("ring:8", "nna"))

    def test_a_mistyped_name_is_the_programs_message(self):
        for keys, named in (({"fabrik": "ring:8"}, "^unknown key .fabrik. .= ring:8.; did you mean fabric"),
                            ({"fabric": "rign:8"}, "did you mean ring"),
                            ({"fabric": "ring:8", "scheme": "lm-c5", "link_bandwdth": "1Gb/s"},
                             "did you mean link.bandwidth")):
            with self.assertRaisesRegex(isobar.Error, named):
                isobar.run(**{"load": "spike:5", **keys})
        with self.assertRaisesRegex(isobar.Error, "save=False"):
            isobar.run(fabric="torus:512x512", scheme="nna", load="spike:5", level="steps")

    def test_its_files_go_with_it(self):
        with mock.patch.dict(os.environ, TMPDIR=os.getcwd()), mock.patch.object(tempfile, "tempdir", None):
            run = isobar.run(fabric="ring:8", scheme="lm-c5", load=[9] * 8)
            self.assertEqual(len(os.listdir(".")), 1)
            self.assertEqual(run.loads.shape, (1, 8))
            del run
            self.assertEqual(os.listdir("."), [])
            with self.assertRaises(isobar.Error):
                isobar.run(fabrik="ring:8")
            self.assertEqual(os.listdir("."), [])

    def test_a_remark_is_a_warning(self):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5")
        self.assertEqual([str(warning.message) for warning in seen], [])
        said = _program.Outcome(0, "", "isobar: note: a remark\n")
        self.write("a.json", json.dumps({"schema": "isobar.run/1"}))
        with mock.patch("isobar._experiment.call", return_value=said):
            with self.assertWarnsRegex(UserWarning, "^note: a remark$"):
                isobar.run(json="a.json", save=False)


class TheProgram(InFolder):
    def test_it_is_found(self):
        clone = os.path.join(ROOT, "isobar")
        with mock.patch.dict(os.environ):
            del os.environ["ISOBAR_PROGRAM"]
            self.assertEqual(_program.find_program(), clone)
            with mock.patch.object(_program, "__file__", os.path.abspath("a/b/c/d/e/f.py")):
                os.makedirs("bin")
                self.write("bin/isobar", "")
                os.chmod("bin/isobar", 0o755)
                os.environ["PATH"] = os.path.abspath("bin")
                self.assertEqual(_program.find_program(), os.path.abspath("bin/isobar"))
                os.environ["PATH"] = ""
                with self.assertRaisesRegex(isobar.Error, "neither beside this package nor on PATH"):
                    isobar.run()

    def test_one_that_fails_is_an_error(self):
        for body, named in (("exit 3", "exit status 3"), ("kill -9 $$", "exit status -9"),
                            ("echo isobar: why >&2; exit 1", "^why$")):
            os.chmod(self.write("program", f"#!/bin/sh\n{body}\n"), 0o755)
            with mock.patch.dict(os.environ, ISOBAR_PROGRAM=os.path.abspath("program")):
                with self.assertRaisesRegex(isobar.Error, named):
                    isobar.run(fabric="ring:8")
        with mock.patch.dict(os.environ, ISOBAR_PROGRAM=os.path.abspath("gone")):
            with self.assertRaisesRegex(isobar.Error, "cannot be started"):
                isobar.run(fabric="ring:8")

    def test_ctrl_c_leaves_the_result_until_then(self):
        def interrupt():
            while not os.path.exists("long.run"):
                time.sleep(0.01)
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)
        waiting = threading.Thread(target=interrupt)
        waiting.start()
        with self.assertRaises(isobar.Interrupted) as caught:
            isobar.run(fabric="torus:32x32", scheme="lm-c5", load="spike:1000", max_steps=10**8,
                       until="steps:100000000", level="steps", save="long.run", history=20)
        waiting.join()
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        run = caught.exception.run
        self.assertEqual(run.ended, "interrupted")
        self.assertEqual(set(run.loads.sum(axis=1)), {1024000})

    def test_a_python_that_is_ended_ends_the_program(self):
        code = ("import isobar; isobar.run(fabric='torus:32x32', scheme='lm-c5', load='spike:1000',"
                " max_steps=10**8, until='steps:100000000', level='steps', save='ended.run', history=20)")
        python = subprocess.Popen([sys.executable, "-c", code])

        def children():
            with open(f"/proc/{python.pid}/task/{python.pid}/children", encoding="ascii") as file:
                return file.read().split()

        def until(condition):
            end = time.monotonic() + 60
            while not condition() and time.monotonic() < end:
                time.sleep(0.05)
            self.assertTrue(condition())

        until(lambda: os.path.exists("ended.run"))
        program, = children()
        python.kill()
        python.wait()
        until(lambda: not os.path.exists(f"/proc/{program}"))


PLAN = """[base]
fabric = "ring:8"
load = "spike:5"
max_steps = 200

[[axis]]
key = "scheme"
values = ["lm-c5", "nna", "de"]

[[axis]]
key = "link.latency"
values = [1, 3]

[[axis]]
key = "link.bandwidth"
values = ["250Mb/s", "1Gb/s"]
"""


class Campaigns(InFolder):
    def make(self):
        self.write("plan.toml", PLAN)
        subprocess.run([os.environ["ISOBAR_PROGRAM"], "explore", "plan.toml", "-j", "1"], check=True,
                       capture_output=True)
        return "plan"

    def test_its_rows_are_the_points(self):
        points = isobar.campaign(self.make())
        with sqlite3.connect("plan/campaign.db") as database:
            count, = database.execute("SELECT count(*) FROM points WHERE in_plan").fetchone()
        database.close()
        self.assertEqual((len(points), points.index.name), (count, "point"))
        self.assertEqual(count, 12)
        self.assertTrue(points.equals(isobar.campaign("plan/campaign.db")))
        self.assertEqual(set(points["link.latency"]), {1, 3})
        self.assertTrue(pd.api.types.is_numeric_dtype(points["link.latency"]))
        self.assertEqual(set(points["link.bandwidth"]), {"250Mb/s", "1Gb/s"})
        # A point is the run of its keys.
        done = points[points.state == "done"].iloc[0]
        run = isobar.run(fabric="ring:8", load="spike:5", max_steps=200, scheme=done.scheme,
                         link_latency=done["link.latency"], link_bandwidth=done["link.bandwidth"])
        self.assertEqual(done.cycles, run.cycles.to_balance)

    def test_units_are_those_of_its_table_of_columns(self):
        self.make()
        with sqlite3.connect("plan/campaign.db") as database:
            database.execute("DROP TABLE IF EXISTS columns")
        self.assertEqual(isobar.campaign("plan").attrs, {"units": {}, "meanings": {}})
        with database:
            database.execute("CREATE TABLE columns (name TEXT, unit TEXT, meaning TEXT)")
            database.execute("INSERT INTO columns VALUES ('seconds', 's', 'how long'), ('links', '', 'n')")
        database.close()
        attrs = isobar.campaign("plan").attrs
        self.assertEqual(attrs, {"units": {"seconds": "s"}, "meanings": {"seconds": "how long", "links": "n"}})

    def test_other_files_are_told_apart(self):
        with self.assertRaises(FileNotFoundError):
            isobar.campaign("gone")
        with self.assertRaisesRegex(isobar.Error, "no SQLite database"):
            isobar.campaign(self.write("a.txt", "text"))
        isobar.run(fabric="ring:8", scheme="lm-c5", load="spike:5", save="a.run")
        with self.assertRaisesRegex(isobar.Error, "no view 'results'"):
            isobar.campaign("a.run")
        self.make()
        with self.assertRaisesRegex(isobar.Error, "isobar.campaign reads it"):
            isobar.read("plan/campaign.db")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main(verbosity=2)
