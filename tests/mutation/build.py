# SPDX-License-Identifier: Apache-2.0
"""Builds the programs and the tests with mutants in models/, its headers among them."""

import json
import re
import shlex
import subprocess
from pathlib import Path

from sources import rewritten

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RELEASE, WORK = ROOT / "build/release", ROOT / "build/mutation"
BUILD = WORK / "build"
OTHER_PROGRAMS = "explore;graph;report;reproduce;synth;torture"
UNITY = ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16"]


def write_tree(mutants):
    """The repository, by links, with mutated copies of models/; a file that stays the same is not written."""
    tree = WORK / "source"
    tree.mkdir(parents=True, exist_ok=True)
    for entry in ROOT.iterdir():
        link = tree / entry.name
        if entry.name not in ("models", "build", ".git") and not link.is_symlink():
            link.symlink_to(entry)
    by_file = {}
    for number, place in mutants.items():
        by_file.setdefault(place.file, []).append((number, place))
    for source in (ROOT / "models").rglob("*"):
        if source.is_dir():
            continue
        name = str(source.relative_to(ROOT))
        text = source.read_bytes()
        if name in by_file:  # not by -include, for then no precompiled header could come first
            text = b'#include "%s/runtime.h"\n#line 1\n' % bytes(HERE) + rewritten(text, by_file[name])
        copy = tree / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_bytes() != text:
            copy.write_bytes(text)


def compile_all(mutants, jobs):
    """Compiles; mutants in lines that do not compile are left out of `mutants`. Returns how many. They are kept, so
    that the next call need not find them again."""
    count, kept = len(mutants), WORK / "refused.json"
    refused = json.loads(kept.read_text()) if kept.exists() else []
    for number in [n for n, p in mutants.items() if list(p[:7]) in refused]:
        del mutants[number]
    configure = ["cmake", "-S", WORK / "source", "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutation",
                 "-DCMAKE_CXX_FLAGS_MUTATION=-O1 -DNDEBUG -w -Wno-narrowing",
                 "-DISOBAR_TESTS=ON", f"-DISOBAR_PROGRAMS={OTHER_PROGRAMS}", *UNITY]
    targets = [["models/all"], ["all"]]  # what models/ compiles itself shows nearly all that does not compile
    while True:
        write_tree(mutants)
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["ninja", "-C", BUILD, "-k0", f"-j{jobs}", *targets[0]], capture_output=True, text=True)
        if done.returncode == 0:
            targets.pop(0)
            if not targets:
                return count - len(mutants)
            continue
        (WORK / "errors.txt").write_text(done.stdout + done.stderr)
        wrong = set(re.findall(r"source/(models/[^:\s]+):(\d+):", done.stdout))
        bad = [n for n, p in mutants.items()
               if any(p.file == file and p.line <= int(line) <= p.last for file, line in wrong)]
        if not bad:
            raise RuntimeError(f"it does not compile: {WORK}/errors.txt")
        refused += [list(mutants.pop(number)[:7]) for number in bad]
        kept.write_text(json.dumps(refused))


def link_tests(build, name, work, options=(), moved=list):
    """Links the tests `name` of a build with serve.cpp as their main program; returns the program, in `work`. `moved`
    says where the words of the linker's command lie that are to be linked."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", f"tests/{name}"], check=True, capture_output=True,
                              text=True).stdout.splitlines()
    main = shlex.split(next(c for c in commands if "support/main.cpp" in c))
    main = main[:main.index("-MD")]
    server = work / "serve.o"
    sources = [HERE / "serve.cpp", HERE / "runtime.h", ROOT / "tests/support/test_session.h"]
    if not server.exists() or server.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        subprocess.run([*main, "-include", sources[1], "-o", server, "-c", sources[0]], check=True, cwd=build)
    words = [w for w in commands[-1].split("&&")[1].split() if not w.endswith("support/main.cpp.o")]
    at = words.index("-o")
    words = moved([*words[:at], "-o", work / name, server, *options, *words[at + 2:]])
    subprocess.run([str(w) for w in words], check=True, cwd=build)
    return work / name


def compile_commands():
    """How the release build compiles the sources of models/."""
    rows = json.loads((RELEASE / "compile_commands.json").read_text())
    return [r for r in rows if "/models/" in r["file"] and not r["file"].endswith(".hxx.cxx")]
