#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the file lists of rtl/isobar.core and Bender.yml through Verilator or Yosys.

usage: file_lists.py verilator|yosys

Every target's top is elaborated from the files of its list in their order and nothing else, so that
a file which is missing, misspelt or too late fails. Every source in rtl/ has to stand in both
lists. Yosys does not read what is for simulation alone.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The tops that a package of the sources is for, by the targets that Bender is given.
BENDER_TOPS = {
    (): ["isobar_pe", "isobar_fabric", "isobar_exchange_pe", "isobar_exchange_fabric",
         "isobar_averaging_pe", "isobar_averaging_fabric", "isobar_hhc_pe", "isobar_hhc_fabric",
         "isobar_stealing_pe", "isobar_stealing_routed_pe", "isobar_stealing_fabric",
         "isobar_shell", "isobar_exchange_shell",
         "isobar_averaging_shell", "isobar_hhc_shell", "isobar_stealing_shell"],
    ("ice40",): ["isobar_ice40"],
    ("simulation",): ["isobar_reset_bench", "isobar_shell_bench"],
}


def core_files(core, target):
    """The (path, attributes) of a target of the core, in order; conditions of tools hold."""
    files = []
    for name in target["filesets"]:
        if "?" in name:
            name = name.split("(")[1].rstrip(")")
        fileset = core["filesets"][name]
        for entry in fileset["files"]:
            path, attributes = entry, {}
            if isinstance(entry, dict):
                (path, attributes), = entry.items()
            kind = {"file_type": fileset.get("file_type"), **attributes}
            files.append((ROOT / "rtl" / path, kind))
    return files


def core_lists(core):
    """(name, top, sources, waivers, folders of includes) of every target of the core."""
    for name, target in core["targets"].items():
        files = core_files(core, target)
        for path, _ in files:
            if not path.is_file():
                sys.exit(f"isobar.core, target {name}: there is no {path.relative_to(ROOT)}")
        of_type = lambda kind: [path for path, a in files
                                if a["file_type"] == kind and not a.get("is_include_file")]
        includes = sorted({path.parent for path, a in files if a.get("is_include_file")})
        yield (f"isobar.core, target {name}", target["toplevel"], of_type("systemVerilogSource"),
               of_type("vlt"), includes)


def bender_files(bender, targets):
    files = []
    for entry in bender["sources"]:
        if isinstance(entry, str):
            files.append(ROOT / entry)
        elif entry["target"] in targets:
            files += [ROOT / path for path in entry["files"]]
    return files


def bender_lists(bender):
    includes = [ROOT / folder for folder in bender["export_include_dirs"]]
    for targets, tops in BENDER_TOPS.items():
        for top in tops:
            name = "Bender.yml" + "".join(f", target {target}" for target in targets)
            yield name, top, bender_files(bender, targets), [ROOT / "rtl/lint.vlt"], includes


def verilator(top, sources, waivers, includes):
    bench = ["--timing", "-Wno-BLKSEQ"] if top.endswith("_bench") else []
    return ["verilator", "--lint-only", "-Wall", *bench, *(f"-I{folder}" for folder in includes),
            *map(str, waivers), *map(str, sources), "--top-module", top]


def yosys(folder, top, sources, includes):
    # Yosys takes no blanks in a folder of includes, so these get names in the folder it runs in.
    for number, include in enumerate(includes):
        (folder / f"include_{number}").symlink_to(include)
    folders = " ".join(f"-Iinclude_{number}" for number in range(len(includes)))
    files = " ".join(f'"{path}"' for path in sources)
    return ["yosys", "-q", "-e", ".*", "-p",
            f"read_verilog -defer -sv {folders} {files}\nhierarchy -check -top {top}\nproc\ncheck -assert"]


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ("verilator", "yosys"):
        sys.exit(__doc__)
    tool = sys.argv[1]
    if shutil.which(tool) is None:
        sys.exit(f"file_lists.py: {tool} is missing")
    core = yaml.safe_load((ROOT / "rtl/isobar.core").read_text().split("\n", 1)[1])
    bender = yaml.safe_load((ROOT / "Bender.yml").read_text())
    failed = 0

    all_sources = set(ROOT.glob("rtl/**/*.sv"))
    listed = {
        "isobar.core": {path for target in core["targets"].values()
                        for path, _ in core_files(core, target) if path.suffix == ".sv"},
        "Bender.yml": {path for targets in BENDER_TOPS for path in bender_files(bender, targets)
                       if ROOT / "rtl" in path.parents},
    }
    for name, files in listed.items():
        for path in sorted(all_sources ^ files):
            there = "is not listed" if path in all_sources else "is listed and not there"
            print(f"{name}: {path.relative_to(ROOT)} {there}")
            failed += 1

    lists = [*core_lists(core), *bender_lists(bender)]
    for name, top, sources, waivers, includes in lists:
        if tool == "yosys" and "target sim" in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            command = (verilator(top, sources, waivers, includes) if tool == "verilator" else
                       yosys(pathlib.Path(folder), top, sources, includes))
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print(f"{name}: {tool} refuses {top}\n{run.stdout}{run.stderr}")
            failed += 1
        else:
            print(f"{name}: {top} from {len(sources)} files")
    return failed


if __name__ == "__main__":
    sys.exit(main() != 0)
