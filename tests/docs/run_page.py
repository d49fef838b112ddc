#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what a page of the documentation says: run_page.py PAGE PROGRAMS

Runs every block of commands (```sh) of the page PAGE in one scratch folder, with the folder PROGRAMS
first in PATH, and writes every file that it shows (```toml title="NAME"). Each line of a block of
output (```text) has to be in what the commands before it wrote, in this order; runs of spaces count
as one. Blocks of any other kind are only for reading.
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def one_space(text):
    return re.sub(r"[ \t]+", " ", text)


def run(commands, folder, environment):
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{commands}exit status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def compare(expected, output, where):
    at = 0
    for line in expected.splitlines():
        found = output.find(one_space(line).strip(), at)
        if found < 0:
            sys.exit(f"{where}: not in the output, or not in this order:\n{line}\nthe output:\n{output}")
        at = found + 1


def main(page, programs):
    with open(page, encoding="utf-8") as file:
        blocks = BLOCK.findall(file.read())
    environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"])
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        output = ""
        for kind, title, body in blocks:
            if kind == "sh":
                output += one_space(run(body, folder, environment))
                ran += 1
            elif kind == "text":
                compare(body, output, page)
                output = ""
            elif title:
                path = os.path.join(folder, title)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(body)
    if ran == 0:
        sys.exit(f"{page}: no commands")
    print(f"{page}: {ran} blocks of commands")


if __name__ == "__main__":
    main(sys.argv[1], os.path.abspath(sys.argv[2]))
