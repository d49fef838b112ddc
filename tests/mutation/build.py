# SPDX-License-Identifier: Apache-2.0
"""Builds models/ with mutants, and links the programs and tests of the release build with it. A header's inline functions are
mutated in what models/ compiles, which is linked first."""

import json
import re
import shlex
import subprocess
from pathlib import Path

from sources import rewritten

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RELEASE, WORK = ROOT / "build/release", ROOT / "build/mutation"


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


def compile_models(mutants, jobs):
    """Compiles; mutants in lines that do not compile are left out of `mutants`. Returns how many. They are kept, so
    that the next call need not find them again."""
    count, kept = len(mutants), WORK / "refused.json"
    refused = json.loads(kept.read_text()) if kept.exists() else []
    for number in [n for n, p in mutants.items() if list(p[:7]) in refused]:
        del mutants[number]
    configure = ["cmake", "-S", WORK / "source", "-B", WORK / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutation",
                 f"-DCMAKE_CXX_FLAGS_MUTATION=-O1 -DNDEBUG -w -Wno-narrowing",
                 "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16", "-DISOBAR_PROGRAM=OFF",
                 "-DISOBAR_TESTS=OFF"]
    while True:
        write_tree(mutants)
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["ninja", "-C", WORK / "build", "-k0", f"-j{jobs}"], capture_output=True, text=True)
        if done.returncode == 0:
            return count - len(mutants)
        (WORK / "errors.txt").write_text(done.stdout + done.stderr)
        wrong = set(re.findall(r"source/(models/[^:\s]+):(\d+):", done.stdout))
        bad = [n for n, p in mutants.items()
               if any(p.file == file and p.line <= int(line) <= p.last for file, line in wrong)]
        if not bad:
            raise RuntimeError(f"models/ does not compile: {WORK}/errors.txt")
        refused += [list(mutants.pop(number)[:7]) for number in bad]
        kept.write_text(json.dumps(refused))


def link_command(target):
    """The words with which the release build links a target, and how it compiles what the target is made of."""
    commands = subprocess.run(["ninja", "-C", RELEASE, "-t", "commands", target], check=True, capture_output=True,
                              text=True).stdout.splitlines()
    return commands[-1].split("&&")[1].split(), commands


def link(words, program, others, models):
    at = words.index("-o")
    words = [*words[:at], "-o", program, *others, *words[at + 2:]]
    subprocess.run([str(w) for w in models(words)], check=True, cwd=RELEASE)
    return program


def link_tests(name, work, options, models):
    """The release build's tests `name`, with serve.cpp as their main program; returns the program, in `work`. `models`
    makes the words that stand in the place of those of models/."""
    words, commands = link_command(f"tests/{name}")
    main = shlex.split(next(c for c in commands if "support/main.cpp" in c))
    main = main[:main.index("-MD")]
    server = work / "serve.o"
    sources = [HERE / "serve.cpp", HERE / "runtime.h", ROOT / "tests/support/test_session.h"]
    if not server.exists() or server.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        subprocess.run([*main, "-include", sources[1], "-o", server, "-c", sources[0]], check=True, cwd=RELEASE)
    words = [w for w in words if not w.endswith("support/main.cpp.o")]
    return link(words, work / name, [server, *options], models)


def link_programs(work, models):
    """The release build's programs, which tests run; returns the one that runs the others."""
    (work / "sim").mkdir(exist_ok=True)
    for program in (RELEASE / "sim").glob("isobar*"):
        if program.is_file():
            link(link_command(f"sim/{program.name}")[0], work / "sim" / program.name, [], models)
    return work / "sim/isobar"


def with_mutants(words):
    """The words of a linker's command, with mutated models/ first."""
    models = WORK / "build/models"
    objects = sorted(o for name in ("schemes", "applications")
                     for o in (models / f"CMakeFiles/isobar_{name}.dir").rglob("*.o"))
    at = words.index("-o")
    return [*words[:at], *objects, "-Wl,--whole-archive", models / "libisobar_core.a", models / "libisobar_systemc.a",
            "-Wl,--no-whole-archive", *(w for w in words[at:] if not str(w).startswith("models/"))]


def compile_commands():
    """How the release build compiles the sources of models/."""
    rows = json.loads((RELEASE / "compile_commands.json").read_text())
    return [r for r in rows if "/models/" in r["file"] and not r["file"].endswith(".hxx.cxx")]
