#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what a page of the documentation says: run_page.py PAGE PROGRAMS SOURCES

Runs every block of commands (```sh) of the page PAGE in one scratch folder, with the folder PROGRAMS
first in PATH, and writes every file that it shows (```toml title="NAME"). The scratch folder has what
pages name of a clone: the examples of SOURCES, and ./isobar. Each line of a block of output (```text)
has to be in what the commands before it wrote, in this order; runs of spaces count as one, a line
ends where it says …, and a line of nothing but … stands for any. Blocks of any other kind are only
for reading.
"""
import os
import subprocess
import sys
import tempfile

from page_blocks import blocks_of


def one_space(text):
    return " ".join(text.split())


def run(commands, folder, environment):
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{commands}exit status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def compare(expected, output, where):
    written = "\n".join(one_space(line) for line in output.splitlines())
    at = 0
    for line in expected.splitlines():
        wanted = one_space(line.split("…")[0])
        if not wanted:
            continue
        found = written.find(wanted, at)
        if found < 0:
            sys.exit(f"{where}: not in the output, or not in this order:\n{line}\nthe output:\n{output}")
        at = found + 1


def prepare(folder, programs, sources):
    os.symlink(os.path.join(programs, "isobar"), os.path.join(folder, "isobar"))
    os.mkdir(os.path.join(folder, "sim"))
    os.symlink(os.path.join(sources, "sim", "examples"), os.path.join(folder, "sim", "examples"))


def main(page, programs, sources):
    environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"])
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder, programs, sources)
        output = ""
        for block in blocks_of(page):
            if block.kind == "sh":
                output += run(block.body, folder, environment)
                ran += 1
            elif block.kind == "text":
                compare(block.body, output, page)
                output = ""
            elif block.title:
                path = os.path.join(folder, block.title)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(block.body)
    if ran == 0:
        sys.exit(f"{page}: no commands")
    print(f"{page}: {ran} blocks of commands")


if __name__ == "__main__":
    main(sys.argv[1], *(os.path.abspath(folder) for folder in sys.argv[2:]))
