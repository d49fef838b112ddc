#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes a notebook in an empty folder: notebook_test.py NOTEBOOK [--write]

Every cell has to give what stands below it as text, unless it is tagged `varies`; with --write that
is put there instead. ISOBAR_PROGRAM is the program, PYTHONPATH leads to the package.
"""
import os
import sys
import tempfile

import nbformat
from nbclient import NotebookClient


def shown(cell):
    """The text that a cell gives, without pictures."""
    if "varies" in cell.metadata.get("tags", []):
        return ""
    texts = [output.text if output.output_type == "stream" else output.data.get("text/plain", "")
             for output in cell.outputs]
    return "".join(text if text.endswith("\n") else text + "\n" for text in texts)


def main(path, write):
    expected = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = os.path.join(folder, "ipython")
        os.environ["PATH"] = os.path.dirname(os.environ["ISOBAR_PROGRAM"]) + ":" + os.environ["PATH"]
        work = os.path.join(folder, "work")
        os.mkdir(work)
        NotebookClient(notebook, timeout=300, kernel_name="python3",
                       resources={"metadata": {"path": work}}).execute()
    cells = [pair for pair in zip(notebook.cells, expected.cells) if pair[0].cell_type == "code"]
    if write:
        for made, cell in cells:
            text = shown(made)
            cell.outputs = [nbformat.v4.new_output("stream", text=text)] if text else []
        nbformat.write(expected, path)
        return
    for made, cell in cells:
        if shown(made) != shown(cell):
            sys.exit(f"{path}: this cell:\n{cell.source}\ngave:\n{shown(made)}\nand not:\n{shown(cell)}")
    if len(cells) < 5:
        sys.exit(f"{path}: only {len(cells)} cells of code")
    print(f"{path}: {len(cells)} cells of code")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2:] == ["--write"])
